import Foundation
import HandlerEvents
import JSON
import PluginAPI
import TestTraits
import Testing

@testable import PluginHosts

func handlerEvent(_ event: EventName, _ time: Int64, stream: Int32 = 1, touch: Int32 = 0) -> HandlerEvent {
    var handlerEvent = HandlerEvent(event, at: time)
    (handlerEvent.stream, handlerEvent.touch) = (stream, touch)
    return handlerEvent
}

/// Tests the protocol between touchbridge and a well-behaved process plugin.
struct `Protocol of a process plugin` {
    @Test func `a program receives hello, its bindings, the status and events in order`() async throws {
        let host = try Fixture(
            python: """
                hello = next(messages())
                echo(hello)
                say(type="ready", protocol=1, handlers=["show"])
                for message in messages(): echo(message)
                """,
            "timeout: 20s, settings: {room: 7}"
        )
        let binding = host.binding("show", view: "lamp", "{at: \"{{x}}\", text: \"on {{view}}\"}")
        host.plugin.bindingsChanged([binding])
        host.plugin.statusChanged(BridgeStatus())
        try host.plugin.start()
        for time in 1...3 as ClosedRange<Int64> {
            var event = handlerEvent(time == 1 ? .touchesBegan : time == 2 ? .touchesMoved : .touchesEnded, time)
            event.x = Double(time) / 2
            #expect(host.plugin.take(event, for: binding).isAccepted)
        }
        #expect(await eventually { host.tree.echoes.count { $0["type"] == "occurrence" } == 3 })
        let echoes = host.tree.echoes
        #expect(
            echoes[0] == [
                "type": "hello", "protocol": 1, "plugin": "door", "host": "kiosk", "settings": ["room": 7],
            ]
        )
        let expected: JSONValue = ["handler": "show", "view": "lamp", "gesture": nil, "action": nil, "screen": ""]
        #expect(echoes.contains(["type": "bindings", "bindings": [expected]]))
        #expect(echoes.contains(["type": "status", "panels": [], "lastTouch": nil, "idle": false]))
        let handlerEvents = echoes.filter { $0["type"] == "occurrence" }
        #expect(handlerEvents.map { $0["event"]?.text } == ["touchesBegan", "touchesMoved", "touchesEnded"])
        #expect(handlerEvents[1]["arguments"] == ["at": 1, "text": "on lamp"])
        #expect(
            handlerEvents[1]["x"] == 1 && handlerEvents[1]["stream"] == "1.1" && handlerEvents[1]["handler"] == "show"
        )
        #expect(host.plugin.health.delivered == 3 && host.plugin.health.isConnected == true)
    }

    @Test func `every tree command is executed, and each reply has its id`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                for number, command in enumerate([
                    dict(do="set", view="a", properties={"alpha": 0.5}),
                    dict(do="add", view={"id": "n"}, to="a", at=2),
                    dict(do="remove", view="a"),
                    dict(do="cancelTouches"),
                    dict(do="raise", gesture="g", state="began"),
                    dict(do="send", view="a", event="touchUpInside"),
                    dict(do="change", view="a", value=True),
                    dict(do="focus", view="a"),
                    dict(do="emit", action="ring", value=2.5),
                    dict(do="describe", view="a"),
                    dict(do="fly"),
                    dict(do="set", view="a"),
                    dict(do="emit", action="ring", value="loud"),
                ]): say(type="command", id=number, **command)
                for message in messages():
                    if message["type"] == "reply": echo(message)
                """
        )
        host.tree.answer(.value(ReplyValue { ["here": true] }))
        try host.plugin.start()
        #expect(await eventually { host.tree.echoes.count == 13 })
        #expect(
            Array(host.tree.commands.prefix(10)) == [
                .set(view: "a", properties: ["alpha": 0.5]),
                .add(["id": "n"], to: "a", at: 2),
                .remove(view: "a"),
                .cancelTouches(view: nil),
                .raise(gesture: "g", state: "began"),
                .send(view: "a", event: "touchUpInside"),
                .change(view: "a", value: 1),
                .focus(view: "a"),
                .emit(action: "ring", value: 2.5),
                .describe(view: "a"),
            ]
        )
        let replies = host.tree.echoes.sorted { $0["id"]!.number! < $1["id"]!.number! }
        #expect(replies.map { $0["id"]?.number } == (0..<13).map { Double($0) })
        #expect(replies[0] == ["type": "reply", "id": 0, "ok": true, "value": ["here": true]])
        #expect(replies[10]["ok"] == false && replies[10]["error"]?.text?.contains("unknown command") == true)
        #expect(replies[12]["error"] == "'value' must be a number, true or false")
        #expect(replies[11]["error"]?.text?.contains("'properties' must be an object") == true)
    }

    @Test func `a rejected command gets a reply, or one message in the log without an id`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                for number in range(50): say(type="command", do="focus", view="a")
                for message in messages(): pass
                """
        )
        host.tree.answer(.refused("there is no view 'a'"))
        try host.plugin.start()
        #expect(await eventually { host.tree.commands.count == 50 })
        #expect(await eventually { host.log.count("there is no view 'a'") == 1 })
    }

    @Test(.pastLimit("output-line-bytes")) func `a program's standard error is logged, sanitized and truncated`()
        async throws
    {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                print("a \\x1b[31mred\\x1b[0m line\\tend", file=sys.stderr, flush=True)
                print("x" * 5000, file=sys.stderr, flush=True)
                os.write(2, b"\\xff\\xfe not utf-8\\n")
                say(type="log", level="warning", message="half\\nand half")
                for message in messages(): pass
                """
        )
        try host.plugin.start()
        #expect(await eventually { host.log.messages.contains("halfand half") && host.log.count("not utf-8") == 1 })
        #expect(host.log.messages.contains("a [31mred[0m line end"))
        #expect(host.log.messages.contains(String(repeating: "x", count: 1000) + "…"))
    }

    @Test func `a handler that the program does not offer is reported with a suggestion`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1, handlers=["show", "hide"])
                for message in messages(): echo(message)
                """
        )
        let (wrong, right) = (host.binding("shwo", group: 1), host.binding("show", group: 2))
        host.plugin.bindingsChanged([wrong, right])
        try host.plugin.start()
        _ = host.plugin.take(handlerEvent(.action, 1), for: wrong)
        _ = host.plugin.take(handlerEvent(.action, 2), for: right)
        #expect(await eventually { host.tree.echoes.contains { $0["type"] == "occurrence" } })
        #expect(host.log.messages.contains("the program has no handler 'shwo'; did you mean 'show'?"))
        #expect(host.tree.echoes.count { $0["type"] == "occurrence" } == 1)
        #expect(host.plugin.health.failures == 1)
        #expect(host.losses.counts == [.failed: 1])
        #expect(host.reports.all == [CallReport(.failed, .unknownHandler), .delivered])
    }

    @Test func `a program reports whether it is connected`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                say(type="status", connected=False)
                for message in messages(): pass
                """
        )
        try host.plugin.start()
        #expect(await eventually { host.plugin.health.isConnected == false })
    }

    @Test func `a program receives the layout's variables, but not the service manager's or withheld ones`()
        async throws
    {
        setenv("NOTIFY_SOCKET", "/nowhere", 1)
        setenv("DOOR_SECRET", "1234", 1)
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                echo({name: os.environ.get(name) for name in ["ROOM", "NOTIFY_SOCKET", "DOOR_SECRET", "PATH"]})
                for message in messages(): pass
                """,
            "environment: {ROOM: 7}, withhold: [DOOR_SECRET]"
        )
        try host.plugin.start()
        #expect(await eventually { !host.tree.echoes.isEmpty })
        let echo = host.tree.echoes[0]
        #expect(echo["ROOM"] == "7" && echo["NOTIFY_SOCKET"] == .null && echo["DOOR_SECRET"] == .null)
        #expect(echo["PATH"]?.text?.isEmpty == false)
    }

    @Test func `a plugin process has three descriptors, its own process group and no blocked or ignored signal`()
        async throws
    {
        signal(SIGPIPE, SIG_IGN)
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
                echo({"files": sorted(os.listdir("/proc/self/fd"))[:4], "group": os.getpgrp() == os.getpid(),
                      "blocked": int(status["SigBlk"], 16), "ignored": status["SigIgn"].strip()})
                for message in messages(): pass
                """
        )
        try host.plugin.start()
        #expect(await eventually { !host.tree.echoes.isEmpty })
        // Descriptor 3 belongs to the directory listing itself.
        let expected: JSONValue = [
            "files": ["0", "1", "2", "3"], "group": true, "blocked": 0,
            // The two ignored signals are SIGPIPE and SIGXFSZ, which Python itself ignores.
            "ignored": "0000000001001000",
        ]
        #expect(host.tree.echoes[0] == expected)
    }
}
