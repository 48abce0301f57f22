import BuiltinMQTT
import Platform
import PluginAPI
import Schema
import TestTraits
import Testing

@Suite(.tags(.broker)) struct `MQTT status` {
    private let settings = "statusTopic: 'kiosk/{{host}}/status'"
    private let offline = "{\"state\":\"offline\",\"host\":\"kiosk-7\"}"

    @Test func `the broker retains the status of the bridge`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", \(settings) }")
        try await eventually("the first status message arrives") { watcher.messages.count == 1 }
        var status = BridgeStatus()
        status.panels = ["the \"left\" one"]
        status.lastTouch = 1_700_000_000.25
        status.isIdle = true
        stage.plugin.statusChanged(status)
        try await eventually("the second status message arrives") { watcher.messages.count == 2 }
        let before = "{\"state\":\"online\",\"host\":\"kiosk-7\",\"panels\":[],\"lastTouch\":null,\"idle\":false}"
        let after =
            "{\"state\":\"online\",\"host\":\"kiosk-7\",\"panels\":[\"the \\\"left\\\" one\"],\"lastTouch\":1700000000.25,\"idle\":true}"
        #expect(watcher.messages == [before, after].map { "kiosk/kiosk-7/status 0 1 \($0)" })
        #expect(try broker.retained("kiosk/kiosk-7/status") == after)
    }

    @Test func `stopping publishes the status offline`() async throws {
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", \(settings) }")
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        stage.plugin.beginStopping()
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 60_000_000))
        #expect(try broker.retained("kiosk/kiosk-7/status") == offline)
    }

    @Test func `a lost connection publishes the last will`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        do {
            let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", \(settings) }")
            try await eventually("the status 'online' arrives") { watcher.messages.count == 1 }
            // Without time to send DISCONNECT, the plugin just closes the connection.
            stage.plugin.finishStopping(within: TimeSpan(microseconds: 0))
        }
        try await eventually("the status 'offline' arrives") { watcher.messages.last?.hasSuffix(offline) == true }
        #expect(try broker.retained("kiosk/kiosk-7/status") == offline)
    }

    @Test func `a broker that returns gets the status again`() async throws {
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", \(settings) }")
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        broker.stop()
        try await eventually("the plugin is disconnected") { stage.plugin.health.isConnected == false }
        try broker.forget()
        try await broker.start()
        try await eventually("the broker retains the status 'online'") {
            try broker.retained("kiosk/kiosk-7/status").contains("online")
        }
    }
}
