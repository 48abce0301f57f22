import HandlerEvents
import Platform
import PluginAPI
import PluginWorkers
import Schema
import TestSupport
import TestTraits
import Testing
import YAML

@testable import BuiltinMQTT

/// Tests the time limits for broker responses, with a simulated clock.
@Suite(.tags(.broker)) struct MQTTAnswerTests {
    @Test(.atLimit("mqtt-connect-time"), .pastLimit("mqtt-connect-time"))
    func `a broker has exactly 10 s to answer`() throws {
        let server = try TCPServer { TCPServer.swallow($0) }
        let reading = Reading()
        let document = try Document(Array("{ broker: \"mqtt://127.0.0.1:\(server.port)\" }".utf8), file: "layout.yaml")
        reading.add(document)
        let root = try #require(document.root)
        let settings = try #require(MQTTSettings.table.read(root, reading))
        let context = PluginContext(
            name: "bus",
            log: Logger(plugin: "bus", clock: { 0 }, write: { _ in }),
            tree: TreeBook(),
            hostEnvironment: HostEnvironment(host: "kiosk")
        )
        let worker = MQTTWorker(settings, MQTTMailbox(try PluginLink(context, capacity: 8)))
        let before = MonotonicClock.now
        try worker.advance(at: before)
        guard case .connecting(_, let end) = worker.state else {
            Issue.record("the worker does not connect")
            return
        }
        #expect((before + 10_000_000...MonotonicClock.now + 10_000_000).contains(end))
        try worker.advance(at: end - 1)
        let failure = #expect(throws: MQTTFailure.self) { try worker.advance(at: end) }
        #expect(failure?.description == "the broker did not answer within 10 s")
    }
}
