internal import Glibc

/// The time that deadlines and pauses count by; what plugins are told happened has times of its own.
enum Clock {
    /// Microseconds that nobody can set back.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
