import Foundation
import JSON
import Platform
import PluginAPI
import Schema
import Synchronization
import YAML

@testable import PluginHosts

/// A tree that records every command and sends configured replies.
final class TreeDouble: TreeAccess {
    private struct Values {
        var commands: [TreeCommand] = []
        var replies: [@Sendable (TreeReply) -> Void] = []
        var answer: TreeReply? = .done
        var hasRoom = true
    }

    private let values = Mutex(Values())

    func submit(
        _ command: TreeCommand,
        from plugin: String,
        client: Int?,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        let answer: TreeReply?? = values.withLock { values in
            guard values.hasRoom else { return nil }
            if values.commands.count < 100_000 { values.commands.append(command) }
            if values.answer == nil, let reply { values.replies.append(reply) }
            return .some(values.answer)
        }
        guard let answer else { return false }
        if let answer { reply?(answer) }
        return true
    }

    var commands: [TreeCommand] { values.withLock(\.commands) }

    /// Properties of the view `echo` set by programs, in order.
    var echoes: [JSONValue] {
        commands.compactMap { if case .set("echo", let properties) = $0 { properties } else { nil } }
    }

    /// Sets the reply to subsequent commands; if nil, commands remain pending.
    func answer(_ reply: TreeReply?) { values.withLock { $0.answer = reply } }
    /// Replies to all pending commands.
    func answerAll(_ reply: TreeReply) {
        let open = values.withLock { values in
            defer { values.replies = [] }
            return values.replies
        }
        for answer in open { answer(reply) }
    }
    func refuseAll() { values.withLock { $0.hasRoom = false } }
}

/// A log that records its lines.
final class LogDouble: Sendable {
    private let entries = Mutex<[Logger.Entry]>([])

    func log(for plugin: String) -> Logger {
        let write: @Sendable (Logger.Entry) -> Void = { entry in self.entries.withLock { $0.append(entry) } }
        return Logger(plugin: plugin, clock: { MonotonicClock.now }, write: write)
    }

    var messages: [String] { entries.withLock { $0.map(\.message) } }
    func count(_ part: String) -> Int { messages.count { $0.contains(part) } }
}

/// Counts accepted handler events that were not delivered.
final class LossesDouble: Sendable {
    private let values = Mutex<[CallLoss: Int]>([:])

    func add(_ loss: CallLoss) { values.withLock { $0[loss, default: 0] += 1 } }
    var counts: [CallLoss: Int] { values.withLock { $0 } }
}

/// Call results that a plugin reported, in order.
final class ReportsDouble: Sendable {
    private let values = Mutex<[CallReport]>([])

    func add(_ report: CallReport) { values.withLock { $0.append(report) } }
    var all: [CallReport] { values.withLock { $0 } }
}

/// A plugin created from settings, with test doubles for its host.
final class Fixture {
    let tree = TreeDouble()
    let log = LogDouble()
    let losses = LossesDouble()
    let reports = ReportsDouble()
    let plugin: any Plugin
    /// Working folder of the plugin's program; nil for a shared object.
    private(set) var folder: URL?
    private var bindings: [Binding] = []
    private var isStopped = false

    init(_ type: PluginType, _ yaml: String) throws {
        let reading = Reading()
        let document = try Document(Array(yaml.utf8), file: "layout.yaml")
        reading.add(document)
        let plan = type.read(document.root!, reading)
        guard let plan, !reading.hasErrors else { throw Unreadable(reading) }
        let context = PluginContext(
            name: "door",
            log: log.log(for: "door"),
            tree: tree,
            hostEnvironment: HostEnvironment(host: "kiosk"),
            reported: { [reports] in reports.add($2) },
            lost: { [losses] in losses.add($2) }
        )
        plugin = try plan.make(context)
    }

    struct Unreadable: Error, CustomStringConvertible {
        let description: String
        init(_ reading: Reading) { description = reading.sorted.map(\.problem.message).joined(separator: "\n") }
    }

    /// Creates a process plugin that runs Python. Its function `echo` sends an object to the test.
    convenience init(python body: String, _ settings: String = "timeout: 1min") throws {
        let prelude = """
            import json, os, signal, sys, time
            def say(**message): print(json.dumps(message), flush=True)
            def echo(o): say(type="command", do="set", view="echo", properties=o)
            def messages():
                for line in sys.stdin: yield json.loads(line)

            """
        let folder = try temporaryFolder()
        try (prelude + body).write(to: folder.appending(path: "plugin.py"), atomically: true, encoding: .utf8)
        try self.init(ProcessPlugin.type, "{command: [python3, plugin.py], directory: \(folder.path), \(settings)}")
        self.folder = folder
    }

    func binding(_ handler: String = "show", view: String = "a", group: Int32 = 1, _ yaml: String = "") -> Binding {
        let reading = Reading()
        let node = yaml.isEmpty ? nil : try? Document(Array(yaml.utf8), file: "layout.yaml").root
        let arguments = plugin is ProcessPlugin ? ProcessPlugin.type : LibraryPlugin.type
        let binding = Binding(
            plugin: "door",
            handler: handler,
            view: view,
            arguments: arguments.otherHandlers?.read(node, reading, at: Mark(line: 1, column: 1)) ?? NoArguments(),
            group: group,
            hostEnvironment: HostEnvironment(host: "kiosk")
        )
        bindings.append(binding)
        return binding
    }

    /// Stops the plugin in the same steps as the bridge.
    func stop(within seconds: Double = 20) {
        guard !isStopped else { return }
        isStopped = true
        plugin.beginStopping()
        plugin.finishStopping(within: TimeSpan(microseconds: Int64(seconds * 1e6)))
    }

    deinit { stop() }
}

/// Waits for a condition. Returns false after a timeout.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<6000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return condition()
}
