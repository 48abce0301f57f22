import Bridge
import BuiltinPlugins
import Foundation
import Geometry
import JSON
import LayoutFile
import LayoutPlans
import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import Schema
import Synchronization
import TestSupport
import Testing
import YAML

/// A running layout with an `mqtt` plugin `bus` connected to a broker, and a client that records all messages.
final class HomeAssistantStage {
    let broker: Broker
    let watcher: Program
    let pipeline: Pipeline
    private let lines = Lines()
    private var time: Int64 = 0

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    /// Logged warnings.
    var complaints: [String] { lines.all.withLock { $0 } }

    /// Creates a stage; `text` is the layout without `plugins:`.
    init(_ text: String, settings: String = "homeAssistant: true", on broker: Broker) async throws {
        self.broker = broker
        watcher = try await broker.watch()
        var options = Pipeline.Options()
        options.host = "kiosk-7"
        options.clock = { MonotonicClock.now }
        options.log = { [lines] entry in
            if entry.level <= .warning { lines.all.withLock { $0.append(entry.message) } }
        }
        pipeline = Pipeline(try Self.plan(text, settings, broker), options)
        pipeline.start(at: 0)
    }

    deinit {
        pipeline.beginStopping()
        pipeline.finishStopping(within: TimeSpan(microseconds: 1_000_000))
    }

    static func mistakes(_ text: String) -> [String] {
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        _ = layout.flatMap { LayoutPlan($0, types: BuiltinPlugins.all, reading) }
        return reading.sorted.map { "\($0.problem.mark.line): \($0.severity.rawValue): \($0.problem.message)" }
    }

    private static func plan(_ text: String, _ settings: String, _ broker: Broker) throws -> LayoutPlan {
        let plugin = "bus: { type: mqtt, broker: \"\(broker.url)\", \(settings) }"
        let whole = "plugins: { out: { type: log }, \(plugin) }\n\(text)"
        let (layout, reading) = LayoutLoader.load(Array(whole.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: BuiltinPlugins.all, reading) }
        return try #require(plan, "\(reading.diagnostics.map(\.problem.message))")
    }

    func reload(_ text: String, settings: String = "homeAssistant: true") throws {
        _ = pipeline.reload(try Self.plan(text, settings, broker), at: time)
    }

    /// Waits for a condition, and meanwhile executes the commands queued for the input thread.
    func eventually(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () throws -> Bool
    ) async throws {
        try await BuiltinPluginsTests.eventually(what, sourceLocation: sourceLocation) {
            pipeline.carryOutCommands()
            return try condition()
        }
    }

    /// Payloads of a topic that the client has received, in order.
    func payloads(_ topic: String) -> [String] {
        watcher.messages.compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            return parts.count == 4 && parts[0] == topic ? String(parts[3]) : nil
        }
    }

    /// Entity configurations that the broker retains, by topic, according to the messages received so far.
    var configurations: [String: String] {
        watcher.messages.reduce(into: [:]) { result, line in
            let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count >= 3, parts[0].hasSuffix("/config") else { return }
            let payload = parts.count == 4 ? String(parts[3]) : ""
            result[String(parts[0])] = payload.isEmpty ? nil : payload
        }
    }

    func json(_ topic: String) throws -> JSONValue {
        try JSONValue(parsing: try #require(configurations[topic], "\(configurations.keys.sorted())").utf8, depth: 8)
    }

    /// Waits until the plugin has published the last configuration, that of the sensor `last_touch`.
    func untilAnnounced() async throws {
        try await eventually("the entities are announced") {
            configurations["homeassistant/sensor/touchbridge-kiosk-7-bus/last_touch/config"] != nil
        }
    }

    func tap(_ x: Double, _ y: Double) {
        for change in [TouchSample.Change.began, .ended] {
            time += 1_000_000
            pipeline.advance(to: time)
            let sample = TouchSample(FingerID(device: 1, contact: 1), change, at: Point(x: x, y: y))
            pipeline.application.send(TouchFrame(time: time, [sample]))
        }
    }

    func view(_ id: String) throws -> View { try #require(pipeline.tree.view(id)) }
}
