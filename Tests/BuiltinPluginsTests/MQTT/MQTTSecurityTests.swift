import BuiltinMQTT
import Glibc
import HandlerEvents
import Platform
import PluginAPI
import TestSupport
import TestTraits
import Testing

@Suite(.tags(.broker)) struct `MQTT security` {
    private let secret = "correct horse battery staple"

    @Test func `a broker with a certificate of the configured authority is accepted`() async throws {
        let workspace = try Workspace()
        let certificates = try Certificates(workspace).server("IP:127.0.0.1,DNS:localhost")
        let broker = try await Broker(certificates: certificates)
        for host in ["127.0.0.1", "localhost"] {
            let url = "mqtts://\(host):\(broker.port)"
            let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(url)\", caFile: \(certificates.authority) }")
            let publish = try stage.binding("publish", "{ topic: kiosk/a, payload: hello }")
            _ = stage.plugin.take(touch(.touchDownRepeat), for: publish)
            try await eventually("the broker at \(host) accepts the message") { stage.plugin.health.delivered == 1 }
            #expect(stage.log.complaints.isEmpty)
        }
    }

    @Test func `a certificate of an unknown authority is rejected with one message`() async throws {
        let workspace = try Workspace()
        let certificates = try Certificates(workspace).server("IP:127.0.0.1")
        let stranger = try Certificates(workspace, name: "stranger")
        let broker = try await Broker(certificates: certificates)
        try await refuses("{ broker: \"\(broker.url)\", caFile: \(stranger.authority) }", "certificate verify failed")
        // The system's trust store does not contain the test's certificate authority either.
        try await refuses("{ broker: \"\(broker.url)\" }", "certificate verify failed")
    }

    @Test func `a certificate for another name is rejected with one message`() async throws {
        let workspace = try Workspace()
        let certificates = try Certificates(workspace).server("DNS:elsewhere.example,IP:127.0.0.2")
        let broker = try await Broker(certificates: certificates)
        try await refuses(
            "{ broker: \"\(broker.url)\", caFile: \(certificates.authority) }",
            "certificate verify failed"
        )
    }

    @Test func `a broker can require a client certificate`() async throws {
        let workspace = try Workspace()
        let authority = try Certificates(workspace)
        let certificates = try authority.server("IP:127.0.0.1")
        let own = try authority.server("DNS:kiosk-7", file: "own")
        let broker = try await Broker(["require_certificate true", "allow_anonymous true"], certificates: certificates)
        let ours = "certificateFile: \(own.certificate), keyFile: \(own.key)"
        let stage = try PluginStage(
            MQTTPlugin.type,
            "{ broker: \"\(broker.url)\", caFile: \(certificates.authority), \(ours) }"
        )
        try await eventually("the broker accepts the plugin") { stage.plugin.health.isConnected == true }
    }

    @Test func `a missing file is named`() async throws {
        try await refuses(
            "{ broker: mqtts://127.0.0.1, caFile: /nowhere/ca.pem }",
            "the file '/nowhere/ca.pem' cannot be read"
        )
    }

    @Test func `the right password connects, a wrong one does not, and neither is logged`() async throws {
        let workspace = try Workspace()
        let passwords = try workspace.file("passwords", "lobby:\(secret)\n")
        try Program.run("/usr/bin/mosquitto_passwd", ["-U", passwords])
        let broker = try await Broker(["allow_anonymous false", "password_file \(passwords)"])
        let right = try workspace.file("right", secret + "\n")
        let wrong = try workspace.file("wrong", "wrong \(secret)\n")
        let settings = "broker: \"\(broker.url)\", user: lobby"
        let stage = try PluginStage(MQTTPlugin.type, "{ \(settings), passwordFile: \(right) }")
        try await eventually("the broker accepts the plugin") { stage.plugin.health.isConnected == true }
        #expect(!"\(stage.log.all) \(stage.plugin)".contains(secret))
        setenv("TOUCHBRIDGE_TEST_PASSWORD", secret, 1)
        let other = try PluginStage(MQTTPlugin.type, "{ \(settings), passwordEnvironment: TOUCHBRIDGE_TEST_PASSWORD }")
        try await eventually("the broker accepts the other plugin") { other.plugin.health.isConnected == true }
        try await refuses("{ \(settings), passwordFile: \(wrong) }", "the broker refused the connection")
        try await refuses("{ \(settings), passwordFile: /nowhere/password }", "/nowhere/password")
    }

    /// Checks that the plugin retries the connection, and logs the reason of the failure once, without the secret.
    private func refuses(_ settings: String, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let stage = try PluginStage(MQTTPlugin.type, settings)
        let publish = try stage.binding("publish", "{ topic: kiosk/a }")
        _ = stage.plugin.take(touch(.touchDownRepeat), for: publish)
        try await eventually("two attempts to connect fail", sourceLocation: sourceLocation) {
            stage.plugin.health.failures >= 2
        }
        let entries = stage.log.all
        #expect(entries.count == 1, sourceLocation: sourceLocation)
        #expect(entries.first?.plugin == "bus", sourceLocation: sourceLocation)
        #expect(entries.first?.message.contains(reason) == true, "\(entries)", sourceLocation: sourceLocation)
        #expect(!"\(entries) \(stage.plugin)".contains(secret), sourceLocation: sourceLocation)
        #expect(stage.plugin.health.delivered == 0, sourceLocation: sourceLocation)
    }
}
