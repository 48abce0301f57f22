package import Occurrences
package import PluginAPI
internal import Synchronization

/// The look-up of a host name on a plugin's thread, which the C library can hold up for longer than the plugin lives.
///
/// The input thread may leave the worker behind during a look-up. The worker then ends without another access to its
/// queue, so the input thread may empty it.
package final class NameLookUp: Sendable {
    /// A handler call that was taken and is not delivered.
    package typealias Call = (occurrence: Occurrence, binding: Binding)

    private enum State {
        case idle
        /// `held`: the calls that the worker has taken out of its queue.
        case running(held: [Call])
        case abandoned
    }

    private let state = Mutex(State.idle)

    package init() {}

    // MARK: The worker's thread

    /// Begins a look-up; `held` are calls that the worker has taken out of its queue.
    package func begin(holding held: [Call] = []) { state.withLock { $0 = .running(held: held) } }

    /// Ends a look-up; false when the worker was left behind meanwhile and must end.
    package func end() -> Bool {
        state.withLock { state in
            if case .abandoned = state { return false }
            state = .idle
            return true
        }
    }

    // MARK: The input thread

    /// Leaves the worker behind and reports every call that it holds or that waits in its queue as dropped.
    ///
    /// Returns the number of these calls; nil, and does nothing, when no look-up is running.
    package func abandon(_ queue: OccurrenceQueue, _ context: PluginContext) -> Int? {
        let held: [Call]? = state.withLock { state in
            guard case .running(let held) = state else { return nil }
            state = .abandoned
            return held
        }
        guard var calls = held else { return nil }
        while let call = queue.pop() { calls.append(call) }
        for call in calls { context.report(.dropped, of: call.occurrence, for: call.binding) }
        return calls.count
    }
}
