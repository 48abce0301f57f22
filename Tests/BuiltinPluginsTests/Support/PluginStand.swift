import BuiltinPlugins
import Foundation
import HandlerEvents
import Platform
import PluginAPI
import Schema
import Synchronization
import TestSupport
import Testing
import TimeLimits
import YAML

/// A plugin created from settings, with its log. Tests deliver the events.
final class PluginStand {
    let plugin: any Plugin
    let log: RecordedLog
    /// Handler events that the plugin reported as failed or dropped.
    let failed = RecordedFailures()
    /// Results of calls that the plugin reported.
    let reports = RecordedReports()
    let hostEnvironment = HostEnvironment(host: "kiosk-7")
    private let type: PluginType
    private let name: String

    /// Parses the settings, and creates and starts the plugin. Throws if the settings have errors.
    init(_ type: String, _ settings: String = "{}", name: String = "it", isStarted: Bool = true) throws {
        self.type = try Self.type(type)
        self.name = name
        let reading = Reading()
        let node = try Self.node(settings, reading)
        guard let plan = self.type.read(node, reading), !reading.hasErrors else { throw Mistakes(reading) }
        log = RecordedLog()
        let (log, context) = (log, name)
        let pluginLog = Logger(
            plugin: name,
            clock: { Int64(DispatchTime.now().uptimeNanoseconds / 1000) },
            write: { log.add($0) }
        )
        plugin = try plan.make(
            PluginContext(
                name: context,
                log: pluginLog,
                tree: NoTree(),
                hostEnvironment: hostEnvironment,
                reported: { [reports] in reports.add($2) },
                lost: { [failed] in failed.add($0, $2) }
            )
        )
        if isStarted { try plugin.start() }
    }

    deinit {
        plugin.beginStopping()
        plugin.finishStopping(within: TimeSpan(microseconds: 2_000_000))
    }

    /// Binds a handler; the arguments are YAML, or nil if the handler has no arguments.
    func binding(
        _ handler: String,
        _ arguments: String?,
        view: String = "door",
        group: Int32 = 1,
        width: Int32 = 1
    ) throws -> Binding {
        let reading = Reading()
        let node = try arguments.map { try Self.node($0, reading) }
        let handlerType = try #require(type.handler(handler), "\(type.name) has no handler \(handler)")
        let value = handlerType.read(node, reading, at: Mark(line: 1, column: 1))
        guard let value, !reading.hasErrors else { throw Mistakes(reading) }
        return Binding(
            plugin: name,
            handler: handler,
            view: view,
            screen: "lobby",
            arguments: value,
            group: group,
            width: width,
            hostEnvironment: HostEnvironment(host: "kiosk-7")
        )
    }

    /// Delivers a touch event.
    @discardableResult
    func take(
        _ event: EventName,
        _ binding: Binding,
        stream: Int32 = 1,
        _ change: (inout HandlerEvent) -> Void = { _ in }
    ) -> HandlerResult {
        var handlerEvent = HandlerEvent(event, at: 1_000_000)
        handlerEvent.stream = stream
        handlerEvent.touch = stream
        change(&handlerEvent)
        return plugin.take(handlerEvent, for: binding)
    }

    /// Returns the errors in plugin settings or, if `handler` is set, in its arguments.
    static func mistakes(_ type: String, _ settings: String, handler: String? = nil) throws -> String {
        let reading = Reading()
        let node = try node(settings, reading)
        let type = try Self.type(type)
        if let handler {
            _ = type.handler(handler)?.read(node, reading, at: Mark(line: 1, column: 1))
        } else {
            _ = type.read(node, reading)
        }
        return reading.diagnostics.map(\.description).joined(separator: "\n")
    }

    /// Returns whether two settings create equal plugins.
    static func isSame(_ type: String, _ one: String, _ other: String) throws -> Bool {
        let reading = Reading()
        let type = try Self.type(type)
        let plans = try [one, other].map { type.read(try node($0, reading), reading) }
        guard let one = plans[0], let other = plans[1], !reading.hasErrors else { throw Mistakes(reading) }
        return one.isEquivalent(to: other)
    }

    private static func type(_ name: String) throws -> PluginType {
        try #require(BuiltinPlugins.all.first { $0.name == name }, "there is no type \(name)")
    }

    private static func node(_ text: String, _ reading: Reading) throws -> Node {
        let document = try Document(Array(text.utf8), file: "layout.yaml", source: reading.nextSource)
        reading.add(document)
        return try #require(document.root)
    }

    struct Mistakes: Error, CustomStringConvertible {
        let description: String
        init(_ reading: Reading) { description = reading.diagnostics.map(\.description).joined(separator: "\n") }
    }
}

final class RecordedLog: Sendable {
    private let said = Mutex<[Logger.Entry]>([])

    func add(_ entry: Logger.Entry) { said.withLock { $0.append(entry) } }
    var entries: [Logger.Entry] { said.withLock { $0 } }
    /// Log lines above debug level.
    var lines: [String] { entries.filter { $0.level < .debug }.map(\.message) }
    var first: String { lines.first ?? "" }
}

/// Handler events that the plugin accepted but could not deliver.
final class RecordedFailures: Sendable {
    private let failures = Mutex<[(handlerEvent: HandlerEvent, loss: CallLoss)]>([])

    func add(_ handlerEvent: HandlerEvent, _ loss: CallLoss) { failures.withLock { $0.append((handlerEvent, loss)) } }
    /// Stream ids of the failed and dropped events.
    var streams: [Int32] { failures.withLock { $0.map(\.handlerEvent.stream) } }
    /// Number of failed events and of dropped events.
    var counts: [CallLoss: Int] { failures.withLock { Dictionary(grouping: $0, by: \.loss).mapValues(\.count) } }
}

/// Call results that a plugin reported, in order.
final class RecordedReports: Sendable {
    private let reports = Mutex<[CallReport]>([])

    func add(_ report: CallReport) { reports.withLock { $0.append(report) } }
    var all: [CallReport] { reports.withLock { $0 } }
}

/// Stub of the view tree whose command queue is always full.
struct NoTree: TreeAccess {
    func submit(_: TreeCommand, from _: String, client _: Int?, reply _: (@Sendable (TreeReply) -> Void)?) -> Bool {
        false
    }
}

/// Waits for a condition. Returns false after a time limit that allows for a very slow machine.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
    let end = ContinuousClock.now + TimeLimits.wait
    while ContinuousClock.now < end {
        if try condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return try condition()
}

/// A temporary folder, removed when the object is deallocated.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "touchbridge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String, executable: Bool = false) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        if executable {
            // A child process of another test may have inherited the file, open for writing; executing the file then
            // fails with ETXTBSY. `install` has no child processes, so it can write an executable copy.
            try Program.run("/usr/bin/install", ["-m", "755", path(name), path("copy of \(name)")])
            try FileManager.default.removeItem(atPath: path(name))
            try FileManager.default.moveItem(atPath: path("copy of \(name)"), toPath: path(name))
        }
        return path(name)
    }

    /// Contents of a file; nil if the file does not exist.
    func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }
}
