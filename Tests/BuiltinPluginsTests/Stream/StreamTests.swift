import BuiltinStream
import Foundation
import HandlerEvents
import JSON
import PluginAPI
import TestSupport
import Testing
import TimeLimits

@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct StreamTests {
    @Test func `a page receives events as JSON, in order`() throws {
        let rig = try StreamRig()
        let page = try rig.page()
        let binding = try rig.binding("door", "{note: \"{{x:1}} {{event}}\", number: \"{{touch}}\"}")
        rig.take(.touchesBegan, binding, 7, time: 1000, x: 1.5)
        rig.take(.touchesEnded, binding, 7, time: 2000, x: 2)
        let began = try page.event()
        #expect(began["event"] == "touchesBegan")
        #expect(began["time"] == 1000)
        #expect(began["view"] == "door")
        #expect(began["screen"] == "lobby")
        #expect(began["x"] == 1.5)
        #expect(began["stream"] == "1.7")
        #expect(began["data"] == ["note": "1.5 touchesBegan", "number": 7])
        let ended = try page.event()
        #expect(ended["event"] == "touchesEnded")
        #expect(ended["stream"] == "1.7")
    }

    @Test func `a new client receives the version, the views and the allowed commands`() throws {
        let rig = try StreamRig("{port: 0, origins: [\"https://kiosk.example\"], allow: [set, describe]}")
        rig.plugin.bindingsChanged([try rig.binding("door"), try rig.binding("window"), try rig.binding("door")])
        // Once an earlier client is notified of the views, the plugin's thread has received them.
        let first = try StreamPage(port: rig.port)
        while try first.message()["views"] != ["door", "window"] {}
        let page = try StreamPage(port: rig.port)
        let hello = try page.message()
        #expect(hello["version"] == 1)
        #expect(hello["plugin"] == "page")
        #expect(hello["host"] == "kiosk-7")
        #expect(hello["views"] == ["door", "window"])
        #expect(hello["allow"] == ["set", "describe"])
        #expect(hello["live"] == [])
    }

    @Test func `a client that connects during a gesture receives its beginning and newest move`() throws {
        let rig = try StreamRig()
        let early = try rig.page()
        let binding = try rig.binding()
        rig.take(.touchesBegan, binding, 1, time: 1000, x: 1)
        rig.take(.touchesBegan, binding, 2, time: 1000, x: 100)
        rig.take(.touchesMoved, binding, 1, time: 2000, x: 2)
        rig.take(.touchesMoved, binding, 1, time: 3000, x: 3)
        rig.take(.touchesEnded, binding, 2, time: 4000, x: 100)
        for _ in 0..<5 { _ = try early.event() }
        let late = try StreamPage(port: rig.port)
        let live = try #require(try late.message()["live"]?.list)
        #expect(live.map { $0["event"] } == ["touchesBegan", "touchesMoved"])
        #expect(live.map { $0["x"] } == [1, 3])
        _ = rig.take(.touchesEnded, binding, 1, time: 5000, x: 3)
        #expect(try late.event()["event"] == "touchesEnded")
    }

    @Test func `a client does not receive streams of a former layout`() throws {
        let rig = try StreamRig()
        let early = try rig.page()
        let binding = try rig.binding(group: 1)
        let next = try rig.binding("window", group: 2)
        rig.take(.touchesBegan, binding, 1, time: 1000, x: 1)
        _ = try early.event()
        rig.plugin.bindingsChanged([next])
        rig.take(.touchesBegan, next, 1, time: 2000, x: 2)
        while try early.message()["x"] != 2 {}
        let late = try StreamPage(port: rig.port)
        let live = try #require(try late.message()["live"]?.list)
        #expect(live.map { $0["view"] } == ["window"])
    }

    @Test func `a page sets properties and receives the reply with its own id`() throws {
        let tree = StreamTree { command in
            if case .set(let view, _) = command, view == "nobody" { return .refused("there is no view 'nobody'") }
            return .done
        }
        let rig = try StreamRig(tree: tree)
        let (page, other) = (try rig.page(), try rig.page())
        page.send(#"{"id":1,"do":"set","view":"door","properties":{"alpha":0.5}}"#)
        #expect(try page.reply(1) == ["type": "reply", "id": 1, "ok": true])
        #expect(tree.all == [.set(view: "door", properties: ["alpha": 0.5])])
        page.send(#"{"id":"b","do":"set","view":"nobody","properties":{}}"#)
        #expect(try page.reply("b")["error"] == "there is no view 'nobody'")
        other.send(#"{"id":2,"do":"set","view":"door","properties":{}}"#)
        #expect(try other.message()["id"] == 2)
    }

    @Test func `a command that is not allowed is rejected and not executed`() throws {
        let rig = try StreamRig()
        let page = try rig.page()
        page.send(#"{"id":1,"do":"remove","view":"door"}"#)
        let reply = try page.reply(1)
        #expect(reply["ok"] == false)
        #expect(reply["error"] == "the layout does not allow the command 'remove'; add it to 'allow'")
        #expect(rig.tree.all.isEmpty)
    }

    @Test(arguments: [
        ("rubbish", "the message is not valid JSON (at byte 0: not a JSON value)"),
        ("[]", "a command must be a JSON object"),
        (#"{"do":5}"#, "'do' must be the name of a command"),
        (#"{"do":"set","properties":{}}"#, "'view' is missing; it must be a string"),
        (#"{"do":"set","view":1,"properties":{}}"#, "'view' must be a string"),
        (#"{"id":[],"do":"set"}"#, "'id' must be a number, or a string of at most 64 bytes"),
        (String(repeating: "[", count: 100), "the message is not valid JSON (at byte 16: values nested too deeply)"),
    ])
    func `an invalid command is answered with the reason`(text: String, error: String) throws {
        let rig = try StreamRig()
        let page = try rig.page()
        page.send(text)
        let reply = try page.message()
        #expect(reply["ok"] == false)
        #expect(reply["error"] == .text(error))
        page.send(#"{"id":1,"do":"set","view":"door","properties":{}}"#)
        #expect(try page.reply(1)["ok"] == true)
    }

    @Test func `clients are notified of the stop after all pending messages`() throws {
        let rig = try StreamRig()
        let page = try rig.page()
        let binding = try rig.binding()
        for number in 1...100 { rig.take(.touchesEnded, binding, Int32(number)) }
        rig.stop()
        for _ in 1...100 { _ = try page.event() }
        #expect(try page.end() == StreamPage.Closed(code: 1001, reason: "touchbridge is stopping"))
        #expect(throws: Peer.Refused.self) { try StreamPage(port: rig.port) }
        #expect(rig.complaints == [])
    }

    @Test func `an abandoned thread is reported with its clients`() throws {
        let gate = DispatchSemaphore(value: 0)
        let tree = StreamTree { _ in
            gate.wait()
            return .done
        }
        let rig = try StreamRig("{port: 0, origins: [\"\(StreamRig.origin)\"], allow: [set]}", tree: tree)
        let page = try rig.page()
        page.send(#"{"id":1,"do":"set","view":"door","properties":{}}"#)
        try rig.wait("the plugin's thread waits") { tree.all.count == 1 }
        rig.stop(within: 0)
        let message = "the plugin did not stop in time, because 1 client is still connected; its thread is abandoned"
        #expect(rig.complaints == [message])
        gate.signal()
    }

    @Test func `a client that does not answer does not delay the stop`() throws {
        let rig = try StreamRig()
        let page = try rig.page()
        let before = ContinuousClock.now
        rig.stop(within: 2)
        // The page never responds; the limit allows for a busy machine.
        #expect(ContinuousClock.now - before < .seconds(30 * TimeLimits.scale))
        #expect(rig.complaints == [])
        withExtendedLifetime(page) {}
    }

    @Test func `the plugin opens no inheritable descriptor`() async {
        await #expect(processExitsWith: .success) {
            func inherited() throws -> Set<Int32> {
                let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
                return Set(open.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 && fcntl($0, F_GETFD) >= 0 })
            }
            let before = try inherited()
            let rig = try StreamRig()
            let page = try rig.page()
            let links = try inherited().subtracting(before).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }
            // The test process owns the page's socket.
            #expect(links.filter { !$0.hasPrefix("socket:") } == [])
            withExtendedLifetime(page) {}
        }
    }

    @Test func `a port in use is opened as soon as it is free`() throws {
        let other = try StreamRig()
        let port = other.port
        let rig = try StreamRig("{port: \(port), origins: [\"https://kiosk.example\"]}", isStarted: false)
        try rig.plugin.start()
        try rig.wait("a warning or error is logged") { !rig.complaints.isEmpty }
        #expect(rig.complaints[0].contains("stop the program that uses the port"))
        #expect(rig.plugin.health.isConnected == false)
        other.stop()
        try rig.wait("the server listens") { rig.plugin.health.isConnected == true }
        _ = try rig.page()
    }
}
