internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import Synchronization

/// The look-up of a host name on a plugin's thread, which the C library can hold up for longer than the plugin lives.
///
/// The input thread may leave the worker behind during a look-up. The worker then ends without another access to its
/// queue, so the input thread may empty it.
package final class NameLookUp: Sendable {
    private enum State {
        /// `endedAt`: when the last look-up ended, nil before there was one.
        case idle(endedAt: Int64?)
        /// `held`: the calls that the worker has taken out of its queue.
        case running(name: String, held: [Call])
        case abandoned
    }

    private let state = Mutex(State.idle(endedAt: nil))

    // MARK: The worker's thread

    /// Begins the look-up of a name; `held` are calls that the worker has taken out of its queue.
    package func begin(_ name: String, holding held: [Call] = []) {
        state.withLock { $0 = .running(name: name, held: held) }
    }

    /// Ends a look-up; false when the worker was left behind meanwhile and must end.
    package func end() -> Bool {
        state.withLock { state in
            if case .abandoned = state { return false }
            state = .idle(endedAt: MonotonicClock.now)
            return true
        }
    }

    // MARK: The input thread

    /// Whether a look-up ended after a time, and none is running: the worker is about to end.
    func hasEnded(after time: Int64) -> Bool {
        state.withLock { state in
            if case .idle(let endedAt?) = state { endedAt >= time } else { false }
        }
    }

    /// Leaves the worker behind and reports every call that it holds or that waits in its queue as dropped.
    ///
    /// Returns the name that is looked up; nil, and does nothing, when no look-up is running.
    func abandon(_ link: PluginLink) -> String? {
        let running: (name: String, held: [Call])? = state.withLock { state in
            guard case .running(let name, let held) = state else { return nil }
            state = .abandoned
            return (name, held)
        }
        guard let running else { return nil }
        _ = link.dropAll(running.held)
        link.count { $0.waiting = 0 }
        return running.name
    }
}
