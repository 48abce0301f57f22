package import HandlerEvents
package import Platform
package import PluginAPI
internal import Synchronization

/// A handler call that a plugin has accepted.
package typealias Call = (handlerEvent: HandlerEvent, binding: Binding)

/// State that a plugin's thread and the input thread share: queued calls, updates and counters.
public final class PluginLink: Sendable {
    /// Changes that the input thread passes to the plugin's thread.
    package struct Updates: Sendable {
        /// New bindings; nil if unchanged since the last `takeUpdates`.
        package var bindings: [Binding]?
        /// The status of the Touchbridge service; nil until the status is known.
        package var status: BridgeStatus?
        /// Whether the plugin rejects new calls.
        package var isStopping = false
        /// Monotonic time at which the thread must end, in microseconds; nil until the stop has a time limit.
        package var deadline: Int64?

        package init() {}
    }

    package let context: PluginContext
    package let queue: HandlerEventQueue
    /// Wakes the plugin's thread after a change.
    package let wakeup: Wakeup
    package let lookUp = NameLookUp()
    private let updates = Mutex(Updates())
    private let counts = Mutex(PluginHealth())

    package var log: Logger { context.log }

    /// Creates a link with a queue for `capacity` calls; throws if no file descriptor is available.
    package init(_ context: PluginContext, capacity: Int) throws(ServiceError) {
        self.context = context
        wakeup = try Wakeup()
        queue = try HandlerEventQueue(capacity: capacity)
    }

    // MARK: Methods for any thread

    /// Modifies the pending updates and wakes the plugin's thread.
    package func update(_ change: (inout sending Updates) -> Void) {
        updates.withLock { change(&$0) }
        wakeup.signal()
    }

    package func count(_ change: (inout PluginHealth) -> Void) { counts.withLock { change(&$0) } }

    /// Counters of the plugin's thread and of the queue.
    package var health: PluginHealth {
        var health = counts.withLock { $0 }
        health.waiting += queue.waiting
        health.coalesced += queue.coalesced
        health.dropped += queue.dropped
        return health
    }

    package var isStopping: Bool { updates.withLock(\.isStopping) }

    // MARK: Methods for the plugin's thread

    /// Clears the wakeup and returns the pending updates.
    package func takeUpdates() -> Updates {
        wakeup.clear()
        return updates.withLock { updates in
            defer { updates.bindings = nil }
            return updates
        }
    }

    /// Returns the descriptors to poll: the wakeup and, if `takesCalls` is true and the queue is open, the queue.
    ///
    /// Returns nil if the thread must not wait, because `takesCalls` is true and a call is already queued.
    package func descriptors(takesCalls: Bool = true) -> [Int32]? {
        guard takesCalls, !queue.isClosed else { return [wakeup.descriptor] }
        return queue.willWait() ? [wakeup.descriptor, queue.descriptor] : nil
    }

    /// Reports an accepted call that was not delivered.
    package func report(_ loss: CallLoss, _ call: Call) {
        context.report(loss, of: call.handlerEvent, for: call.binding)
    }

    /// Reports the result of an accepted call.
    package func report(_ report: CallReport, _ call: Call) {
        context.report(report, of: call.handlerEvent, for: call.binding)
    }

    /// Reports `calls` and all queued calls as dropped. Logs `warning(count)` if `count`, the number of dropped calls,
    /// is not zero.
    package func dropAll(_ calls: [Call], warning: (Int) -> String) {
        let count = dropAll(calls)
        if count > 0 { log.say(.warning, warning(count)) }
    }

    /// Reports `calls` and all queued calls as dropped, and returns the number of dropped calls.
    package func dropAll(_ calls: [Call]) -> Int {
        var calls = calls
        while let call = queue.pop() { calls.append(call) }
        for call in calls { report(CallLoss.dropped, call) }
        count { $0.dropped += calls.count }
        return calls.count
    }
}
