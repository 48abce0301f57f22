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

/// A plugin as a layout makes one, its log, and events by hand.
final class PluginStand {
    let plugin: any Plugin
    let log: RecordedLog
    /// What it could not do, as it says.
    let failed = RecordedFailures()
    private let type: PluginType
    private let name: String

    /// Reads the settings, makes the plugin and starts it; mistakes in them are thrown as text.
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
                hostEnvironment: HostEnvironment(host: "kiosk-7"),
                lost: { [failed] in failed.add($0, $2) }
            )
        )
        if isStarted { try plugin.start() }
    }

    deinit {
        plugin.beginStopping()
        plugin.finishStopping(within: TimeSpan(microseconds: 2_000_000))
    }

    /// A handler with arguments as they stand in a layout; nil is a handler without any.
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

    /// Hands over an event of a touch.
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

    /// What is wrong with settings, or with a handler's arguments.
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

    /// Whether two settings make the same plugin.
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

/// What a plugin said.
final class RecordedLog: Sendable {
    private let said = Mutex<[Logger.Entry]>([])

    func add(_ entry: Logger.Entry) { said.withLock { $0.append(entry) } }
    var entries: [Logger.Entry] { said.withLock { $0 } }
    /// All but what only somebody who looks for a mistake sees.
    var lines: [String] { entries.filter { $0.level < .debug }.map(\.message) }
    /// The first of them, nothing if there is none.
    var first: String { lines.first ?? "" }
}

/// The events that a plugin took and could do nothing about.
final class RecordedFailures: Sendable {
    private let failures = Mutex<[(handlerEvent: HandlerEvent, loss: CallLoss)]>([])

    func add(_ handlerEvent: HandlerEvent, _ loss: CallLoss) { failures.withLock { $0.append((handlerEvent, loss)) } }
    /// The streams that they are of.
    var streams: [Int32] { failures.withLock { $0.map(\.handlerEvent.stream) } }
    /// How many failed, and how many were dropped.
    var counts: [CallLoss: Int] { failures.withLock { Dictionary(grouping: $0, by: \.loss).mapValues(\.count) } }
}

/// A tree that has no room for anything.
struct NoTree: TreeAccess {
    func submit(_: TreeCommand, from _: String, client _: Int?, reply _: (@Sendable (TreeReply) -> Void)?) -> Bool {
        false
    }
}

/// Waits for something to be so; false when that takes longer than anything on the slowest machine would.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
    let end = ContinuousClock.now + TimeLimits.wait
    while ContinuousClock.now < end {
        if try condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return try condition()
}

/// A folder that is there for one test.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "touchbridge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and says where it is.
    func write(_ text: String, to name: String, executable: Bool = false) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        if executable {
            // A program that another test starts meanwhile may hold the file open, and then nobody can run it; the copy
            // is written by a process that starts none.
            try Program.run("/usr/bin/install", ["-m", "755", path(name), path("copy of \(name)")])
            try FileManager.default.removeItem(atPath: path(name))
            try FileManager.default.moveItem(atPath: path("copy of \(name)"), toPath: path(name))
        }
        return path(name)
    }

    /// What a file holds, nil as long as it is not there.
    func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }
}
