internal import Glibc

/// CLOCK_MONOTONIC, the clock of plugin deadlines and of evdev timestamps.
package enum MonotonicClock {
    /// Current time in microseconds; never set back.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Returns the `poll` timeout for a deadline in milliseconds; -1 (infinite) for nil.
    package static func wait(until deadline: Int64?, from now: Int64) -> Int32 {
        guard let deadline else { return -1 }
        return TimeSpan(microseconds: max(0, deadline - now)).milliseconds
    }
}
