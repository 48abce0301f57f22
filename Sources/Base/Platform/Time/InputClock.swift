/// Monotonic clock that remembers its last reading during a frame; used on the input thread only.
///
/// Measurements that follow each other share a reading, because each reading takes about 100 instructions. Work that can
/// take long discards the reading, so that the next measurement does not include that work.
package final class InputClock: @unchecked Sendable {
    /// Last reading; nil if the reading is discarded.
    @exclusivity(unchecked) package private(set) var last: Int64?

    package init() {}

    /// Begins to remember readings; `now` is the first one.
    package func begin(at now: Int64) { last = now }

    /// Discards the last reading; readings are remembered again after `begin(at:)`.
    package func discard() { last = nil }

    /// Reads the clock.
    package func read() -> Int64 {
        let now = MonotonicClock.now
        if last != nil { last = now }
        return now
    }
}
