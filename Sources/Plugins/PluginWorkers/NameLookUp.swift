internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import Synchronization

/// State of a host-name lookup on a plugin's thread. The C library's lookup cannot be interrupted and may exceed the
/// plugin's stop time limit.
///
/// The input thread can abandon the worker (the plugin's thread) during a lookup. The input thread then empties the
/// worker's queue, so the worker ends without accessing the queue again.
package final class NameLookUp: Sendable {
    private enum State {
        /// No lookup is running. `endedAt`: monotonic end time of the last lookup; nil before the first lookup.
        case idle(endedAt: Int64?)
        /// A lookup is running. `held`: calls that the worker has removed from its queue.
        case running(name: String, held: [Call])
        case abandoned
    }

    private let state = Mutex(State.idle(endedAt: nil))

    // MARK: The worker's thread

    /// Marks the beginning of a lookup. `held`: calls that the worker has removed from its queue.
    package func begin(_ name: String, holding held: [Call] = []) {
        state.withLock { $0 = .running(name: name, held: held) }
    }

    /// Marks the end of a lookup. Returns false if the worker was abandoned during the lookup and must end.
    package func end() -> Bool {
        state.withLock { state in
            if case .abandoned = state { return false }
            state = .idle(endedAt: MonotonicClock.now)
            return true
        }
    }

    // MARK: The input thread

    /// Whether no lookup is running and the last lookup ended at or after `time` (monotonic microseconds).
    func hasEnded(after time: Int64) -> Bool {
        state.withLock { state in
            if case .idle(let endedAt?) = state { endedAt >= time } else { false }
        }
    }

    /// Abandons the worker, and reports its queued and held calls as dropped.
    ///
    /// Returns the host name of the running lookup. If no lookup is running, returns nil and has no effect.
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
