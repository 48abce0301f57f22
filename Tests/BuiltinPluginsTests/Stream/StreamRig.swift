import Foundation
import HandlerEvents
import JSON
import Platform
import PluginAPI
import Schema
import Synchronization
import TestSupport
import Testing
import TimeLimits
import YAML

@testable import BuiltinStream

/// A stream plugin created from settings, with a stub tree that records its commands.
final class StreamRig {
    let plugin: any Plugin
    private let stream: StreamPlugin
    let tree: StreamTree
    let reports = RecordedReports()
    let failed = RecordedFailures()
    private let said = StreamLog()
    private let hostEnvironment = HostEnvironment(host: "kiosk-7")
    private var isStopped = false

    static let origin = "https://kiosk.example"
    /// Settings with any free port, one allowed origin and no token.
    static let usual = "{port: 0, origins: [\"\(origin)\"]}"

    /// Creates a plugin with a stub tree, or with the given tree access.
    init(
        _ settings: String = StreamRig.usual,
        tree: StreamTree = StreamTree(),
        access: (any TreeAccess)? = nil,
        isStarted: Bool = true
    ) throws {
        let reading = Reading()
        let document = try Document(Array(settings.utf8), file: "layout.yaml")
        reading.add(document)
        let plan = StreamPlugin.type.read(try #require(document.root), reading)
        try #require(!reading.hasErrors, "\(reading.diagnostics)")
        let said = said
        let log = Logger(plugin: "page", clock: { 0 }, write: said.take)
        let (reports, failed) = (reports, failed)
        let context = PluginContext(
            name: "page",
            log: log,
            tree: access ?? tree,
            hostEnvironment: hostEnvironment,
            reported: { reports.add($2) },
            lost: { failed.add($0, $2) }
        )
        self.tree = tree
        let made = try plan?.make(context)
        stream = try #require(made as? StreamPlugin)
        plugin = stream
        if isStarted { try start() }
    }

    deinit { stop() }

    func start() throws {
        try plugin.start()
        try wait("the server listens") { plugin.health.isConnected == true }
    }

    func stop(within seconds: Int64 = 2) {
        guard !isStopped else { return }
        isStopped = true
        plugin.beginStopping()
        plugin.finishStopping(within: TimeSpan(microseconds: seconds * 1_000_000))
    }

    var port: Int { stream.port }
    var clients: Int { stream.clients }

    /// Log lines of level warning and above.
    var complaints: [String] {
        said.entries.withLock { $0.filter { $0.level <= .warning }.map(\.message) }
    }

    /// Binds `send` to a view; the data is YAML.
    func binding(_ view: String = "door", _ data: String? = nil, group: Int32 = 1) throws -> Binding {
        let reading = Reading()
        let node = try data.flatMap { try Document(Array($0.utf8), file: "layout.yaml").root }
        let handler = try #require(StreamPlugin.type.handler("send"))
        let arguments = try #require(handler.read(node, reading, at: Mark(line: 1, column: 1)))
        return Binding(
            plugin: "page",
            handler: "send",
            view: view,
            screen: "lobby",
            arguments: arguments,
            group: group,
            hostEnvironment: hostEnvironment
        )
    }

    /// Delivers a touch event.
    @discardableResult
    func take(
        _ event: EventName,
        _ binding: Binding,
        _ stream: Int32 = 1,
        time: Int64 = 1000,
        x: Double = 0
    ) -> HandlerResult {
        var handlerEvent = HandlerEvent(event, at: time)
        (handlerEvent.stream, handlerEvent.touch, handlerEvent.x) = (stream, stream, x)
        return plugin.take(handlerEvent, for: binding)
    }

    /// Delivers an event, and retries until the plugin's queue accepts it.
    func insist(_ event: EventName, _ binding: Binding, _ stream: Int32, time: Int64, x: Double = 0) throws {
        try wait("the queue has room") { take(event, binding, stream, time: time, x: x).isAccepted }
    }

    /// Connects a page, and waits for the message `hello` that admits the page.
    func page(token: String? = nil) throws -> StreamPage {
        let page = try StreamPage(port: port)
        if let token { page.send(#"{"token":"\#(token)"}"#) }
        let hello = try page.message()
        try #require(hello["type"] == "hello")
        return page
    }

    func wait(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () throws -> Bool
    ) throws {
        let end = ContinuousClock.now + TimeLimits.wait
        while try !condition() {
            try #require(ContinuousClock.now < end, "timeout; expected: \(what)", sourceLocation: sourceLocation)
            usleep(2000)
        }
    }
}

private final class StreamLog: Sendable {
    let entries = Mutex<[Logger.Entry]>([])

    @Sendable func take(_ entry: Logger.Entry) { entries.withLock { $0.append(entry) } }
}

/// A stub tree that records commands. It replies at once if `answer` returns a reply; otherwise, it never replies.
final class StreamTree: TreeAccess {
    private let commands = Mutex<[TreeCommand]>([])
    private let answer: @Sendable (TreeCommand) -> TreeReply?

    init(_ answer: @escaping @Sendable (TreeCommand) -> TreeReply? = { _ in .done }) { self.answer = answer }

    var all: [TreeCommand] { commands.withLock { $0 } }

    func submit(
        _ command: TreeCommand,
        from plugin: String,
        client: Int?,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        commands.withLock { $0.append(command) }
        if let answer = answer(command) { reply?(answer) }
        return true
    }
}
