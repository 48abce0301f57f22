/// The events of one frame for which a handler was not called, as bit sets; bit 0 stands for the first event.
package struct WithheldCalls: BitwiseCopyable {
    /// Events for which the condition of the call is false.
    package var skipped: UInt64 = 0
    /// Events that exceed the rate limit of the call.
    package var limited: UInt64 = 0
    /// Events whose call is delayed, or was replaced by the call for a later event.
    package var delayed: UInt64 = 0

    package init() {}

    @inline(__always)
    package mutating func add(_ index: Int, to set: WritableKeyPath<WithheldCalls, UInt64>) {
        self[keyPath: set] |= 1 << UInt64(index)
    }

    @inline(__always)
    package func contains(_ index: Int) -> Bool { (skipped | limited | delayed) & 1 << UInt64(index) != 0 }

    /// Returns the outcome of the call for an event; nil if the handler was called.
    func outcome(of index: Int) -> TraceRecord.CallOutcome? {
        let bit: UInt64 = 1 << UInt64(index)
        return skipped & bit != 0 ? .skipped : limited & bit != 0 ? .limited : delayed & bit != 0 ? .delayed : nil
    }
}
