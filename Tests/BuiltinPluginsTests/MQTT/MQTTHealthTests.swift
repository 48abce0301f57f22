import BuiltinMQTT
import Foundation
import InputEvents
import JSON
import PluginAPI
import TestSupport
import TestTraits
import Testing

@Suite(.tags(.broker)) struct `MQTT health of panels` {
    private func stage(_ broker: Broker, _ more: String = "") throws -> PluginStage {
        let settings = "{ broker: \"\(broker.url)\", healthTopic: 'kiosk/{{host}}/panels'\(more) }"
        return try PluginStage(MQTTPlugin.type, settings)
    }

    private func status(_ panels: PanelHealth...) -> BridgeStatus {
        var status = BridgeStatus()
        status.health = panels
        return status
    }

    private func lines(_ watcher: Program, _ topic: String) throws -> [JSONValue] {
        try watcher.messages.filter { $0.hasPrefix("\(topic) ") }.map { line in
            try JSONValue(parsing: line.dropFirst(topic.utf8.count + " 0 1 ".utf8.count).utf8)
        }
    }

    @Test(arguments: [("healthTopic: a", true), ("homeAssistant: true", true), ("statusTopic: a", false)])
    func `the service computes the health of panels only if it is published`(_ key: String, _ isUsed: Bool) throws {
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: 'mqtt://127.0.0.1:1', \(key) }")
        #expect(stage.plugin.usesPanelHealth == isUsed)
    }

    @Test func `the broker retains the health of each panel on its own topic`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        let stage = try stage(broker)
        var left = PanelHealth(panel: "ELAN / Touch+screen", screen: "lobby")
        (left.metrics.lastTouch, left.metrics.ghosts, left.metrics.resyncs) = (1.5, 1, 2)
        (left.metrics.invalidSlots, left.metrics.staleContacts) = (3, 4)
        (left.metrics.filtered.deadZone, left.metrics.filtered.ghost) = (2, 3)
        left.metrics.hasGhost = true
        var right = PanelHealth(panel: "", screen: "hall")
        right.state = .lost
        stage.plugin.statusChanged(status(left, right))
        try await eventually("both status messages arrive") { watcher.messages.count == 2 }
        let first =
            #"{"state":"plugged","host":"kiosk-7","screen":"lobby","panel":"ELAN / Touch+screen","lastTouch":1.5,"#
            + #""ghost":true,"ghosts":1,"resyncs":2,"invalidSlots":3,"staleContacts":4,"strokesFiltered":5,"#
            + #""gaps":2,"badSlots":3,"stuck":4,"keptBack":5}"#
        #expect(try broker.retained("kiosk/kiosk-7/panels/lobby/ELAN _ Touch_screen") == first)
        let second = try JSONValue(parsing: broker.retained("kiosk/kiosk-7/panels/hall/_").utf8)
        #expect(second["state"] == "lost")
        #expect(second["lastTouch"] == .null)
    }

    @Test func `state changes are published at once, counters at most once per interval`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        let stage = try stage(broker, ", healthInterval: 24h")
        var panel = PanelHealth(panel: "p", screen: "s")
        stage.plugin.statusChanged(status(panel))
        let topic = "kiosk/kiosk-7/panels/s/p"
        try await eventually("the first status message arrives") { try lines(watcher, topic).count == 1 }
        for count in 1...50 {
            panel.metrics.filtered.debounce = count
            stage.plugin.statusChanged(status(panel))
        }
        panel.state = .unplugged
        stage.plugin.statusChanged(status(panel))
        try await eventually("the second status message arrives") { try lines(watcher, topic).count == 2 }
        panel.state = .plugged
        stage.plugin.statusChanged(status(panel))
        try await eventually("the third status message arrives") { try lines(watcher, topic).count == 3 }
        panel.metrics.hasGhost = true
        stage.plugin.statusChanged(status(panel))
        try await eventually("the fourth status message arrives") { try lines(watcher, topic).count == 4 }
        #expect(try lines(watcher, topic).map { $0["state"]?.text } == ["plugged", "unplugged", "plugged", "plugged"])
        #expect(try lines(watcher, topic).map { $0["strokesFiltered"] } == [0, 50, 50, 50])
    }

    @Test func `counters are published after the interval without another event`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        let stage = try stage(broker, ", healthInterval: 1s")
        var panel = PanelHealth(panel: "p", screen: "s")
        stage.plugin.statusChanged(status(panel))
        let topic = "kiosk/kiosk-7/panels/s/p"
        try await eventually("the first status message arrives") { try lines(watcher, topic).count == 1 }
        panel.metrics.resyncs = 7
        stage.plugin.statusChanged(status(panel))
        try await eventually("a status message contains the new counters") {
            try lines(watcher, topic).last?["resyncs"] == 7
        }
        #expect(try lines(watcher, topic).count == 2)
    }

    @Test func `a broker that returns without retained messages gets the health again`() async throws {
        let broker = try await Broker()
        let stage = try stage(broker)
        stage.plugin.statusChanged(status(PanelHealth(panel: "p", screen: "s")))
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        broker.stop()
        try await eventually("the plugin is disconnected") { stage.plugin.health.isConnected == false }
        try? broker.forget()
        try await broker.start()
        try await eventually("the broker retains the panel's status again") {
            try broker.retained("kiosk/kiosk-7/panels/s/p").contains("plugged")
        }
    }
}
