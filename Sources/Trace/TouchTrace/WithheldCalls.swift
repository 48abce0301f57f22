/// Bit sets of those events of a frame whose handler call was withheld. Bit 0 represents the first event.
package struct WithheldCalls: BitwiseCopyable {
    /// Events for which the call's condition is false.
    package var skipped: UInt64 = 0
    /// Events that exceed the call's rate limit.
    package var limited: UInt64 = 0
    /// Events whose call is delayed, or replaced by the call for a later event.
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
