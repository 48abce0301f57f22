internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import Synchronization

/// State of a host-name lookup on a plugin's thread. The C library's lookup cannot be interrupted, and may take
/// longer than the plugin's time limit for stopping.
///
/// The input thread can abandon the worker (the plugin's thread) during a lookup. An abandoned worker ends without
/// accessing its queue again, because the input thread empties the queue.
package final class NameLookUp: Sendable {
    private enum State {
        /// No lookup is running. `endedAt` is the time at which the last lookup ended; nil before the first lookup.
        case idle(endedAt: Int64?)
        /// A lookup is running. `held` contains the calls that the worker has removed from its queue.
        case running(name: String, held: [Call])
        case abandoned
    }

    private let state = Mutex(State.idle(endedAt: nil))

    // MARK: The worker's thread

    /// Marks the beginning of a lookup. `held` contains the calls that the worker has removed from its queue.
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

    /// Whether no lookup is running, and the last lookup ended at `time` or later.
    func hasEnded(after time: Int64) -> Bool {
        state.withLock { state in
            if case .idle(let endedAt?) = state { endedAt >= time } else { false }
        }
    }

    /// Abandons the worker. Reports all calls in the worker's queue and all calls that the worker holds as dropped.
    ///
    /// Returns the name that the lookup resolves. Returns nil and has no effect if no lookup is running.
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
