import Foundation
import Glibc
import Testing
import TimeLimits

/// Commands that ask a running service through its control socket.
struct ControlTests {
    private let scratch: Scratch
    private let manager: Manager
    private let service: RunningCommand
    private let environment: [String: String]

    private static let layout = """
        screens: [{ name: door, size: [800, 480] }]
        plugins: { journal: { type: log } }
        control: { allow: [set, send] }
        root:
          id: page
          subviews:
            - { id: ring, class: Button, frame: [40, 140, 300, 200], on: { touchUpInside: { journal.write: ding } } }
            - { id: volume, class: Slider, frame: [400, 140, 300, 60], range: [0, 100] }
        """

    init() throws {
        scratch = try Scratch()
        try scratch.write("door.yaml", Data(Self.layout.utf8))
        let folder = scratch.path("runtime")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        manager = try Manager(in: scratch)
        environment = ProcessInfo.processInfo.environment
            .merging(["XDG_RUNTIME_DIR": folder, "NOTIFY_SOCKET": manager.path]) { $1 }
        service = try RunningCommand(
            ["run", scratch.path("door.yaml")],
            errors: .file(scratch.path("log")),
            environment: environment
        )
        #expect(manager.hears("READY=1"))
    }

    private func ask(_ words: String...) throws -> Command.Outcome {
        try Command.run(words, in: scratch, environment: environment)
    }

    private func stop() {
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    private var socketPath: String {
        get throws {
            let folder = scratch.path("runtime/touchbridge")
            let name = try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".sock") }
            return "\(folder)/\(try #require(name))"
        }
    }

    @Test
    func `status lists the layout and the plugins`() throws {
        let text = try ask("status").output
        #expect(text.contains("reloads  0 (0 failed)\n\npanels: none\n\nplugin   connected  waiting"))
        let json = try ask("status", "--json").output
        #expect(json.contains(#""layout":"\#(scratch.path("door.yaml"))""#))
        #expect(json.contains(#""plugins":[{"name":"journal","connected":null,"waiting":0"#))
        stop()
    }

    @Test
    func `properties are printed and set`() throws {
        #expect(try ask("get").output == "window\npage\nring\nvolume\n")
        #expect(try ask("get", "volume").output.contains("class: Slider\nframe: [400,140,300,60]\nvalue: 0\n"))
        #expect(try ask("set", "volume", "value=40", "alpha=0.5").status == 0)
        #expect(try ask("get", "volume", "value").output == "40\n")
        #expect(try ask("set", "volume", "vale=3").complaints.contains("did you mean 'value'?"))
        #expect(try ask("set", "volum", "value=3").complaints.contains("did you mean 'volume'?"))
        #expect(try ask("get", "volume", "text").complaints.contains("'volume' has no property 'text'"))
        stop()
    }

    @Test
    func `a reload is not answered by a read that began before the request`() throws {
        let slow = Self.layout + "\n    - { repeat: 1..6000, id: \"v${item}\", frame: [0, 0, 1, 1], alpha: 0.5 }\n"
        try scratch.write("door.yaml", Data(slow.utf8))
        service.send(SIGHUP)
        usleep(300_000)
        try scratch.write("door.yaml", Data("root: { class: Buton }\n".utf8))
        #expect(try ask("reload").complaints.contains("the layout has errors"))
        stop()
    }

    @Test
    func `a sent event calls the handlers`() throws {
        #expect(try ask("send", "ring", "touchUpInside").status == 0)
        stop()
        #expect(try String(contentsOfFile: scratch.path("log"), encoding: .utf8).contains("plugin 'journal': ding"))
    }

    @Test
    func `reload reports errors, and applies the permissions of the new layout`() throws {
        try scratch.write("door.yaml", Data("root: { alpa: 1 }".utf8))
        let outcome = try ask("reload")
        #expect(outcome.status == 1 && outcome.complaints.contains("the layout has errors; 'touchbridge check"))
        let text = Self.layout.replacingOccurrences(of: "control: { allow: [set, send] }\n", with: "")
        try scratch.write("door.yaml", Data(text.utf8))
        #expect(try ask("reload").status == 0)
        let refused = try ask("send", "ring", "touchUpInside")
        #expect(refused.status == 1)
        #expect(refused.complaints.contains("'send' is not allowed; add it to 'control: { allow: [send] }'"))
        #expect(try ask("get", "ring", "class").output == "Button\n")
        stop()
    }

    @Test
    func `the group has access to the socket, and the socket is removed at the end`() throws {
        let path = try socketPath
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o660)
        stop()
        #expect(lstat(path, &status) != 0)
        let outcome = try ask("status")
        #expect(outcome.status == 1 && outcome.complaints.contains("no service is running; start it with"))
    }

    @Test
    func `a service is selected by its layout or its socket`() throws {
        #expect(try ask("get", "volume", "value", "--layout", "door.yaml").output == "0\n")
        #expect(try ask("get", "volume", "value", "--socket", socketPath).output == "0\n")
        try scratch.write("other.yaml", Data(Self.layout.utf8))
        #expect(try ask("status", "--layout", "other.yaml").complaints.contains("no service runs 'other.yaml'"))
        let other = try RunningCommand(["run", scratch.path("other.yaml")], environment: environment)
        #expect(manager.hears("READY=1"))
        let outcome = try ask("status")
        #expect(outcome.status == 2 && outcome.complaints.contains("several services are running; select one"))
        other.send(SIGTERM)
        #expect(other.wait() == 0)
        stop()
    }

    // MARK: Hostile clients

    private func connect() throws -> Int32 {
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = try socketPath
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return client
    }

    private func reply(to text: String, from client: Int32) -> String {
        _ = text.withCString { write(client, $0, strlen($0)) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = max(0, read(client, &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    @Test(arguments: [
        ("nonsense\n", "the request is not valid JSON"), ("[1]\n", "a request must be a JSON object"),
        (#"{"do":"fly"}"# + "\n", "unknown command; the commands are status, reload, set"),
        (String(repeating: "x", count: 70_000), "a request has at most 65536 bytes"),
    ])
    func `an invalid request gets a reason`(_ request: String, _ reason: String) throws {
        let client = try connect()
        defer { close(client) }
        #expect(reply(to: request, from: client).contains(reason))
        #expect(try ask("status").status == 0)
        stop()
    }

    @Test
    func `more clients than allowed are rejected, and the service continues`() throws {
        let clients = try (0..<8).map { _ in try connect() }
        #expect(reply(to: "{\"do\":\"reload\"}\n", from: clients[7]).contains("\"ok\":true"))
        let rejected = try ask("status")
        #expect(rejected.status == 1 && rejected.complaints.contains("8 clients"))
        for client in clients { close(client) }
        let end = ContinuousClock.now + TimeLimits.wait
        while try ask("status").status != 0 { try #require(ContinuousClock.now < end, "a client can connect again") }
        stop()
    }
}
