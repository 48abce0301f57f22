import BuiltinMQTT
import Foundation
import Glibc
import Platform
import PluginAPI
import Schema
import TestSupport
import TestTraits
import Testing

/// Tests stopping the plugin while the broker sends continuously.
@Suite(.tags(.broker)) struct `MQTT with a flooding broker` {
    enum Flood: String, CaseIterable {
        /// A flood of messages on a subscribed topic.
        case messages
        /// One message of 256 MB.
        case packet

        var bytes: [UInt8] {
            switch self {
            case .messages:
                let message: [UInt8] = [0x30, 4, 0, 1, UInt8(ascii: "a"), UInt8(ascii: "1")]
                return Array(repeatElement(message, count: 10_000).joined())
            case .packet: return [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
            }
        }

        /// Bytes sent once before the flood.
        var head: [UInt8] {
            self == .messages ? [] : [0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1, UInt8(ascii: "a")]
        }
    }

    @Test(arguments: Flood.allCases)
    func `a flood neither delays the stop nor is reported as a name lookup`(_ flood: Flood) async throws {
        let (isStopping, hasBegun) = (Flag(), Flag())
        let server = try TCPServer { socket in
            var bytes = [UInt8](repeating: 0, count: 4096)
            _ = read(socket, &bytes, bytes.count)
            let greeting: [UInt8] = [0x20, 2, 0, 0]
            guard send(socket, greeting, greeting.count, Int32(MSG_NOSIGNAL)) > 0 else { return }
            isStopping.wait()
            var flooded = flood.head + flood.bytes
            while send(socket, flooded, flooded.count, Int32(MSG_NOSIGNAL)) > 0 {
                hasBegun.raise()
                flooded = flood.bytes
            }
        }
        let stage = try PluginStage(
            MQTTPlugin.type,
            """
            broker: "mqtt://127.0.0.1:\(server.port)"
            statusTopic: here
            subscriptions: [{ topic: a, view: door, property: value }]
            """
        )
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        // If the broker does not acknowledge the plugin's last status, the plugin uses its full stop time.
        stage.plugin.statusChanged(BridgeStatus())
        stage.plugin.beginStopping()
        isStopping.raise()
        hasBegun.wait()
        let began = ContinuousClock.now
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 100_000))
        #expect(ContinuousClock.now - began < .seconds(10))
        #expect(!stage.log.complaints.contains { $0.contains("lookup") }, "\(stage.log.complaints)")
        try await eventually("the plugin's thread ends") { stage.plugin.isDone }
    }
}

/// A one-shot event that threads can wait for.
private final class Flag: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func raise() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
