internal import Glibc
package import Occurrences
package import Platform
package import PluginAPI
internal import Schema
internal import Synchronization
internal import Web
internal import YAML

/// Sends occurrences as JSON to pages, over WebSockets, and to programs, over a Unix socket; both may change the tree.
package final class StreamPlugin: Plugin {
    /// `type: stream`.
    package static let type = PluginType(
        StreamSettings.table,
        handlers: [
            HandlerType("send", .anything, default: .null, "Sends the occurrence to every client, with your data.")
        ],
        check: StreamSettings.check,
        checkHere: { settings, node, reading in
            settings.tokenFile?.checkHere(at: (node["tokenFile"] ?? node).mark, reading)
        },
        traits: { settings, _ in
            PluginTraits(
                livesAlone: true,
                addsViews: settings.commands.contains(.add),
                setsAnything: settings.commands.contains(.set) || settings.commands.contains(.remove)
            )
        },
        make: { (settings, context) throws(ServiceError) in try StreamPlugin(settings, context) }
    )

    private let settings: StreamSettings
    private let shared: StreamShared
    private var thread: WorkerThread?

    init(_ settings: StreamSettings, _ context: PluginContext) throws(ServiceError) {
        self.settings = settings
        shared = try StreamShared(context)
    }

    package func start() throws(ServiceError) {
        guard thread == nil else { return }
        if let secret = settings.token { _ = try Token(secret) }
        let (settings, shared) = (settings, shared)
        thread = try WorkerThread(name: shared.context.name) { StreamServer(settings, shared).run() }
    }

    package func take(_ occurrence: Occurrence, for binding: Binding) -> Answer {
        shared.queue.push(occurrence, for: binding)
    }

    package func bindingsChanged(_ bindings: [Binding]) {
        var views: [String] = []
        for binding in bindings where !views.contains(binding.view) { views.append(binding.view) }
        // Numbers of places only grow, so this tells those of a former layout.
        let firstGroup = bindings.map(\.group).min() ?? .max
        shared.queue.bindingsChanged(bindings)
        shared.tell { ($0.views, $0.firstGroup) = (views, firstGroup) }
    }

    package func beginStopping() { shared.queue.close() }

    package var isDone: Bool { shared.queue.waiting == 0 }

    package func finishStopping(within limit: TimeSpan) {
        shared.tell { $0.stopsWithin = limit }
        guard let thread else { return }
        if !thread.join(within: limit) {
            shared.context.log.say(.warning, "some clients were still connected when its time to stop was over")
        }
    }

    package var health: PluginHealth {
        var health = PluginHealth()
        health.waiting = shared.queue.waiting
        health.delivered = shared.delivered.load(ordering: .relaxed)
        health.coalesced = shared.queue.coalesced + shared.coalesced.load(ordering: .relaxed)
        health.dropped = shared.queue.dropped
        health.failures = shared.failures.load(ordering: .relaxed)
        health.isConnected = shared.isListening.load(ordering: .relaxed)
        return health
    }

    /// The port that it listens on, 0 as long as it does not.
    var port: Int { shared.port.load(ordering: .relaxed) }
    /// How many clients were let in and are still there.
    var clients: Int { shared.clients.load(ordering: .relaxed) }
}

/// What the input thread and the stream's own thread have in common.
final class StreamShared: Sendable {
    /// What the stream's thread has yet to hear.
    struct News: Sendable {
        var views: [String]?
        /// What belongs to lower ones is gone.
        var firstGroup: Int32?
        var stopsWithin: TimeSpan?
        var replies: [Reply] = []
    }

    /// What came of a client's command.
    struct Reply: Sendable {
        let client: Int
        let id: StreamRequest.Identity?
        let reply: TreeReply
    }

    let context: PluginContext
    /// Enough for half a second of ten fingers at 120 frames a second.
    let queue: OccurrenceQueue
    let wakeup: Wakeup
    let delivered = Atomic<Int>(0)
    let coalesced = Atomic<Int>(0)
    /// Clients that were turned away or let go because of what they did.
    let failures = Atomic<Int>(0)
    let clients = Atomic<Int>(0)
    let port = Atomic<Int>(0)
    let isListening = Atomic<Bool>(false)
    private let news = Mutex(News())

    init(_ context: PluginContext) throws(ServiceError) {
        self.context = context
        queue = try OccurrenceQueue(capacity: 1024)
        wakeup = try Wakeup()
    }

    func tell(_ change: (inout sending News) -> Void) {
        news.withLock { change(&$0) }
        wakeup.signal()
    }

    /// What there is to hear, once.
    func hear() -> News {
        wakeup.clear()
        return news.withLock { news in
            defer { news = News() }
            return news
        }
    }
}
