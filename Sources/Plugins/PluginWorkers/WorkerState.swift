package import PluginAPI
internal import Schema
internal import Synchronization

/// What a plugin's thread and the input thread tell each other beside the queue.
package final class WorkerState: Sendable {
    private struct Values {
        var deadline: Int64?
        var isStopping = false
        var health = PluginHealth()
        var bindings: [Binding]?
    }

    private let values = Mutex(Values())

    package init() {}

    /// When all must be over, nil while nobody has asked for that.
    package var deadline: Int64? {
        get { values.withLock(\.deadline) }
        set { values.withLock { $0.deadline = newValue } }
    }

    /// Whether nothing more is to be taken.
    package var isStopping: Bool {
        get { values.withLock(\.isStopping) }
        set { values.withLock { $0.isStopping = newValue } }
    }

    /// How the plugin is, but for what its queue counts.
    package var health: PluginHealth { values.withLock(\.health) }

    package func count(_ change: (inout PluginHealth) -> Void) { values.withLock { change(&$0.health) } }

    /// Tells the thread which bindings there are.
    package func put(_ bindings: [Binding]) { values.withLock { $0.bindings = bindings } }

    /// The bindings, if there are new ones.
    package func takeBindings() -> [Binding]? { values.withLock { $0.bindings.take() } }

    /// How the plugin is, with what its queue counts.
    package func health(_ queue: OccurrenceQueue) -> PluginHealth {
        var health = health
        health.waiting += queue.waiting
        health.coalesced += queue.coalesced
        health.dropped += queue.dropped
        return health
    }
}
