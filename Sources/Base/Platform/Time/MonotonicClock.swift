internal import Glibc

/// The time that deadlines count by: plugins' own, and devices', whose events have times of the same clock.
package enum MonotonicClock {
    /// Microseconds that neither people nor the network can set back.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// What `poll` waits at most for a deadline; without one it waits for ever.
    package static func wait(until deadline: Int64?, from now: Int64) -> Int32 {
        guard let deadline else { return -1 }
        return TimeSpan(microseconds: max(0, deadline - now)).milliseconds
    }
}
