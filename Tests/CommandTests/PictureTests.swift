import Foundation
import FoundationXML
import Testing

/// Tests `tree --svg`, `replay --svg` and `replay --plot`.
struct PictureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    private static func path(_ name: String) -> String { root.appending(path: name).path }

    private static let kiosk = [
        "replay", path("fixtures/pictures/kiosk.evemu"), "--layout", path("fixtures/pictures/kiosk.yaml"),
    ]
    private static let accessibility = [
        "replay", path("examples/layouts/accessibility.touch"), "--layout", path("examples/layouts/accessibility.yaml"),
    ]
    /// Command-line arguments for a picture of an example's layout with the touches of its script.
    private static func example(_ name: String) -> [String] {
        let path = path("examples/layouts/\(name)")
        return ["replay", "\(path).touch", "--layout", "\(path).yaml", "--svg", "-"]
    }
    private static let jobs = [
        "admin-gesture", "browser", "home-assistant", "photo-wall", "pin-pad", "volume", "wake",
    ]
    private static let scroll = ["replay", recording("ep0430m09-2-finger-scroll-down")]

    private func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    // MARK: Golden files

    /// `TOUCHBRIDGE_RECORD=1` records the pictures again; review them before committing.
    @Test(arguments: [
        ("docs/pictures/tree.svg", ["tree", path("fixtures/pictures/kiosk.yaml"), "--svg", "-"]),
        ("docs/pictures/replay.svg", kiosk + ["--svg", "-"]),
        ("docs/pictures/accessibility.svg", accessibility + ["--plot", "-"]),
        ("docs/pictures/timeline.svg", kiosk + ["--plot", "-"]),
        ("fixtures/pictures/everything.svg", ["tree", path("fixtures/layouts/valid/everything.yaml"), "--svg", "-"]),
        ("docs/pictures/two-screens.svg", ["tree", path("examples/layouts/two-screens.yaml"), "--svg", "-"]),
        ("fixtures/pictures/scroll.svg", scroll + ["--svg", "-"]),
        ("fixtures/pictures/scroll-timeline.svg", scroll + ["--plot", "-"]),
    ])
    func `pictures equal the reviewed ones byte for byte`(_ name: String, _ words: [String]) throws {
        let outcome = try Command.run(words)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(isWellFormed(outcome.output))
        let golden = Self.root.appending(path: name)
        if ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORD"] == "1" {
            try Data(outcome.output.utf8).write(to: golden)
        }
        let expected = try String(contentsOf: golden, encoding: .utf8)
        #expect(outcome.output == expected, "\(name) differs; run 'make record', and review the file")
    }

    @Test(arguments: jobs)
    func `pictures of examples equal the reviewed ones`(_ name: String) throws {
        try `pictures equal the reviewed ones byte for byte`("docs/pictures/\(name).svg", Self.example(name))
    }

    @Test
    func `a timeline has a row for each sequence, and its symbol in the legend`() throws {
        let scratch = try Scratch()
        let layout = """
            root:
              id: page
              gestures: [{ id: call, type: tap }]
              sequences: [{ id: code, steps: [call, call, call], within: 5s }]
            """
        try scratch.write("lobby.yaml", Data(layout.utf8))
        let taps = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")
        let picture = try Command.run("replay", taps, "--layout", "lobby.yaml", "--plot", "-", in: scratch).output
        #expect(isWellFormed(picture))
        for text in ["sequence", "code", "sequence completed"] {
            #expect(picture.contains(">\(text)</text>"), "\(text)")
        }
        #expect(picture.components(separatedBy: "completed with step 3 of 3</title>").count == 4)
        #expect(picture.contains("step 1 of 3") && picture.contains("step 2 of 3"))
        let other = try Command.run(Self.kiosk + ["--plot", "-"]).output
        #expect(!other.contains("sequence completed"))
    }

    // MARK: All layouts and recordings

    private static func layouts(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted().filter { $0.hasSuffix(".yaml") }
            .map { path("\(folder)/\($0)") }
    }

    @Test
    func `every shipped layout has a picture`() throws {
        let layouts = try Self.layouts("examples/layouts") + Self.layouts("fixtures/layouts/valid")
        #expect(layouts.count > 10)
        for layout in layouts {
            let outcome = try Command.run("tree", layout, "--svg", "-")
            #expect(outcome.status == 0 && isWellFormed(outcome.output), "\(layout): \(outcome.complaints)")
        }
    }

    @Test
    func `every shipped recording has pictures, and one without touches says so`() throws {
        let scratch = try Scratch()
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.path("fixtures/recordings")).sorted()
        for name in names where FileManager.default.fileExists(atPath: recording(name)) {
            let outcome = try Command.run("replay", recording(name), "--svg", "s", "--plot", "p", in: scratch)
            #expect(outcome.status == 0, "\(name): \(outcome.complaints)")
            for file in ["s", "p"] {
                let picture = try String(contentsOf: scratch.url(file), encoding: .utf8)
                #expect(isWellFormed(picture), "\(name)")
                #expect(!outcome.output.hasPrefix("No touch.") || file == "s" || picture.contains("No touch."))
            }
        }
    }

    @Test
    func `a picture shows hits, results and rejections`() throws {
        let picture = try Command.run(Self.kiosk + ["--svg", "-"]).output
        for words in [
            "rejected: dead zone", "rejected: bounce of the previous touch",
            "not delivered to map: the view already tracks another touch",
            "volume valueChanged ×59", "journal.write of staff on began", "unlock began", "rests 1.068 s", "hit: pin",
        ] { #expect(picture.contains(words), "\(words)") }
    }

    @Test
    func `a touch on a dark screen is rejected`() throws {
        let scratch = try Scratch()
        try scratch.write(
            "l.yaml",
            Data(
                """
                screens: [{ dark: { after: 10s, do: out.write, wake: out.write } }]
                plugins: { out: { type: log } }
                """.utf8
            )
        )
        // The screen turns off 10 s after the first tap; 3 s later, the second tap only wakes it.
        let text = try String(contentsOfFile: Self.path("fixtures/pictures/kiosk.evemu"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        let head = lines.filter { !$0.hasPrefix("E: ") }
        func tap(_ second: Int) -> [Substring] {
            [
                "0003 002f 0", "0003 0039 \(second)", "0003 0035 500", "0003 0036 300", "0000 0000 0", "0003 0039 -1",
                "0000 0000 0",
            ]
            .map { "E: \(second).000000 \($0)" }
        }
        try scratch.write("r", Data((head + tap(1) + tap(14)).joined(separator: "\n").utf8))
        let outcome = try Command.run("replay", "r", "--layout", "l.yaml", "--svg", "-", in: scratch)
        #expect(outcome.output.contains("rejected: the touch only wakes the dark</text>"), "\(outcome.complaints)")
        #expect(outcome.output.contains(">screen</text>"))
    }

    @Test
    func `hostile names in a layout are drawn as text`() throws {
        let scratch = try Scratch()
        let ids = [
            "<script>alert(1)</script>", "a\\\"b'&", "\\u202Ereversed", "\\e[31m",
            String(repeating: "x", count: 10_000),
        ]
        let views = ids.map { "    - { id: \"\($0)\", frame: [0, 0, 500, 500] }" }.joined(separator: "\n")
        try scratch.write("l.yaml", Data("root:\n  subviews:\n\(views)\n".utf8))
        let outcome = try Command.run("tree", "l.yaml", "--svg", "-", in: scratch)
        #expect(outcome.status == 0, "\(outcome.complaints.prefix(500))")
        #expect(isWellFormed(outcome.output) && outcome.output.utf8.count < 20_000)
        #expect(outcome.output.contains("&lt;script&gt;") && !outcome.output.contains("<script"))
        #expect(!outcome.output.unicodeScalars.contains("\u{202e}") && !outcome.output.contains("\u{1b}"))
    }

    // MARK: Outputs

    @Test
    func `a picture goes to its file, and the text output to standard output`() throws {
        let scratch = try Scratch()
        let outcome = try Command.run(Self.kiosk + ["--svg", "s.svg", "--plot", "p.svg", "--trace", "t"], in: scratch)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("touch 1: "))
        #expect(scratch.names == ["p.svg", "s.svg", "t"])
        let tree = try Command.run("tree", Self.path("fixtures/pictures/kiosk.yaml"), "--svg", "tree.svg", in: scratch)
        #expect(tree.status == 0 && tree.output == "")
        #expect(isWellFormed(try String(contentsOf: scratch.url("tree.svg"), encoding: .utf8)))
    }

    @Test
    func `a picture never overwrites an input file or another output`() throws {
        let scratch = try Scratch()
        for (name, source) in [("r", "kiosk.evemu"), ("l.yaml", "kiosk.yaml")] {
            try scratch.write(name, try Data(contentsOf: URL(filePath: Self.path("fixtures/pictures/\(source)"))))
        }
        try scratch.write("i.yaml", Data("root: { subviews: [{ include: part.yaml }] }\n".utf8))
        try scratch.write("part.yaml", Data("id: part\nframe: [0, 0, 9, 9]\n".utf8))
        try FileManager.default.createSymbolicLink(at: scratch.url("link"), withDestinationURL: scratch.url("l.yaml"))
        let before = try ["r", "l.yaml", "part.yaml"].map { try Data(contentsOf: scratch.url($0)) }
        for (words, what) in [
            (["tree", "l.yaml", "--svg", "./l.yaml"], "the layout 'l.yaml'"),
            (["tree", "l.yaml", "--svg", "link"], "the layout 'l.yaml'"),
            (["tree", "i.yaml", "--svg", "part.yaml"], "which the layout includes"),
            (["replay", "r", "--svg", "r"], "the recording 'r'"),
            (["replay", "r", "--layout", "l.yaml", "--plot", "link"], "the layout 'l.yaml'"),
            (["replay", "r", "--svg", "x", "--plot", "x"], "the picture of --svg"),
            (["replay", "r", "--trace", "x", "--svg", "./x"], "the trace"),
        ] {
            let outcome = try Command.run(words, in: scratch)
            #expect(outcome.status == 1, "\(words)")
            #expect(outcome.complaints.contains("the picture would overwrite"), "\(words): \(outcome.complaints)")
            #expect(outcome.complaints.contains(what), "\(words): \(outcome.complaints)")
        }
        #expect(try ["r", "l.yaml", "part.yaml"].map { try Data(contentsOf: scratch.url($0)) } == before)
    }

    @Test(arguments: [
        (["--svg", "x", "--plot", "x"], "x: the picture would overwrite the picture of --svg"),
        (["--svg", "x", "--plot", "./x"], "./x: the picture would overwrite the picture of --svg"),
        (["--plot", "soft", "--svg", "x"], "soft: the picture would overwrite the picture of --svg"),
        (["--svg", "x", "--plot", "hard"], "hard: the picture would overwrite the picture of --svg"),
        (["--trace", "hard", "--plot", "soft"], "soft: the picture would overwrite the trace"),
        (["--trace", "x", "--svg", "y", "--plot", "r"], "r: the picture would overwrite the recording 'r'"),
        (["--trace", "x", "--svg", "y", "--plot", "new/p"], "new/p: the picture cannot be written"),
        (["--svg", "new", "--plot", "./new"], "./new: the picture would overwrite the picture of --svg"),
    ])
    func `if one output is rejected, all files stay unchanged`(_ words: [String], _ complaint: String) throws {
        let scratch = try Scratch()
        try scratch.write("r", try Data(contentsOf: URL(filePath: Self.path("fixtures/pictures/kiosk.evemu"))))
        for name in ["x", "y"] { try scratch.write(name, Data("what was there".utf8)) }
        try FileManager.default.linkItem(at: scratch.url("x"), to: scratch.url("hard"))
        try FileManager.default.createSymbolicLink(at: scratch.url("soft"), withDestinationURL: scratch.url("x"))
        let before = scratch.names
        for more in [[], ["--json"]] {
            let outcome = try Command.run(["replay", "r"] + words + more, in: scratch)
            #expect(outcome.status == 1 && outcome.output == "", "\(outcome.output)")
            #expect(outcome.complaints.hasPrefix("touchbridge: \(complaint)"), "\(outcome.complaints)")
            for name in ["x", "y"] {
                #expect(try String(contentsOf: scratch.url(name), encoding: .utf8) == "what was there", "\(name)")
            }
            #expect(scratch.names == before)
        }
    }

    @Test(arguments: [
        ["--svg", "x", "--json"], ["--trace", "hard"], ["--svg", "-", "--plot", "x"], ["--trace", "-", "--svg", "./x"],
    ])
    func `an output never overwrites the file behind standard output`(_ words: [String]) throws {
        let scratch = try Scratch()
        try scratch.write("x", Data())
        try FileManager.default.linkItem(at: scratch.url("x"), to: scratch.url("hard"))
        let command = try RunningCommand(
            ["replay", Self.path("fixtures/pictures/kiosk.evemu")] + words,
            output: .file(scratch.path("x")),
            errors: .file(scratch.path("errors")),
            in: scratch
        )
        #expect(command.wait() == 1)
        #expect(try Data(contentsOf: scratch.url("x")).isEmpty)
        let complaints = try String(contentsOf: scratch.url("errors"), encoding: .utf8)
        #expect(
            complaints.contains("would overwrite the output to standard output; specify a different file"),
            "\(complaints)"
        )
    }

    @Test
    func `a picture that cannot be written is reported`() throws {
        let outcome = try Command.run("tree", Self.path("fixtures/pictures/kiosk.yaml"), "--svg", "/dev/full")
        #expect(outcome.status == 1 && outcome.complaints.contains("/dev/full: cannot be written"))
        let nowhere = try Command.run(Self.kiosk + ["--plot", "nowhere/p"])
        #expect(nowhere.status == 1 && nowhere.complaints.contains("nowhere/p: the picture cannot be written"))
    }

    @Test(arguments: [
        (["tree", "x", "--svg", "-", "--json"], "--svg and --json cannot both be set; remove one"),
        (["replay", "x", "--svg", "-", "--json"], "--svg - and --json both write to standard output"),
        (["replay", "x", "--svg", "-", "--plot", "-"], "--svg - and --plot - both write to standard output"),
        (["replay", "x", "--trace", "-", "--plot", "-"], "--trace - and --plot - both write to standard output"),
    ])
    func `standard output accepts a single output`(_ words: [String], _ message: String) throws {
        let outcome = try Command.run(words)
        #expect(outcome.status == 2 && outcome.complaints.contains(message), "\(outcome.complaints)")
    }
}
