import Foundation
import Testing

/// Tests that the service loads network libraries only for layouts that need them. Each library is replaced by an
/// invalid file.
struct MissingLibraryTests {
    private let scratch: Scratch
    private var environment: [String: String] { ["LD_LIBRARY_PATH": scratch.path("lib")] }

    private static let layout = """
        screens: [{ size: [100, 100] }]
        plugins:
          broker: { type: mqtt, broker: "mqtt://127.0.0.1" }
          server: { type: webhook, url: "http://127.0.0.1/" }
          page: { type: stream, port: 0, origins: ["http://kiosk"] }
        root:
          id: button
          on: { touches: [broker.publish: { topic: a/b }, server.post, page.send] }
        """

    init() throws {
        scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.path("lib"), withIntermediateDirectories: true)
        for name in ["libmosquitto.so.1", "libcurl.so.4", "libwebsockets.so.17", "libwebsockets.so.19"] {
            try scratch.write("lib/\(name)", Data())
        }
        try scratch.write("layout.yaml", Data(Self.layout.utf8))
        try scratch.write("plain.yaml", Data("screens: [{ size: [100, 100] }]".utf8))
    }

    private func run(_ words: String...) throws -> (status: Int32, text: String) {
        let output = scratch.path("output")
        let program = Command.binary(for: words).path
        let status = try Program.run(program, words, output: output, environment: environment)
        return (status, try String(contentsOfFile: output, encoding: .utf8))
    }

    @Test func `check warns about each missing library and names its package`() throws {
        let (status, text) = try run("check", scratch.path("layout.yaml"))
        #expect(status == 0)
        for (line, package) in [(3, "libmosquitto1"), (4, "libcurl4"), (5, "libwebsockets1")] {
            let warning = text.split(separator: "\n").first { $0.contains("layout.yaml:\(line):") }
            #expect(warning?.contains("warning: a library cannot be loaded: ") == true, "line \(line)")
            #expect(warning?.contains("; on Debian: apt install \(package)") == true, "line \(line)")
        }
        #expect(text.contains("3 warnings"))
    }

    @Test func `check warns about the library of the inspector and of the metrics`() throws {
        try scratch.write("servers.yaml", Data("screens: [{ size: [100, 100] }]\ninspect: true\nmetrics: {}".utf8))
        try scratch.write("off.yaml", Data("inspect: false\nmetrics: false".utf8))
        let (status, text) = try run("check", scratch.path("servers.yaml"), scratch.path("off.yaml"))
        #expect(status == 0)
        for place in ["2:10", "3:10"] {
            let warning = text.split(separator: "\n").first { $0.contains("servers.yaml:\(place): warning: ") }
            #expect(warning?.contains("; on Debian: apt install libwebsockets1") == true, "\(place): \(text)")
        }
        #expect(text.contains("servers.yaml: 2 warnings\n") && text.contains("off.yaml: no errors\n"), "\(text)")
    }

    @Test func `replay with an inspector fails at once without its library, and names the package`() throws {
        let taps = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")
        let command = ["replay", taps, "--layout", scratch.path("plain.yaml"), "--inspect", "--port", "0"]
        let output = scratch.path("output")
        // Status 124 would mean that the command has started its server and waits.
        let words = ["60", Command.binary(for: command).path] + command
        #expect(try Program.run("/usr/bin/timeout", words, output: output, environment: environment) == 1)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(text.contains("the inspector cannot start: a library cannot be loaded: "), "\(text)")
        #expect(text.contains("; on Debian: apt install libwebsockets1"), "\(text)")
        #expect(text.split(separator: "\n").count == 1, "\(text)")
    }

    @Test func `a layout without network plugins loads no network library`() throws {
        let (status, text) = try run("check", scratch.path("plain.yaml"))
        #expect(status == 0 && !text.contains("library"))
    }

    @Test func `calls of a plugin without its library fail, and other plugins deliver theirs`() throws {
        let layout = """
            plugins: { broker: { type: mqtt, broker: "mqtt://127.0.0.1" }, shell: { type: exec, queue: 64 } }
            root: { id: page, on: { touchesEnded: [broker.publish: { topic: a/b }, shell.run: ["true"]] } }
            """
        try scratch.write("calls.yaml", Data(layout.utf8))
        let taps = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")
        let (status, text) = try run("replay", taps, "--layout", scratch.path("calls.yaml"), "--run-handlers")
        #expect(status == 1)
        #expect(text.contains("plugin 'broker': the plugin cannot be created: a library cannot be loaded: "), "\(text)")
        #expect(text.contains("broker.publish of page on touchesEnded: 9 dropped"), "\(text)")
        #expect(text.contains("shell.run of page on touchesEnded: 9 delivered"), "\(text)")
    }
}
