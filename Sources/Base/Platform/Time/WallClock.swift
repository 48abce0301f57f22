internal import Glibc

/// CLOCK_REALTIME.
package enum WallClock {
    /// Seconds since 1970. For display only, because the clock may be set back.
    package static var sinceEpoch: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
