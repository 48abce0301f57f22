internal import Glibc

/// The kernel's monotonic clock, in microseconds, for waits and limits of plugins' threads.
enum MonotonicClock {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Milliseconds until a time, rounded up, as `poll` wants them; -1 for never.
    static func milliseconds(until time: Int64?) -> Int32 {
        guard let time else { return -1 }
        return Int32(clamping: max(0, (time - now + 999) / 1000))
    }
}
