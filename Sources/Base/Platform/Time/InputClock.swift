/// Monotonic clock that caches its last reading during input processing; for the input thread only.
///
/// A reading takes about 100 instructions, so the end of one measurement is reused as the start of the next. Callers
/// discard the reading after long work, which excludes that work from the next measurement.
package final class InputClock: @unchecked Sendable {
    /// Last reading; nil if the last reading was discarded.
    @exclusivity(unchecked) package private(set) var last: Int64?

    package init() {}

    /// Sets the last reading to `now`; from then on, `read()` updates the last reading.
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
