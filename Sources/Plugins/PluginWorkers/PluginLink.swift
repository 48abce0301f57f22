package import HandlerEvents
package import Platform
package import PluginAPI
internal import Synchronization

/// A handler call that a plugin took.
package typealias Call = (handlerEvent: HandlerEvent, binding: Binding)

/// What a plugin's thread and the input thread share: queued calls, news and counts.
public final class PluginLink: Sendable {
    /// What the input thread reports to the plugin's thread.
    package struct News: Sendable {
        /// The bindings, handed out once; nil if they have not changed.
        package var bindings: [Binding]?
        /// The status of the bridge; nil until it is known.
        package var status: BridgeStatus?
        /// Whether the plugin takes no more calls.
        package var isStopping = false
        /// Monotonic time at which the thread must end, in microseconds; nil before that is asked for.
        package var deadline: Int64?

        package init() {}
    }

    package let context: PluginContext
    package let queue: HandlerEventQueue
    /// Wakes the plugin's thread when there is news.
    package let wakeup: Wakeup
    package let lookUp = NameLookUp()
    private let news = Mutex(News())
    private let counts = Mutex(PluginHealth())

    package var log: Logger { context.log }

    /// A link with a queue for so many calls; fails when the process may open nothing more.
    package init(_ context: PluginContext, capacity: Int) throws(ServiceError) {
        self.context = context
        wakeup = try Wakeup()
        queue = try HandlerEventQueue(capacity: capacity)
    }

    // MARK: Any thread

    /// Changes the news and wakes the plugin's thread.
    package func tell(_ change: (inout sending News) -> Void) {
        news.withLock { change(&$0) }
        wakeup.signal()
    }

    package func count(_ change: (inout PluginHealth) -> Void) { counts.withLock { change(&$0) } }

    /// The counts of the thread and of the queue.
    package var health: PluginHealth {
        var health = counts.withLock { $0 }
        health.waiting += queue.waiting
        health.coalesced += queue.coalesced
        health.dropped += queue.dropped
        return health
    }

    /// Whether the plugin takes no more calls, as of now.
    package var isStopping: Bool { news.withLock(\.isStopping) }

    // MARK: The plugin's thread

    /// Takes the news; later wakeups are for later news.
    package func hear() -> News {
        wakeup.clear()
        return news.withLock { news in
            defer { news.bindings = nil }
            return news
        }
    }

    /// The descriptors that wake the thread: its own and, if it takes calls, the queue's. Nil if a call waits already.
    package func descriptors(takesCalls: Bool = true) -> [Int32]? {
        guard takesCalls, !queue.isClosed else { return [wakeup.descriptor] }
        return queue.willWait() ? [wakeup.descriptor, queue.descriptor] : nil
    }

    /// Reports a call that was taken and is not delivered.
    package func report(_ loss: CallLoss, _ call: Call) {
        context.report(loss, of: call.handlerEvent, for: call.binding)
    }

    /// Reports the calls and all that wait in the queue as dropped; logs a warning if there are any.
    package func dropAll(_ calls: [Call], warning: (Int) -> String) {
        let count = dropAll(calls)
        if count > 0 { log.say(.warning, warning(count)) }
    }

    /// Reports the calls and all that wait in the queue as dropped; returns how many there were.
    package func dropAll(_ calls: [Call]) -> Int {
        var calls = calls
        while let call = queue.pop() { calls.append(call) }
        for call in calls { report(.dropped, call) }
        count { $0.dropped += calls.count }
        return calls.count
    }
}
