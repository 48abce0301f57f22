import Foundation
import Testing

/// Tests `touchbridge tree`, `touchbridge hit-test` and `touchbridge replay --layout`.
struct LayoutCommandTests {
    private let layout = """
        screens: [{ name: lobby, size: [1920, 1080], deadZones: [[0, 0, 50, 50]] }]
        plugins: { journal: { type: log } }
        root:
          id: lobby
          subviews:
            - { id: curtain, hidden: true }
            - id: page
              frame: [0, 0, "50%", "100%"]
              gestures: [{ id: wipe, type: swipe, on: { ended: { journal.write: wiped } } }]
              on: { touchesBegan: { journal.write: "at {{x:0}}" }, touchesEnded: { journal.write: gone } }
        """

    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("lobby.yaml", Data(layout.utf8))
        return scratch
    }

    private func json(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
    }

    // MARK: tree

    @Test
    func `tree shows windows, views, controllers and gestures`() throws {
        let outcome = try Command.run("tree", "lobby.yaml", in: try scratch())
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                Window window [0, 0, 1920, 1080]
                  View lobby [0, 0, 1920, 1080]
                    View curtain [0, 0, 1920, 1080] hidden
                    View page [0, 0, 960, 1080] +wipe

                """
        )
        #expect(outcome.complaints == "")
    }

    @Test
    func `tree --json prints the windows as JSON`() throws {
        let outcome = try Command.run("tree", "lobby.yaml", "--json", in: try scratch())
        let windows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
        #expect(windows?.count == 1)
        #expect(windows?.first?["frame"] as? [Int] == [0, 0, 1920, 1080])
    }

    @Test(arguments: ["tree", "hit-test", "replay"])
    func `a layout with mistakes is reported with status 1`(_ command: String) throws {
        let scratch = try Scratch()
        try scratch.write("bad.yaml", Data("root: { on: { touches: nobody.here } }\n".utf8))
        let words =
            switch command {
            case "tree": ["tree", "bad.yaml"]
            case "hit-test": ["hit-test", "bad.yaml", "1", "2"]
            default: ["replay", recording("atmel-maxtouch-touchscreen-1-finger-fast-taps"), "--layout", "bad.yaml"]
            }
        let outcome = try Command.run(words, in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.complaints.contains("bad.yaml:1:24: error: there is no plugin 'nobody'"))
    }

    // MARK: hit-test

    @Test
    func `hit-test prints the visited views, their results and the responders`() throws {
        let outcome = try Command.run("hit-test", "lobby.yaml", "100", "200.5", in: try scratch())
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                - window: contains the point, at (100, 200.5)
                -   lobby: contains the point, at (100, 200.5)
                *     page: hit, at (100, 200.5)
                gestures: wipe
                responders: page → lobby → window → Application

                """
        )
    }

    @Test
    func `hit-test prints why views were skipped`() throws {
        let outcome = try Command.run("hit-test", "lobby.yaml", "1000", "200", in: try scratch())
        #expect(outcome.output.contains("-     page: not hit, because the point is 40 pt outside its bounds\n"))
        #expect(outcome.output.contains("-     curtain: not hit, because it is hidden\n"))
        #expect(outcome.output.contains("*   lobby: hit, at (1000, 200)\n"))
    }

    @Test
    func `hit-test --json prints the same, including dead zones`() throws {
        let outcome = try Command.run("hit-test", "lobby.yaml", "10", "10", "--json", in: try scratch())
        let report = try json(outcome.output)
        #expect(report["view"] as? String == "page")
        #expect(report["deadZone"] as? String == "lobby")
        #expect(report["chain"] as? [String] == ["page", "lobby", "window", "Application"])
        let visited = try #require(report["visited"] as? [[String: Any]])
        #expect(visited.map { $0["verdict"] as? String } == ["entered", "entered", "hit"])
    }

    @Test
    func `the layout in the README has no mistakes and is hit as described there`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        let page = try String(contentsOf: path.standardizedFileURL, encoding: .utf8)
        let text = page.components(separatedBy: "```yaml\n")[1].components(separatedBy: "```")[0]
        let scratch = try Scratch()
        try scratch.write("lobby.yaml", Data(text.utf8))
        let checked = try Command.run("check", "lobby.yaml", in: scratch)
        // A machine without sound may lack the volume program.
        let warnings = checked.output.split(separator: "\n").filter { $0.contains("warning: ") }
        #expect(
            checked.status == 0 && warnings.allSatisfy { $0.contains("the program 'amixer' was not found") },
            "\(warnings)"
        )
        let words = try #require(page.split(separator: "\n").first { $0.hasPrefix("touchbridge hit-test ") })
            .split(separator: " ").dropFirst().prefix { $0 != "#" }.map(String.init)
        let outcome = try Command.run(words, in: scratch)
        #expect(outcome.output.contains("* ") && outcome.output.contains(" volume: hit, at ("), "\(outcome.output)")
    }

    @Test
    func `hit-test outside every window has status 1`() throws {
        let outcome = try Command.run("hit-test", "lobby.yaml", "5000", "10", in: try scratch())
        #expect(outcome.status == 1)
        #expect(outcome.output.hasSuffix("no window accepts a touch at (5000, 10)\n"))
    }

    @Test(arguments: [
        (["hit-test", "lobby.yaml"], "wrong number of arguments; write LAYOUT X Y"),
        (["hit-test", "lobby.yaml", "a", "2"], "invalid X or Y; write coordinates in points, for instance 540 1800"),
        (
            ["hit-test", "lobby.yaml", "1", "2", "--screen", "lobbi"],
            "the layout has no screen 'lobbi'; did you mean 'lobby'?"
        ),
        (["replay", "x", "--dry-run"], "--dry-run requires a layout; add --layout FILE"),
        (
            ["replay", "x", "--layout", "y", "--dry-run", "--run-handlers"],
            "--dry-run and --run-handlers cannot both be set; remove one"
        ),
        (
            ["replay", "x", "--layout", "y", "--size", "1x1"],
            "--size cannot be set with --layout, because the layout sets the size; remove --size"
        ),
    ])
    func `a usage error is reported with status 2`(_ words: [String], _ message: String) throws {
        let outcome = try Command.run(words, in: try scratch())
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("touchbridge: \(message)\n"), "\(outcome.complaints)")
    }

    // MARK: replay

    private let taps = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")

    @Test
    func `a replay with a layout lists the handlers that would be called, and calls none`() throws {
        let outcome = try Command.run("replay", taps, "--layout", "lobby.yaml", in: try scratch())
        #expect(outcome.status == 0)
        #expect(outcome.complaints == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 12)
        #expect(lines[0].hasPrefix("touch 1: began at 0.000 s at (816.0, 544.5)"))
        #expect(
            lines.suffix(3) == [
                "handlers that would be called (--run-handlers calls them):",
                "  journal.write of page on touchesBegan: 9",
                "  journal.write of page on touchesEnded: 9",
            ]
        )
    }

    @Test
    func `a replay with --run-handlers calls the handlers`() throws {
        let outcome = try Command.run("replay", taps, "--layout", "lobby.yaml", "--run-handlers", in: try scratch())
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("handlers:\n  journal.write of page on touchesBegan: 9"))
        #expect(outcome.complaints.contains("touchbridge: plugin 'journal': at 816"))
    }

    @Test
    func `the trace contains the same handler calls in a dry run and with --run-handlers`() throws {
        let scratch = try scratch()
        let dry = try Command.run("replay", taps, "--layout", "lobby.yaml", "--trace", "-", in: scratch).output
        let live = try Command.run(
            "replay",
            taps,
            "--layout",
            "lobby.yaml",
            "--trace",
            "-",
            "--run-handlers",
            in: scratch
        )
        #expect(dry == live.output)
        let handlers = try dry.split(separator: "\n").map(json).filter { $0["kind"] as? String == "handler" }
        #expect(handlers.count == 18)
        #expect(handlers.first?["outcome"] as? String == "accepted")
        #expect(handlers.first?["view"] as? String == "page")
    }

    @Test(arguments: ["tree", "hit-test", "replay", "check"])
    func `names are sanitized on a terminal and unchanged in JSON`(_ command: String) throws {
        let scratch = try Scratch()
        let bad = #"\e]0;evil\a\u202e\nx"#
        let odd = """
            plugins: { journal: { type: log } }
            root:
              id: "v\(bad)"
              gestures: [{ id: "g\(bad)", type: tap }]
              on: { touchesBegan: journal.write, touchUpInside: copy }
              controller: { id: "c\(bad)" }
              actions: { copy: [] }
              subviews: [{ id: "v\(bad)" }]
            """
        try scratch.write("odd.yaml", Data(odd.utf8))
        let words =
            switch command {
            case "hit-test": ["hit-test", "odd.yaml", "1", "2"]
            case "replay": ["replay", taps, "--layout", "odd.yaml"]
            default: [command, "odd.yaml"]
            }
        let outcome = try Command.run(words, in: scratch)
        let text = outcome.output + outcome.complaints
        #expect(text.contains("v\u{fffd}]0;evil\u{fffd}"), "\(text)")
        let harmful: Set<Unicode.Scalar> = ["\u{1b}", "\u{07}", "\u{202e}"]
        #expect(!text.unicodeScalars.contains { harmful.contains($0) }, "\(text)")
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("x") }, "\(text)")
        guard command != "check" else { return }
        let json = try Command.run(words + ["--json"], in: scratch).output
        #expect(json.contains(#"v\u001b]0;evil\u0007"#), "\(json)")
    }

    @Test(arguments: [
        ("taps", "the recording 'taps'"), ("main.yaml", "the layout 'main.yaml'"),
        ("part.yaml", "'part.yaml', which the layout includes"),
    ])
    func `a trace never overwrites an input file, and the message names that file`(_ name: String, _ what: String)
        throws
    {
        let scratch = try scratch()
        try scratch.write("taps", try Data(contentsOf: URL(filePath: taps)))
        try scratch.write("main.yaml", Data("root: { include: part.yaml }\n".utf8))
        try scratch.write("part.yaml", Data("id: lobby\n".utf8))
        try FileManager.default.createSymbolicLink(at: scratch.url("link"), withDestinationURL: scratch.url(name))
        let before = try Data(contentsOf: scratch.url(name))
        let commands = [["replay", "taps", "--layout", "main.yaml"], ["run", "main.yaml"]]
        for words in commands where name != "taps" || words[0] == "replay" {
            let outcome = try Command.run(words + ["--trace", "link"], in: scratch)
            #expect(outcome.status == 1)
            let complaint = "touchbridge: link: the trace would overwrite \(what); specify a different file\n"
            #expect(outcome.complaints == complaint)
            #expect(try Data(contentsOf: scratch.url(name)) == before)
        }
    }

    @Test
    func `JSON output has lines for handlers after those of the touches`() throws {
        let outcome = try Command.run("replay", taps, "--layout", "lobby.yaml", "--json", in: try scratch())
        let lines = try outcome.output.split(separator: "\n").map(json)
        #expect(lines.count == 11)
        #expect(lines.last?["handler"] as? String == "journal.write")
        #expect(lines.last?["calls"] as? Int == 9)
        #expect(lines.last?["dropped"] as? Int == 0)
    }
}
