import BuiltinMQTT
import Foundation
import InputEvents
import Platform
import PluginAPI
import Schema
import TestSupport
import TestTraits
import Testing

/// Tests the examples of docs/guide/fleet.md, and the simulated kiosks that scripts/fleet measures.
@Suite(.tags(.broker)) struct `MQTT fleet` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    /// Returns the lines of the page's first code block that begins with this text.
    private func block(_ start: String) throws -> String {
        let page = try String(contentsOf: Self.root.appending(path: "docs/guide/fleet.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let block = try #require(blocks.first { $0.contains(start) })
        return block.split(separator: "\n", maxSplits: 1).dropFirst().joined()
    }

    @Test func `with the ACL of the page a kiosk writes only its own topics, and a watcher reads all`() async throws {
        let workspace = try Workspace()
        let rules = try workspace.file("acl", try block("pattern write"))
        let broker = try await Broker(["allow_anonymous true", "acl_file \(rules)"])
        func watch() throws -> Program {
            try Program(
                "/usr/bin/mosquitto_sub",
                ["-h", "127.0.0.1", "-p", "\(broker.port)", "-u", "watcher", "-t", "kiosk/#", "-F", "%t %p"]
            )
        }
        let watcher = try watch()
        // `{{host}}` is always kiosk-7; `user` is only the name for the login at the broker.
        func plugin(_ user: String, _ topics: String) throws -> PluginStage {
            try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", user: \(user), \(topics) }")
        }
        func status(_ panel: String) -> BridgeStatus {
            var status = BridgeStatus()
            status.health = [PanelHealth(panel: panel, screen: "s")]
            return status
        }
        let topics = "statusTopic: 'kiosk/{{host}}/status', healthTopic: 'kiosk/{{host}}/panels'"
        let stranger = try plugin("kiosk-8", topics)
        stranger.plugin.statusChanged(status("stranger"))
        try await eventually("the broker refuses the stranger") { stranger.plugin.health.failures > 0 }
        stranger.plugin.beginStopping()
        stranger.plugin.finishStopping(within: TimeSpan(microseconds: 0))
        let own = try plugin("kiosk-7", topics)
        own.plugin.statusChanged(status("own"))
        try await eventually("the watcher receives both messages") {
            watcher.text.contains("kiosk/kiosk-7/panels/s/own") && watcher.text.contains("kiosk/kiosk-7/status")
        }
        // A message or last will of the other client would have arrived before this point.
        #expect(!watcher.text.contains("stranger"))
        #expect(!watcher.text.contains("offline"))
        let late = try watch()
        try await eventually("two retained messages arrive") { late.lines.count == 2 }
    }

    @Test func `the simulated kiosks publish what the plugin publishes`() async throws {
        let broker = try await Broker()
        let settings = "statusTopic: 'kiosk/{{host}}/status', healthTopic: 'kiosk/{{host}}/panels'"
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", \(settings) }")
        var (status, panel) = (BridgeStatus(), PanelHealth(panel: "ELAN Touchscreen", screen: "lobby"))
        (status.panels, status.lastTouch, panel.metrics.lastTouch) = (["ELAN Touchscreen"], 1.5, 1.5)
        status.health = [panel]
        stage.plugin.statusChanged(status)
        let script = Self.root.appending(path: "scripts/fleet").path
        let said = try Program.run("/usr/bin/python3", [script, "--messages"]).split(separator: "\n")
        #expect(said.count == 3)
        for line in [said[0], said[2]] {
            let parts = line.replacing("kiosk-00007", with: "kiosk-7").split(separator: "\t").map(String.init)
            try await eventually("the broker retains the plugin's message") {
                try broker.retained(parts[0]) == parts[1]
            }
        }
        stage.plugin.beginStopping()
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 60_000_000))
        let last = said[1].replacing("kiosk-00007", with: "kiosk-7").split(separator: "\t").map(String.init)
        #expect(try broker.retained(last[0]) == last[1])
    }

    @Test func `the fleet measurement completes`() throws {
        let script = Self.root.appending(path: "scripts/fleet").path
        for more in [[], ["--tls"]] {
            let table = try Program.run(
                "/usr/bin/python3",
                [script, "--kiosks", "3", "--seconds", "1", "--rounds", "1"] + more
            )
            #expect(table.contains("| use: µs of processor per message |"))
            #expect(table.split(separator: "\n").filter { $0.hasPrefix("|") }.count == 11)
        }
    }
}
