package import Occurrences
package import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// Publishes occurrences to an MQTT broker, and lets messages from there set properties of views.
///
/// What is taken waits in a queue until the broker has room for it, also while the broker is away. Everything else happens
/// on a thread of its own, `MQTTWorker`.
package final class MQTTPlugin: Plugin {
    /// The kind of plugin.
    package static let type = PluginType(
        MQTTSettings.table,
        handlers: [HandlerType("publish", .table(MQTTPublish.table), "Publishes a message.")],
        check: MQTTSettings.check,
        checkHere: { settings, node, reading in
            settings.password?.checkHere(at: (node["passwordFile"] ?? node).mark, reading)
        },
        traits: MQTTSettings.traits,
        make: { (settings, context) throws(ServiceError) in try MQTTPlugin(settings, context) }
    )

    private let settings: MQTTSettings
    private let context: PluginContext
    private let queue: OccurrenceQueue
    private let desk: MQTTDesk
    private var thread: WorkerThread?

    init(_ settings: MQTTSettings, _ context: PluginContext) throws(ServiceError) {
        self.settings = settings
        self.context = context
        desk = try MQTTDesk()
        queue = try OccurrenceQueue(capacity: settings.outbox)
    }

    deinit { desk.stop(by: .now) }

    package func start() throws(ServiceError) {
        let (settings, context, queue, desk) = (settings, context, queue, desk)
        thread = try WorkerThread(name: context.name) {
            MQTTWorker(settings, context, queue, desk).run()
        }
    }

    package func take(_ occurrence: Occurrence, for binding: Binding) -> Answer { queue.push(occurrence, for: binding) }

    package func bindingsChanged(_ bindings: [Binding]) { queue.bindingsChanged(bindings) }

    /// What the broker retains is asked for again where the new layout has replaced it.
    package func layoutChanged(_ change: LayoutChange) {
        let subscriptions = settings.subscriptions.indices.filter { index in
            let subscription = settings.subscriptions[index]
            return change.contains(view: subscription.view, property: subscription.property)
        }
        if !subscriptions.isEmpty { desk.renew(Set(subscriptions)) }
    }

    package func statusChanged(_ status: BridgeStatus) { desk.put(status) }

    package func beginStopping() {
        queue.close()
        desk.beginStopping()
    }

    package var isDone: Bool { thread?.hasEnded ?? true }

    /// The thread's deadline is a little earlier, so that it can log what is left and end by itself. A connection on which
    /// the broker sends without a pause is cut then. A thread that looks up a name cannot be interrupted and is left
    /// behind: it ends when the look-up does, without logging anything. What it has not delivered is reported as dropped.
    package func finishStopping(within limit: TimeSpan) {
        beginStopping()
        let end = MonotonicClock.now + limit.microseconds
        desk.stop(by: .at(end - limit.microseconds / 4))
        guard let thread, !thread.join(within: TimeSpan(microseconds: limit.microseconds * 7 / 8)) else { return }
        let isCut = desk.connection.cut()
        if thread.join(within: TimeSpan(microseconds: max(0, end - MonotonicClock.now))) { return }
        if let count = desk.lookUp.abandon(queue, context) {
            desk.account { health in
                health.dropped += count
                health.waiting = 0
            }
        }
        let cause = isCut ? "still handling what \(settings.broker) sent" : "still looking up the name of its broker"
        context.log.say(.warning, "it is \(cause) and is left behind")
    }

    package var health: PluginHealth {
        var health = desk.health
        health.waiting += queue.waiting
        health.coalesced = queue.coalesced
        health.dropped += queue.dropped
        return health
    }
}
