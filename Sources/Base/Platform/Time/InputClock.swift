/// Monotonic clock that stores its last reading while input is processed; used on the input thread only.
///
/// Each reading takes about 100 instructions. To save readings, the end of one measurement is reused as the start of
/// the next. Callers discard the reading after long work, so that the next measurement does not include that work.
package final class InputClock: @unchecked Sendable {
    /// Last reading; nil if the last reading was discarded.
    @exclusivity(unchecked) package private(set) var last: Int64?

    package init() {}

    /// Sets the last reading to `now`; from now on, `read()` updates the last reading.
    package func begin(at now: Int64) { last = now }

    /// Discards the last reading; `read()` stores no reading until the next call of `begin(at:)`.
    package func discard() { last = nil }

    /// Returns the current time in microseconds; after `begin(at:)`, also stores it as the last reading.
    package func read() -> Int64 {
        let now = MonotonicClock.now
        if last != nil { last = now }
        return now
    }
}
