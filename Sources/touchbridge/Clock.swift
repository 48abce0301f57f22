internal import Glibc
internal import PluginAPI

extension Clock {
    /// Seconds since 1970, for people; it may jump.
    static var sinceEpoch: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
