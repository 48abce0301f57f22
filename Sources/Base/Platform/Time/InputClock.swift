/// Monotonic clock that remembers its last reading while the input thread processes input; used on that thread only.
///
/// Measurements that follow each other share a reading, because each reading takes about 100 instructions.
package final class InputClock: @unchecked Sendable {
    /// Last reading; nil while no input is processed, because a reading would be outdated.
    @exclusivity(unchecked) package private(set) var last: Int64?

    package init() {}

    /// Begins to remember readings; `now` is the first one.
    package func begin(at now: Int64) { last = now }

    /// Discards the last reading.
    package func end() { last = nil }

    /// Reads the clock.
    @discardableResult
    package func read() -> Int64 {
        let now = MonotonicClock.now
        if last != nil { last = now }
        return now
    }
}
