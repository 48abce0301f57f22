import Foundation
import HandlerEvents
import JSON
import PluginAPI
import Testing

@testable import PluginHosts

/// Tests faulty processes: each fault is logged once, and no fault blocks the input thread or stops the service.
struct `Faults of a process plugin` {
    /// Delivers one stream: a begin event, 200 moves and an end event.
    private func touch(_ host: Fixture, _ binding: Binding, from time: Int64, stream: Int32) {
        _ = host.plugin.take(handlerEvent(.touchesBegan, time, stream: stream), for: binding)
        for step in 1...200 as ClosedRange<Int64> {
            _ = host.plugin.take(handlerEvent(.touchesMoved, time + step, stream: stream), for: binding)
        }
        _ = host.plugin.take(handlerEvent(.touchesEnded, time + 201, stream: stream), for: binding)
    }

    /// Events that a program received, by stream.
    private func streams(_ echoes: [JSONValue]) -> [String: [String]] {
        var streams: [String: [String]] = [:]
        for echo in echoes {
            guard let stream = echo["stream"]?.text, let event = echo["event"]?.text else { continue }
            streams[stream, default: []].append(event)
        }
        return streams
    }

    @Test func `a program that reads nothing is restarted, and then receives complete streams`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                if not os.path.exists("second"):
                    open("second", "w").close()
                    time.sleep(1000)
                for message in messages(): echo(message)
                """,
            "timeout: 3s, queue: 64, restart: {after: 10ms}"
        )
        let binding = host.binding("show", view: String(repeating: "long ", count: 200))
        try host.plugin.start()
        for stream in 1...100 as ClosedRange<Int32> { touch(host, binding, from: Int64(stream) * 1000, stream: stream) }
        #expect(host.plugin.health.waiting <= 64)
        let message = "the program did not read its standard input for 3.0 s and was terminated"
        #expect(await eventually { host.log.count(message) == 1 })
        #expect(await eventually { host.plugin.health.restarts == 1 && host.plugin.health.waiting == 0 })
        touch(host, binding, from: 1_000_000, stream: 1000)
        #expect(await eventually { streams(host.tree.echoes)["1.1000"]?.last == "touchesEnded" })
        for (stream, events) in streams(host.tree.echoes) {
            #expect(events.first == "touchesBegan" && events.last == "touchesEnded", "\(stream)")
        }
        #expect(host.log.count("its queue is full") <= 1)
        #expect(host.plugin.health.dropped > 0 && host.plugin.health.coalesced > 0)
    }

    @Test func `a program that answers no ping is restarted`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                if os.path.exists("second"):
                    for message in messages():
                        if message["type"] == "ping": say(type="pong", number=message["number"])
                        echo(message)
                open("second", "w").close()
                for message in messages(): pass
                """,
            "timeout: 3s, restart: {after: 10ms}"
        )
        let binding = host.binding()
        try host.plugin.start()
        _ = host.plugin.take(handlerEvent(.action, 1), for: binding)
        #expect(await eventually { host.log.count("did not answer a ping within 3.0 s and was terminated") == 1 })
        _ = host.plugin.take(handlerEvent(.action, 2), for: binding)
        #expect(await eventually { host.tree.echoes.contains { $0["type"] == "ping" } })
        #expect(host.tree.echoes.contains { $0["time"] == 2 })
        try await Task.sleep(for: .milliseconds(3500))
        #expect(host.plugin.health.restarts == 1 && host.plugin.health.isConnected == true)
    }

    @Test func `commands of a crashed program precede those of the next run, which gets no reply to them`()
        async throws
    {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                run = 2 if os.path.exists("second") else 1
                say(type="command", id=run, do="set", view="echo", properties={"run": run})
                if run == 1:
                    open("second", "w").close()
                    sys.exit(1)
                for message in messages():
                    if message["type"] == "reply": echo({"reply": message["id"]})
                """,
            "restart: {after: 10ms}"
        )
        host.tree.answer(nil)
        try host.plugin.start()
        #expect(await eventually { host.tree.echoes == [["run": 1], ["run": 2]] })
        host.tree.answerAll(.done)
        #expect(await eventually { host.tree.echoes.count == 3 })
        #expect(host.tree.echoes.last == ["reply": 2])
    }

    @Test func `a program that exits during a stream misses its rest, but gets later streams`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                for message in messages():
                    echo(message)
                    if not os.path.exists("second") and message["type"] == "occurrence":
                        open("second", "w").close()
                        sys.exit("no more")
                """,
            "restart: {after: 10ms}"
        )
        let binding = host.binding()
        try host.plugin.start()
        _ = host.plugin.take(handlerEvent(.touchesBegan, 1, stream: 1), for: binding)
        #expect(await eventually { host.log.count("ended with status 1 after") == 1 })
        #expect(host.log.messages.contains("no more"))
        _ = host.plugin.take(handlerEvent(.touchesMoved, 2, stream: 1), for: binding)
        _ = host.plugin.take(handlerEvent(.touchesBegan, 3, stream: 2), for: binding)
        _ = host.plugin.take(handlerEvent(.touchesEnded, 4, stream: 1), for: binding)
        _ = host.plugin.take(handlerEvent(.touchesEnded, 5, stream: 2), for: binding)
        #expect(await eventually { streams(host.tree.echoes)["1.2"] == ["touchesBegan", "touchesEnded"] })
        #expect(streams(host.tree.echoes)["1.1"] == ["touchesBegan"])
        #expect(host.plugin.health.dropped == 2)
        #expect(host.losses.counts == [.dropped: 2])
    }

    @Test func `a program that exits repeatedly is reported once and restarted with growing delays`() async throws {
        let host = try Fixture(python: "sys.exit(3)", "restart: {after: 1ms, atMost: 100ms}")
        try host.plugin.start()
        #expect(await eventually { host.plugin.health.failures >= 8 })
        #expect(host.log.messages.count == 1)
        #expect(host.log.messages[0].hasPrefix("the program ended with status 3 after "))
        #expect(host.plugin.health.isConnected == false)
    }

    @Test func `each exit of a used program, and each time it is ready again, is reported`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                for message in messages():
                    if message["type"] == "occurrence": sys.exit(3)
                """,
            "restart: {after: 1ms, atMost: 100ms}"
        )
        let binding = host.binding()
        try host.plugin.start()
        for round in 1...3 {
            #expect(await eventually { host.log.count("is ready") == round })
            _ = host.plugin.take(handlerEvent(.action, Int64(round)), for: binding)
            #expect(await eventually { host.log.count("ended with status 3") == round })
        }
    }

    @Test func `a program is restarted at most the configured number of times`() async throws {
        let host = try Fixture(python: "sys.exit(3)", "restart: {after: 1ms, tries: 2}")
        try host.plugin.start()
        let reason = "; it is not restarted again, because 'tries' limits the restarts"
        #expect(await eventually { host.log.count(reason) == 1 })
        #expect(host.plugin.health.failures == 3)
    }

    @Test(
        arguments: [
            ("missing-program", "'missing-program' cannot be started: No such file or directory"),
            ("/etc/passwd", "'/etc/passwd' cannot be started: Permission denied"),
        ]
    )
    func `a program that cannot be started is reported once`(program: String, message: String) async throws {
        let host = try Fixture(ProcessPlugin.type, "{command: [\(program)], restart: {after: 1ms, atMost: 20ms}}")
        try host.plugin.start()
        #expect(await eventually { host.plugin.health.failures >= 5 })
        #expect(host.log.messages.count == 1 && host.log.messages[0].hasPrefix(message))
    }

    @Test func `invalid output is ignored and reported once with its beginning`() async throws {
        let host = try Fixture(
            python: """
                print("Hello, I am \\x1b[1mplugin", flush=True)
                say(type="ready", protocol=1)
                for line in ["{", "[]", "7", '{"type": 3}', '{"type": "dance"}', '{"type":"pong"}', '{"type":"log"}',
                             "[" * 1000, '{"type": "ready"}', '{"type": "status"}', "\\ud800", ""] * 20:
                    sys.stdout.buffer.write(line.encode("utf-8", "surrogatepass") + b"\\n")
                sys.stdout.flush()
                for message in messages(): echo(message)
                """
        )
        try host.plugin.start()
        _ = host.plugin.take(handlerEvent(.action, 1), for: host.binding())
        #expect(await eventually { host.tree.echoes.contains { $0["type"] == "occurrence" } })
        #expect(host.log.messages.count { $0 != "the program is ready" } == 1)
        #expect(host.log.count("'Hello, I am [1mplugin'; write log text to standard error") == 1)
    }

    @Test(
        arguments: [
            (
                "while True: os.write(1, b'x' * 4096)",
                "the program wrote a line of more than 65536 bytes and was terminated"
            ),
            (
                "while True: os.write(1, os.urandom(4096).replace(b'\\n', b''))",
                "the program wrote a line of more than 65536 bytes"
            ),
            ("os.close(1)\ntime.sleep(1000)", "the program closed its standard output and was terminated"),
            ("os.close(0)\ntime.sleep(1000)", "the program closed its standard input and was terminated"),
        ]
    )
    func `a fatal protocol error ends the program and is reported once`(program: String, message: String) async throws {
        let host = try Fixture(python: program, "restart: {after: 1ms, atMost: 50ms}")
        try host.plugin.start()
        #expect(await eventually { host.plugin.health.failures >= 2 })
        #expect(host.log.messages.count == 1)
        #expect(host.log.messages[0].hasPrefix(message), "\(host.log.messages)")
    }

    @Test func `a program that never sends ready is killed and reported once`() async throws {
        let host = try Fixture(python: "time.sleep(1000)", "startLimit: 100ms, restart: {after: 1ms, atMost: 50ms}")
        try host.plugin.start()
        #expect(await eventually { host.plugin.health.failures >= 3 })
        #expect(host.log.messages.count == 1)
        #expect(host.log.messages[0].hasPrefix("the program did not send 'ready' within 0.1 s and was terminated"))
    }

    @Test func `a flooding program is read more slowly, without affecting another one`() async throws {
        let flood = try Fixture(
            python: """
                say(type="ready", protocol=1)
                while True: os.write(1, b'{"type":"command","do":"focus","view":"a"}\\n' * 50)
                """
        )
        let calm = try Fixture(
            python: """
                say(type="ready", protocol=1)
                for message in messages(): echo(message)
                """
        )
        let binding = calm.binding()
        try flood.plugin.start()
        #expect(await eventually { flood.tree.commands.count >= 1000 })
        try calm.plugin.start()
        touch(calm, binding, from: 1, stream: 1)
        #expect(await eventually { streams(calm.tree.echoes)["1.1"]?.last == "touchesEnded" })
        let message = "the program writes more than 1000 lines per second; further lines are read later"
        #expect(await eventually { flood.log.count(message) == 1 })
        flood.stop(within: 2)
        #expect(flood.log.count("in time") == 0)
    }

    @Test func `a program that sends commands faster than replies waits, and none is lost`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                for number in range(500): say(type="command", id=number, do="describe")
                open("written", "w").close()
                seen = 0
                for message in messages():
                    seen += message["type"] == "reply"
                    if seen == 500: echo({"seen": seen})
                """
        )
        host.tree.answer(.value(ReplyValue { .text(String(repeating: "tree ", count: 4000)) }))
        try host.plugin.start()
        #expect(await eventually { host.tree.echoes.contains(["seen": 500]) })
    }

    @Test func `lines that wait for replies are processed when those arrive, without further input`() async throws {
        let host = try Fixture(
            python: """
                os.write(1, b'{"type":"ready","protocol":1}\\n' + b''.join(
                    b'{"type":"command","id":%d,"do":"describe"}\\n' % number for number in range(200)))
                seen = 0
                for message in messages():
                    seen += message["type"] == "reply"
                    if seen == 200: echo({"seen": seen})
                """
        )
        host.tree.answer(nil)
        try host.plugin.start()
        #expect(await eventually { host.tree.commands.count == 64 })
        let isOver = await eventually {
            host.tree.answerAll(.done)
            return host.tree.echoes.contains(["seen": 200])
        }
        #expect(isOver)
    }

    @Test func `another protocol version is rejected with both versions, and not restarted`() async throws {
        let host = try Fixture(python: "say(type='ready', protocol=2)\ntime.sleep(1000)", "restart: {after: 1ms}")
        try host.plugin.start()
        #expect(
            await eventually {
                host.log.messages == [
                    "the program uses version 2 of the protocol, but touchbridge uses version 1; it is not restarted"
                ]
            }
        )
        try await Task.sleep(for: .milliseconds(100))
        #expect(host.log.messages.count == 1)
    }

    @Test func `a closed or flooded standard error does not block other output`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                for number in range(20000): print("noise", number, file=sys.stderr)
                os.close(2)
                for message in messages(): echo(message)
                """
        )
        try host.plugin.start()
        _ = host.plugin.take(handlerEvent(.action, 1), for: host.binding())
        #expect(await eventually { host.tree.echoes.contains { $0["type"] == "occurrence" } })
        #expect(host.log.messages.count < 1000)
        #expect(host.log.count("writes more than 10 log lines") == 1)
    }
}
