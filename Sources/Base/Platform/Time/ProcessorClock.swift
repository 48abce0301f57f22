internal import Glibc

/// Processor time, which grows only while a thread works.
public enum ProcessorClock {
    /// Microseconds that the calling thread has worked.
    public static var ofThread: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
