internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import Synchronization

/// A name look-up on a plugin's thread; the C library may block it for longer than the plugin lives.
///
/// The input thread may abandon the worker during a look-up. The worker then ends without touching its queue again, so
/// that the input thread may drain it.
package final class NameLookUp: Sendable {
    private enum State {
        /// `endedAt`: time of the last look-up's end; nil before the first.
        case idle(endedAt: Int64?)
        /// `held`: calls that the worker has removed from its queue.
        case running(name: String, held: [Call])
        case abandoned
    }

    private let state = Mutex(State.idle(endedAt: nil))

    // MARK: The worker's thread

    /// Begins the look-up of a name; `held` are calls that the worker has removed from its queue.
    package func begin(_ name: String, holding held: [Call] = []) {
        state.withLock { $0 = .running(name: name, held: held) }
    }

    /// Ends a look-up; returns false if the worker was abandoned meanwhile and must end.
    package func end() -> Bool {
        state.withLock { state in
            if case .abandoned = state { return false }
            state = .idle(endedAt: MonotonicClock.now)
            return true
        }
    }

    // MARK: The input thread

    /// Whether a look-up ended after `time` and none is running.
    func hasEnded(after time: Int64) -> Bool {
        state.withLock { state in
            if case .idle(let endedAt?) = state { endedAt >= time } else { false }
        }
    }

    /// Abandons the worker and reports every call that it holds or that waits in its queue as dropped.
    ///
    /// Returns the name that is being looked up; returns nil without effect if no look-up is running.
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
