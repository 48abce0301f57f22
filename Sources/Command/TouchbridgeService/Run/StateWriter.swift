internal import Bridge
internal import Platform

/// Writes the persistent states of scripts to files after a possible change, at most once per `StateStore.interval`.
final class StateWriter {
    private let pipeline: Pipeline
    private let store: StateStore
    /// Earliest time of the next write, in microseconds of the monotonic clock.
    private var nextWrite: Int64 = 0

    /// Maximum time that the shutdown waits for the last write.
    private static let finishLimit = TimeSpan(microseconds: 500_000)

    init(_ pipeline: Pipeline, _ store: StateStore) { (self.pipeline, self.store) = (pipeline, store) }

    /// Time at which the states must be written; nil if no script with a persistent state has run since the last write.
    var dueTime: Int64? { pipeline.mayHaveChangedState ? nextWrite : nil }

    /// Passes the changed states to the store, which writes them on a separate thread.
    func write() {
        nextWrite = MonotonicClock.now + StateStore.interval
        store.store(pipeline.takePersistentStates())
    }

    func finish() { store.finish(within: Self.finishLimit) }
}
