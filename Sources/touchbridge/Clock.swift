internal import Glibc

/// The kernel's clocks.
enum Clock {
    /// Microseconds of the monotonic clock, which evdev's times are of.
    static var now: Int64 { microseconds(of: CLOCK_MONOTONIC) }

    /// Seconds since 1970, for people; it may jump.
    static var sinceEpoch: Double { Double(microseconds(of: CLOCK_REALTIME)) / 1_000_000 }

    private static func microseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
