import Foundation
import Glibc
import Testing
import TimeLimits

/// Tests the commands that query a running service through its control socket.
struct ControlTests {
    private let service: ControlledService

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

    init() throws { service = try ControlledService(Self.layout) }

    private var scratch: Scratch { service.scratch }

    private func ask(_ words: String...) throws -> Command.Outcome { try service.ask(words) }

    private func stop() { service.stop() }

    @Test
    func `status lists the layout and the plugins`() throws {
        let text = try ask("status").output
        #expect(text.contains("reloads  0 (0 failed)\n\nscreen  state\ndoor    active\n\npanels: none\n\n"))
        #expect(text.contains("\nplugin   connected  waiting"))
        let json = try ask("status", "--json").output
        #expect(json.contains(#""layout":"\#(scratch.path("door.yaml"))""#))
        #expect(json.contains(#""plugins":[{"name":"journal","connected":null,"waiting":0"#))
        #expect(json.contains(#""screens":[{"name":"door","state":"active"}]"#))
        #expect(json.contains(#""lastError":null"#))
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
    func `ids, properties and events of the service are completed`() throws {
        func candidates(_ words: String...) throws -> [String] { try candidates(words) }
        func candidates(_ words: [String]) throws -> [String] {
            let outcome = try service.ask(["completion", "candidates", "--"] + words)
            #expect(outcome.status == 0 && outcome.complaints == "")
            return outcome.output.split(separator: "\n").map(String.init)
        }
        #expect(try candidates("get") == ["window", "page", "ring", "volume"])
        #expect(try candidates("get", "--socket", service.socketPath) == ["window", "page", "ring", "volume"])
        #expect(try candidates("get", "--layout", "door.yaml") == ["window", "page", "ring", "volume"])
        #expect(try candidates("get", "--layout", "other.yaml") == [])
        #expect(try candidates("get", "volume").contains("value"))
        #expect(try !candidates("get", "ring").contains("value"))
        #expect(try candidates("get", "volume", "value") == [])
        #expect(try candidates("get", "missing") == [])
        #expect(try candidates("set") == ["page", "ring", "volume"])
        #expect(try candidates("set", "volume").contains("value="))
        #expect(try !candidates("set", "ring", "alpha=1").contains("value="))
        #expect(try candidates("send") == ["ring", "volume"])
        #expect(try candidates("send", "ring").contains("touchUpInside"))
        #expect(try candidates("tap") == [])
        #expect(try candidates("tap", "--live") == ["page", "ring", "volume"])
        let layout = ["explain", "tap.evemu", "--layout", "door.yaml"]
        #expect(try candidates(layout + ["--view"]) == ["page", "ring", "volume"])
        #expect(try Set(candidates("explain", "--why-not")).isSuperset(of: ["touchUpInside", "recognized"]))
        #expect(try candidates("replay") == [])
        #expect(try candidates() == [])
        stop()
        #expect(try candidates("get") == [])
    }

    @Test
    func `get prints default values, and names the nearest property`() throws {
        let defaults = [
            ("hidden", "false"), ("alpha", "1"), ("enabled", "true"), ("tag", "0"), ("bounds", "[0,0,300,60]"),
            ("subviews", "[]"), ("controller", "null"), ("gestures", "[]"), ("sequences", "[]"), ("selected", "false"),
            ("userInteractionEnabled", "true"), ("multipleTouchEnabled", "false"), ("exclusiveTouch", "false"),
        ]
        for (property, value) in defaults { #expect(try ask("get", "volume", property).output == "\(value)\n") }
        #expect(try ask("get", "volume", "hidden", "--json").output == "false\n")
        #expect(try ask("get", "window", "level").output == "0\n")
        let misspelled = try ask("get", "volume", "hiden")
        #expect(misspelled.status == 1)
        #expect(misspelled.complaints.contains("'volume' has no property 'hiden'; did you mean 'hidden'?"))
        #expect(try ask("get", "page", "enabled").complaints.contains("'page' is a View and has no 'enabled'"))
        #expect(try ask("get", "volume", "step").complaints.contains("'step' can be set, but a service does not"))
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
        #expect(try service.log.contains("plugin 'journal': ding"))
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
        #expect(refused.complaints.contains("'send' is not allowed; write 'control: { allow: [send] }'"))
        #expect(try ask("get", "ring", "class").output == "Button\n")
        stop()
    }

    @Test
    func `the group has access to the socket, and the socket is removed at the end`() throws {
        let path = try service.socketPath
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
        #expect(try ask("get", "volume", "value", "--socket", service.socketPath).output == "0\n")
        try scratch.write("other.yaml", Data(Self.layout.utf8))
        #expect(try ask("status", "--layout", "other.yaml").complaints.contains("no service runs 'other.yaml'"))
        let other = try RunningCommand(["run", scratch.path("other.yaml")], environment: service.environment)
        #expect(service.manager.hears("READY=1"))
        let outcome = try ask("status")
        #expect(outcome.status == 2 && outcome.complaints.contains("several services are running; select one"))
        other.send(SIGTERM)
        #expect(other.wait() == 0)
        stop()
    }

    // MARK: Hostile clients

    @Test(arguments: [
        (#"{"do":"follow","moves":1}"# + "\n", "'moves' must be true or false"),
        ("nonsense\n", "the request is not valid JSON"), ("[1]\n", "a request must be a JSON object"),
        (#"{"do":"fly"}"# + "\n", "unknown command 'fly'; the commands are status, reload, follow, tap, set"),
        (String(repeating: "x", count: 70_000), "the request is longer than 65536 bytes"),
        (#"{"do":"status"}"# + String(repeating: " ", count: 65_522) + "\n", "the request is longer than 65536 bytes"),
        (#"{"do":"status"}"# + String(repeating: " ", count: 65_521) + "\n", #""ok":true"#),
    ])
    func `an invalid request gets a reason`(_ request: String, _ reason: String) throws {
        let client = try service.connect()
        defer { close(client) }
        #expect(ControlledService.reply(to: request, from: client).contains(reason))
        #expect(try ask("status").status == 0)
        stop()
    }

    @Test
    func `more clients than allowed are rejected, and the service continues`() throws {
        let clients = try (0..<8).map { _ in try service.connect() }
        #expect(ControlledService.reply(to: "{\"do\":\"reload\"}\n", from: clients[7]).contains("\"ok\":true"))
        let rejected = try ask("status")
        #expect(rejected.status == 1 && rejected.complaints.contains("too many clients"))
        for client in clients { close(client) }
        let end = ContinuousClock.now + TimeLimits.wait
        while try ask("status").status != 0 { try #require(ContinuousClock.now < end, "a client can connect again") }
        stop()
    }
}
