internal import InputHub
internal import LayoutRuntime
internal import ResponderKit
public import TouchTrace

extension Pipeline {
    /// Starts recording the given details in a ring buffer of at least `capacity` trace records.
    ///
    /// All readers share one recorder. It records the details that at least one reader has requested.
    @discardableResult
    public func record(_ detail: TraceRecorder.Detail, capacity: Int, for reader: TraceRecorder.Reader = .caller)
        -> TraceRecorder
    {
        let recorder = recorder ?? TraceRecorder(of: application)
        readers[reader] = (detail, capacity)
        serveReaders(by: recorder)
        return recorder
    }

    /// Stores trace records, the names in them, and results of handler calls in `memory`, which survives a crash of the
    /// process. Pass nil to stop storing them.
    package func store(in memory: DecisionMemory?) {
        recorder?.decisions = memory
        names.store(in: memory)
        callReports.store(in: memory)
    }

    public func stopRecording(for reader: TraceRecorder.Reader) {
        readers[reader] = nil
        if let recorder { serveReaders(by: recorder) }
    }

    private func serveReaders(by recorder: TraceRecorder) {
        // Removes and re-adds the recorder, because the application and the hub read an observer's options only on
        // addition.
        application.removeObserver(recorder)
        hub.removeObserver(recorder)
        let isNeeded = !readers.isEmpty
        if isNeeded {
            // Passes records for a JSON trace and for followers directly to these readers. In the ring buffer, these
            // records would displace records for other readers.
            let stored = readers.filter { $0.key != .trace && $0.key != .followers }.values
                .reduce(into: TraceRecorder.Detail()) { $0.formUnion($1.detail) }
            let capacity = readers.values.map(\.capacity).max() ?? 0
            let sunk = (readers[.trace]?.detail ?? []).union(readers[.followers]?.detail ?? [])
            recorder.serve(stored: stored, sunk: sunk, capacity: capacity)
            application.addObserver(recorder)
            hub.addObserver(recorder)
        }
        context.recorder = isNeeded ? recorder : nil
        self.recorder = context.recorder
    }

    /// Writes a JSON trace with all details; `write` receives one line at a time.
    @discardableResult
    public func trace(to write: @escaping (UnsafeBufferPointer<UInt8>) -> Void) -> TraceRecorder {
        let recorder = record(.everything, capacity: 0, for: .trace)
        recorder.trace(to: write)
        return recorder
    }

    /// Adds a follower, which reads the trace on another thread.
    public func follow(by follower: TraceFollower) {
        followers.append(follower)
        serveFollowers()
        recorder?.add(follower)
    }

    public func stopFollowing(by follower: TraceFollower) {
        recorder?.remove(follower)
        followers.removeAll { $0 === follower }
        serveFollowers()
    }

    private func serveFollowers() {
        guard !followers.isEmpty else { return stopRecording(for: .followers) }
        let detail = followers.reduce(into: TraceRecorder.Detail()) { $0.formUnion($1.detail) }
        record(detail, capacity: 0, for: .followers)
    }
}
