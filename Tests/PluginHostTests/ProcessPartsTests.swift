import HandlerEvents
import Platform
import PluginAPI
import Schema
import TestTraits
import Testing
import YAML

@testable import PluginHosts

struct `Parts of the process host` {
    private let binding = Binding(
        plugin: "p",
        handler: "h",
        view: "v",
        arguments: NoArguments(),
        hostEnvironment: HostEnvironment(host: "kiosk")
    )

    @Test func `the program does not receive the secrets of other plugins`() throws {
        let service = ["PLAIN_OF_THE_SERVICE=1", "SECRET_OF_ANOTHER=hush"]
        #expect(ProcessSettings().variables(of: service) == service)
        let reading = Reading()
        let document = try Document(Array("SECRET_OF_ANOTHER".utf8), file: "layout.yaml", source: reading.nextSource)
        _ = Setting<Secret>.secretEnvironment.read(try #require(document.root), reading)
        #expect(ProcessSettings().variables(of: service) == ["PLAIN_OF_THE_SERVICE=1"])
    }

    @Test(.atLimit("process-line-bytes")) func `lines are assembled from parts of any size`() throws {
        for size in 1...9 {
            var buffer = LineBuffer(limit: 8)
            var lines: [String] = []
            let bytes = Array("one\n\ntwo two\n12345678\nrest".utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { buffer.append($0) }
                while let line = try buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
            }
            #expect(lines == ["one", "", "two two", "12345678"])
        }
    }

    @Test(.pastLimit("process-line-bytes")) func `a line above the limit is rejected with or without its end`() {
        for text in ["123456789", "123456789\n"] {
            var buffer = LineBuffer(limit: 8)
            Array(text.utf8).withUnsafeBytes { buffer.append($0) }
            #expect(throws: LineBuffer.TooLong.self) { try buffer.next() }
        }
    }

    @Test(.atLimit("process-json-depth", "process-handlers"), .pastLimit("process-json-depth", "process-handlers"))
    func `a program can offer 1000 handlers and nest values 32 deep`() throws {
        func ready(_ count: Int) throws -> PluginMessage {
            let names = [String](repeating: "\"a\"", count: count).joined(separator: ",")
            return try PluginMessage("{\"type\":\"ready\",\"protocol\":1,\"handlers\":[\(names)]}".utf8)
        }
        #expect(try ready(1000) == .ready(version: 1, handlers: [String](repeating: "a", count: 1000)))
        #expect(throws: PluginMessage.Mistake.self) { try ready(1001) }
        func nested(_ depth: Int) throws -> PluginMessage {
            let lists = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return try PluginMessage("{\"type\":\"pong\",\"number\":1,\"x\":\(lists)}".utf8)
        }
        #expect(try nested(32) == .pong(1))
        #expect(throws: PluginMessage.Mistake.self) { try nested(33) }
    }

    @Test(.atLimit("output-line-bytes")) func `a log line has at most 1000 bytes`() {
        #expect(OutputLines.sanitized(String(repeating: "x", count: 1000).utf8).utf8.count == 1000)
        #expect(OutputLines.sanitized(String(repeating: "x", count: 1001).utf8).utf8.count == 1000)
    }

    @Test(.atLimit("process-streams"), .pastLimit("process-streams"))
    func `1024 unfinished streams are known, and one more replaces the oldest`() {
        var streams = OpenStreamSet()
        func admit(_ event: EventName, _ stream: Int32) -> Bool {
            streams.admit(handlerEvent(event, 1, stream: stream), binding)
        }
        for stream: Int32 in 1...1024 { _ = admit(.touchesBegan, stream) }
        streams.programEnded()
        // Rejects events of streams that began in an earlier run of the program.
        #expect(!admit(.touchesMoved, 1) && !admit(.touchesMoved, 1024))
        _ = admit(.touchesBegan, 1025)
        #expect(admit(.touchesMoved, 1) && !admit(.touchesMoved, 2))
    }

    @Test func `a restarted program receives the end of a stream only if it received the beginning`() {
        var streams = OpenStreamSet()
        func admit(_ event: EventName, _ time: Int64, _ stream: Int32) -> Bool {
            streams.admit(handlerEvent(event, time, stream: stream), binding)
        }
        #expect(admit(.touchesBegan, 1, 1) && admit(.touchesMoved, 2, 1))
        #expect(admit(.valueChanged, 2, 7))
        streams.programEnded()
        #expect(!admit(.touchesMoved, 3, 1))
        #expect(admit(.valueChanged, 3, 7) && admit(.action, 3, 1))
        // Two bindings receive the same end event.
        #expect(!admit(.touchesEnded, 4, 1) && !admit(.touchesEnded, 4, 1))
        #expect(admit(.touchesBegan, 5, 1) && admit(.touchesMoved, 6, 1))
        #expect(admit(.touchesEnded, 7, 1) && admit(.touchesEnded, 7, 1))
    }

    @Test(.atLimit("process-queue")) func `up to 100000 events can be queued for a program`() throws {
        _ = try Fixture(ProcessPlugin.type, "{command: [a], queue: 100000}")
        let error = #expect(throws: (any Error).self) {
            _ = try Fixture(ProcessPlugin.type, "{command: [a], queue: 100001}")
        }
        #expect(error.map { "\($0)" }?.contains("'queue' must be a whole number from 8 to 100000") == true)
    }

    @Test(
        arguments: [
            ("{}", "process needs 'command': a program and its arguments such as [python3, door.py]"),
            ("{command: door}", "such as [python3, door.py], not 'door'; a command is not run through a shell"),
            ("{command: []}", "such as [python3, door.py], not an empty list"),
            ("{command: [\"\"]}", "the program's name is empty"),
            ("{command: [a, \"b\\0\"]}", "an argument must not contain a NUL character; remove it"),
            ("{command: [a], timeout: 3}", "'timeout' must be a time such as 250ms, 1.5s, 2min or 1h"),
            ("{command: [a], patience: 3}", "'patience' must be a time such as 250ms, 1.5s, 2min or 1h"),
            ("{command: [a], environment: {\"A=B\": c}}", "environment variable must not contain '=' or NUL"),
            ("{command: [a], comand: [a]}", "process has no key 'comand'; did you mean 'command'?"),
            ("{command: [a], restart: {after: 1s, trys: 3}}", "restart has no key 'trys'; did you mean 'tries'?"),
            ("{command: [a], queue: 2}", "'queue' must be a whole number from 8 to 100000"),
        ]
    )
    func `an error in the layout is reported`(yaml: String, message: String) {
        do {
            _ = try Fixture(ProcessPlugin.type, yaml)
            Issue.record("the invalid settings were accepted")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
        }
    }
}
