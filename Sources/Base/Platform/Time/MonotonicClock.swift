internal import Glibc

/// CLOCK_MONOTONIC: the clock of evdev timestamps and plugin deadlines.
package enum MonotonicClock {
    /// Current time in microseconds; never decreases.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Returns the milliseconds until a deadline, as a timeout for `poll`; -1 (infinite) if the deadline is nil.
    package static func wait(until deadline: Int64?, from now: Int64) -> Int32 {
        guard let deadline else { return -1 }
        return TimeSpan(microseconds: max(0, deadline - now)).milliseconds
    }
}
