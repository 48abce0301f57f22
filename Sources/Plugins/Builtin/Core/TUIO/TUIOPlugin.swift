package import Occurrences
package import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema
internal import Synchronization

/// Sends touches as cursors of TUIO 1.1, so that programs which read it need no panel.
///
/// UDP loses datagrams and tells nobody: therefore all that is known is said again once a second.
package final class TUIOPlugin: Plugin {
    /// The kind of plugin.
    package static let type = PluginType(
        TUIOSettings.table,
        handlers: [
            HandlerType("forward", .nothing, default: NoArguments(), "Sends a touch on; bind it to 'touches'.")
                .takingWholeTouches()
        ]
    ) { (settings, context) throws(ServiceError) in try TUIOPlugin(settings, context) }

    private let settings: TUIOSettings
    private let context: PluginContext
    private let queue: OccurrenceQueue
    private let report = TUIOReport()
    private let lookUp = NameLookUp()
    private var thread: WorkerThread?

    init(_ settings: TUIOSettings, _ context: PluginContext) throws(ServiceError) {
        self.settings = settings
        self.context = context
        queue = try OccurrenceQueue(capacity: 1024)
    }

    deinit { queue.close() }

    package func start() throws(ServiceError) {
        let (settings, context, queue, report, lookUp) = (settings, context, queue, report, lookUp)
        thread = try WorkerThread(name: context.name) {
            TUIOWorker(settings, context, queue, report, lookUp).run()
        }
    }

    package func take(_ occurrence: Occurrence, for binding: Binding) -> Answer {
        guard occurrence.event.family == .touches else {
            context.log.complain(
                "event",
                .warning,
                "'forward' knows nothing of \(occurrence.event.rawValue): bind it to 'touches'"
            )
            return .refused
        }
        return queue.push(occurrence, for: binding)
    }

    package func bindingsChanged(_ bindings: [Binding]) { queue.bindingsChanged(bindings) }

    package func beginStopping() { queue.close() }

    package var isDone: Bool { thread?.hasEnded ?? true }

    /// A thread that is held up by the look-up of a name is left behind, and ends when it comes back. What it has not
    /// delivered is reported as dropped.
    package func finishStopping(within limit: TimeSpan) {
        queue.close()
        guard let thread, !thread.join(within: limit) else { return }
        if let count = lookUp.abandon(queue, context) { report.dropped.add(count, ordering: .relaxed) }
        context.log.say(.warning, "it is still looking up '\(settings.host)' and is left behind")
    }

    package var health: PluginHealth {
        var health = PluginHealth()
        health.waiting = queue.waiting
        health.coalesced = queue.coalesced
        health.dropped = queue.dropped + report.dropped.load(ordering: .relaxed)
        health.delivered = report.delivered.load(ordering: .relaxed)
        health.failures = report.failures.load(ordering: .relaxed)
        return health
    }
}

/// What the plugin's thread counts.
final class TUIOReport: Sendable {
    /// Occurrences that were sent.
    let delivered = Atomic<Int>(0)
    /// Touches beyond the number of cursors.
    let dropped = Atomic<Int>(0)
    /// Datagrams that could not be sent.
    let failures = Atomic<Int>(0)
}
