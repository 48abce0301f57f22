import Foundation
import JSON
import Testing

/// Tests `touchbridge check` and `touchbridge schema`.
struct CheckTests {
    private let good = "root: { id: lobby }\n"
    private let bad = "root:\n  fraem: [0, 0, 10]\n  alpha: 2\n"
    private let odd = "root: { on: { touchUpInside: copy } }\nactions: { copy: [] }\n"

    @Test
    func `a valid layout has no errors`() throws {
        let scratch = try Scratch()
        try scratch.write("good.yaml", Data(good.utf8))
        let outcome = try Command.run("check", "good.yaml", in: scratch)
        #expect(outcome.status == 0)
        #expect(outcome.output == "good.yaml: no errors\n")
        #expect(outcome.complaints == "")
    }

    @Test(arguments: ["python", "c", "swift"])
    func `the layouts of the example plugins have no errors except unbuilt shared objects`(
        name: String
    ) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        let path = root.appending(path: "examples/plugins/\(name)/layout.yaml").path
        let lines = try Command.run("check", path).output.split(separator: "\n")
        let isBuilt = lines.last == "\(path): no errors"
        let isMissing = lines.last == "\(path): 1 warning" && lines[0].contains("warning: on this machine /")
        #expect(isBuilt || (name != "python" && isMissing), "\(lines)")
    }

    @Test
    func `every error is reported with its position, and the status is 1`() throws {
        let scratch = try Scratch()
        try scratch.write("bad.yaml", Data(bad.utf8))
        let outcome = try Command.run("check", "bad.yaml", in: scratch)
        #expect(outcome.status == 1)
        #expect(
            outcome.output == """
                bad.yaml:2:3: error: View has no key 'fraem'; did you mean 'frame'?
                      fraem: [0, 0, 10]
                      ^
                bad.yaml:3:10: error: 'alpha' must be a number from 0 to 1, not '2'
                      alpha: 2
                             ^
                bad.yaml: 2 errors

                """
        )
    }

    @Test
    func `with --strict, warnings give status 1, and --quiet prints them alone`() throws {
        let scratch = try Scratch()
        try scratch.write("odd.yaml", Data(odd.utf8))
        try scratch.write("good.yaml", Data(good.utf8))
        let strict = try Command.run("check", "good.yaml", "odd.yaml", "--strict", "--quiet", in: scratch)
        #expect(strict.status == 1)
        #expect(strict.output.hasPrefix("odd.yaml:1:15: warning: ") && !strict.output.contains("1 warning"))
        let good = try Command.run("check", "good.yaml", "--strict", "--quiet", in: scratch)
        #expect(good.status == 0 && good.output == "")
    }

    @Test(arguments: [
        ("root: { id: lobby }", "<stdin>: no errors\n", 0),
        ("root: { alpa: 1 }", "<stdin>:1:9: error: View has no key 'alpa'; did you mean 'alpha'?\n", 1),
        ("", "<stdin>:1:1: error: the layout is empty; 'touchbridge schema' prints the available keys\n", 1),
        ("include: part.yaml", "<stdin>: no errors\n", 0),
    ])
    func `a layout is read from standard input`(_ layout: String, _ start: String, _ status: Int32) throws {
        let scratch = try Scratch()
        try scratch.write("layout", Data(layout.utf8))
        try scratch.write("part.yaml", Data(good.utf8))
        let process = Process()
        process.executableURL = Command.binary
        process.arguments = ["check", "-"]
        process.currentDirectoryURL = scratch.folder
        let output = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: scratch.url("layout"))
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
        #expect(text.hasPrefix(start), "\(text)")
    }

    @Test
    func `warnings alone give status 0`() throws {
        let scratch = try Scratch()
        try scratch.write("odd.yaml", Data(odd.utf8))
        let outcome = try Command.run("check", "odd.yaml", in: scratch)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("odd.yaml:1:15: warning: a View never sends 'touchUpInside'"))
        #expect(outcome.output.hasSuffix("odd.yaml: 1 warning\n"))
    }

    @Test
    func `a missing program is a warning, at every position in a layout`() throws {
        let scratch = try Scratch()
        let text = """
            plugins: { shell: { type: exec } }
            root:
              on:
                touchesBegan: { shell.run: [/no/such/program] }
                touchesMoved: { shell.run: { command: [no-such-program] } }
                touchesEnded: { shell.run: [/etc/passwd] }
                touchesCancelled: [{ shell.run: [sh, -c, beep] }, { shell.run: [/bin/sh] }, { shell.run: [./beside] }]

            """
        try scratch.write("run.yaml", Data(text.utf8))
        let outcome = try Command.run("check", "run.yaml", in: scratch)
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("run.yaml:") }
        try #require(lines.count == 4)
        let start = "warning: on this machine the"
        #expect(lines[0].hasPrefix("run.yaml:4:33: \(start) program '/no/such/program' was not found"))
        #expect(lines[1].hasPrefix("run.yaml:5:44: \(start) program 'no-such-program' was not found in /"))
        #expect(lines[2].hasPrefix("run.yaml:6:33: \(start) service's user cannot execute '/etc/passwd'"))
        #expect(lines[3] == "run.yaml: 3 warnings")
    }

    @Test
    func `a missing secret file is a warning with the command that creates it`() throws {
        let scratch = try Scratch()
        let text = """
            plugins:
              bus: { type: mqtt, broker: "mqtt://b", user: kiosk, passwordFile: /no/such/file, statusTopic: a }
              page: { type: stream, port: 0, origins: ["https://example.org"], tokenFile: /no/such/token }
              hook: { type: webhook, url: "https://example.org", headerFiles: { X-Key: /no/such/key } }
              home: { type: webhook, url: "https://example.org", headerFiles: { X-Key: /etc/passwd } }
            root: { on: { touchesBegan: [hook.post, home.post] } }

            """
        try scratch.write("secrets.yaml", Data(text.utf8))
        let outcome = try Command.run("check", "secrets.yaml", in: scratch)
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("secrets.yaml:") }
        try #require(lines.count == 4, "\(outcome.output)")
        let start = "warning: on this machine touchbridge cannot read the secret in"
        #expect(lines[0].hasPrefix("secrets.yaml:2:69: \(start) /no/such/file: No such file or directory; run '"))
        #expect(lines[0].hasSuffix("'install -m 600 /dev/stdin /no/such/file', type the secret and press ctrl+d"))
        #expect(lines[1].hasPrefix("secrets.yaml:3:79: \(start) /no/such/token"))
        #expect(lines[2].hasPrefix("secrets.yaml:4:76: \(start) /no/such/key"))
        #expect(lines[3] == "secrets.yaml: 3 warnings")
    }

    @Test
    func `a missing program or shared object of a plugin is a warning`() throws {
        let scratch = try Scratch()
        let text = """
            plugins:
              door: { type: process, command: [no-such-program] }
              gate: { type: process, command: [./beside.py, 1] }
              bell: { type: process, command: [sh] }
              lamp: { type: library, path: lamp.so }
            root: {}

            """
        try scratch.write("parts.yaml", Data(text.utf8))
        let outcome = try Command.run("check", "parts.yaml", in: scratch)
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("parts.yaml:") }
        try #require(lines.count == 4)
        #expect(lines[0].hasPrefix("parts.yaml:2:36: warning: on this machine the program 'no-such-program'"))
        #expect(lines[1].hasPrefix("parts.yaml:3:36: warning: on this machine the program '/"))
        #expect(lines[2].hasPrefix("parts.yaml:5:32: warning: on this machine /"))
        #expect(lines[2].contains("lamp.so cannot be opened"))
        #expect(lines[3] == "parts.yaml: 3 warnings")
    }

    @Test
    func `a recording given as layout, or a layout given as recording, is reported in one line`() throws {
        let scratch = try Scratch()
        let tap = recording("wacom-isdv4-e6-finger-single-tap-center")
        let layout = try Command.run("check", tap)
        #expect(layout.status == 1)
        let message = "the file is a recording, not a layout; specify a layout file"
        #expect(layout.output == "\(tap):1:1: error: \(message)\n\(tap): 1 error\n")
        try scratch.write("lobby.yaml", Data("screens: [{}]\nroot: {}\n".utf8))
        let replay = try Command.run("replay", "lobby.yaml", in: scratch)
        #expect(replay.status == 1)
        #expect(replay.complaints.hasSuffix("pass a recording (if this file is the layout, use --layout FILE)\n"))
    }

    /// Examples whose layouts run no programs. Others, such as lobby.yaml and wake.yaml, run programs that the test
    /// machine may lack.
    @Test(arguments: [
        "accessibility", "admin-gesture", "contained", "edges-and-fingers", "ghosts", "hotplug", "idle", "menu",
        "no-delay", "scroll-or-tap",
    ])
    func `the layouts of the examples have no errors`(name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        let path = root.appending(path: "examples/layouts/\(name).yaml").path
        #expect(try Command.run("check", path).output == "\(path): no errors\n")
    }

    @Test
    func `JSON output has one object per error and nothing else`() throws {
        let scratch = try Scratch()
        try scratch.write("good.yaml", Data(good.utf8))
        try scratch.write("bad.yaml", Data(bad.utf8))
        let outcome = try Command.run("check", "good.yaml", "bad.yaml", "--json", in: scratch)
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        let first =
            #"{"file":"bad.yaml","line":2,"column":3,"endLine":2,"endColumn":8,"severity":"error","code":"unknown-key","#
            + #""message":"View has no key 'fraem'; did you mean 'frame'?","fix":"did you mean 'frame'?"}"#
        #expect(lines.map(String.init).first == first)
        #expect(lines.count == 2)
    }

    @Test
    func `a missing file is reported as an error`() throws {
        let outcome = try Command.run("check", "nothing.yaml", "--json")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("no such file or directory; check the name"))
    }

    @Test
    func `the schema is JSON, and the reference is Markdown`() throws {
        let outcome = try Command.run("schema")
        #expect(outcome.status == 0)
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        )
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect(try Command.run("schema", "--markdown").output.hasPrefix("### Layout\n"))
    }

    @Test(arguments: [["check"], ["check", "--yaml"], ["schema", "view"], ["schema", "--json"]])
    func `a usage error has status 2`(_ words: [String]) throws {
        let outcome = try Command.run(words)
        #expect(outcome.status == 2)
        #expect(outcome.output == "")
    }
}
