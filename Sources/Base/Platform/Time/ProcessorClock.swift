internal import Glibc

/// CPU time of a thread; advances only while the thread runs.
public enum ProcessorClock {
    /// CPU time of the calling thread, in microseconds.
    public static var ofThread: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
