import Platform
import PluginAPI
import Synchronization
import TestTraits
import Testing

@testable import BuiltinMQTT
@testable import BuiltinStream
@testable import BuiltinWebhook

/// Tests untrusted messages at their size limits and just above.
struct MessageLimitTests {
    private func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test(.atLimit("mqtt-message-bytes", "mqtt-text-bytes", "mqtt-json-depth"))
    func `a broker's message has a maximum size, text length and depth`() {
        let subscription = MQTTSubscription(view: "v", property: "p")
        func isTaken(_ text: String) -> Bool { (try? subscription.command(for: Array(text.utf8))) != nil }
        let spaces = String(repeating: " ", count: 64 * 1024 - 1)
        #expect(isTaken(spaces + "1"))
        #expect(!isTaken(spaces + "12"))
        #expect(isTaken(text(4096)))
        #expect(!isTaken(text(4097)))
        #expect(isTaken(nested(16)))
        #expect(!isTaken(nested(17)))
    }

    @Test(.atLimit("http-servers"), .pastLimit("http-servers"))
    func `64 failing servers are remembered, and with one more all are forgotten`() {
        let messages = Mutex<[String]>([])
        let clock: @Sendable () -> Int64 = { 0 }
        let log = Logger(plugin: "it", clock: clock) { entry in messages.withLock { $0.append(entry.message) } }
        var failures = ServerFailures(log)
        for number in 1...64 { failures.add("http://\(number)", "is away", .retried) }
        failures.remove("http://1")
        #expect(messages.withLock { $0.last } == "http://1 answers again")
        failures.add("http://1", "is away", .retried)
        failures.add("http://65", "is away", .retried)
        let before = messages.withLock { $0.count }
        failures.remove("http://2")
        #expect(messages.withLock { $0.count } == before)
        failures.remove("http://65")
        #expect(messages.withLock { $0.last } == "http://65 answers again")
    }

    @Test(.atLimit("stream-json-depth", "stream-id-bytes"), .pastLimit("stream-json-depth", "stream-id-bytes"))
    func `a client's command has an id of at most 64 bytes and values at most 16 deep`() {
        func isCommand(_ text: String) -> Bool {
            if case .command = StreamRequest(Array(text.utf8)) { true } else { false }
        }
        #expect(isCommand(#"{"do":"describe","id":"\#(text(64))"}"#))
        #expect(!isCommand(#"{"do":"describe","id":"\#(text(65))"}"#))
        #expect(isCommand(#"{"do":"describe","x":\#(nested(15))}"#))
        #expect(!isCommand(#"{"do":"describe","x":\#(nested(16))}"#))
    }
}
