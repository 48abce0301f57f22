import BuiltinPlugins
import Glibc
import HandlerEvents
import JSON
import Platform
import PluginAPI
import ResponderKit
import Schema
import Synchronization
import Testing
import TimeLimits
import YAML

/// A plugin created from settings; records its log lines and tree commands.
final class PluginStage {
    let type: PluginType
    let plugin: any Plugin
    let log = LogBook()
    /// Handler events that the plugin reported as failed or dropped.
    let failed = RecordedFailures()
    /// Results of calls that the plugin reported.
    let reports = RecordedReports()
    let tree = TreeBook()
    let name: String
    private let hostEnvironment = HostEnvironment(host: "kiosk-7")

    /// Creates and starts a plugin; `settings` is YAML.
    init(_ type: PluginType, _ settings: String, name: String = "bus", starts: Bool = true) throws {
        self.type = type
        self.name = name
        let reading = Reading()
        let document = try Document(Array(settings.utf8), file: "layout.yaml")
        reading.add(document)
        let plan = type.read(try #require(document.root), reading)
        try #require(!reading.hasErrors, "\(reading.diagnostics)")
        let (log, failed, reports) = (log, failed, reports)
        let context = PluginContext(
            name: name,
            log: Logger(plugin: name, clock: { 0 }, write: { log.take($0) }),
            tree: tree,
            hostEnvironment: hostEnvironment,
            reported: { reports.add($2) },
            lost: { failed.add($0, $2) }
        )
        plugin = try #require(plan).make(context)
        if starts { try plugin.start() }
    }

    deinit { plugin.finishStopping(within: TimeSpan(microseconds: 0)) }

    /// Binds a handler to a view; `arguments` is YAML.
    func binding(_ handler: String, _ arguments: String? = nil, view: String = "lobby", group: Int32 = 1) throws
        -> Binding
    {
        let reading = Reading()
        let document = try arguments.map { try Document(Array($0.utf8), file: "layout.yaml") }
        if let document { reading.add(document) }
        let read = type.handler(handler)?.read(document?.root, reading, at: Mark(line: 1, column: 1))
        try #require(!reading.hasErrors, "\(reading.diagnostics)")
        return Binding(
            plugin: name,
            handler: handler,
            view: view,
            screen: "main",
            screenSize: Size(width: 200, height: 100),
            arguments: try #require(read),
            group: group,
            hostEnvironment: hostEnvironment
        )
    }

    /// Returns the errors in plugin settings or, if `handler` is set, in its arguments. Omits quoted source lines.
    static func mistakes(_ type: PluginType, _ text: String, handler: String? = nil) throws -> [String] {
        let reading = Reading()
        let document = try Document(Array(text.utf8), file: "layout.yaml")
        reading.add(document)
        let root = try #require(document.root)
        if let handler {
            _ = type.handler(handler)?.read(root, reading, at: Mark(line: 1, column: 1))
        } else {
            _ = type.read(root, reading)
        }
        return reading.diagnostics.map { "\($0.problem.mark.line):\($0.problem.mark.column): \($0.problem.message)" }
    }
}

/// Records the log lines of a plugin.
final class LogBook: Sendable {
    private let entries = Mutex<[Logger.Entry]>([])

    func take(_ entry: Logger.Entry) { entries.withLock { $0.append(entry) } }
    var all: [Logger.Entry] { entries.withLock { $0 } }
    /// Logged warnings and errors.
    var complaints: [String] { all.filter { $0.level <= .warning }.map(\.message) }
}

/// Stub of the view tree that records commands.
final class TreeBook: TreeAccess {
    private let commands = Mutex<[TreeCommand]>([])
    private let answer = Mutex(TreeReply.done)

    func submit(
        _ command: TreeCommand,
        from plugin: String,
        client: Int?,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        commands.withLock { $0.append(command) }
        reply?(answer.withLock { $0 })
        return true
    }

    var all: [TreeCommand] { commands.withLock { $0 } }
    func answers(_ reply: TreeReply) { answer.withLock { $0 = reply } }
}

/// Waits for a condition; the time limit allows for a very slow machine.
func eventually(_ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool)
    async throws
{
    let deadline = ContinuousClock.now + TimeLimits.wait
    while try !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("timeout; expected: \(what)", sourceLocation: sourceLocation)
            throw CancellationError()
        }
        try await Task.sleep(for: .milliseconds(10))
    }
}

func touch(_ event: EventName, _ number: Int32 = 1, at time: Int64 = 0, x: Double = 0, y: Double = 0) -> HandlerEvent {
    var handlerEvent = HandlerEvent(event, at: time)
    handlerEvent.stream = number
    handlerEvent.touch = number
    (handlerEvent.x, handlerEvent.y, handlerEvent.screenX, handlerEvent.screenY) = (x, y, x, y)
    return handlerEvent
}
