/// Reports late reads of a device and their cause, at most once a minute (K13).
///
/// The monitor has no clock; callers pass the time.
public struct ReadLatencyMonitor: Sendable {
    /// Late reads of one device since the last notice.
    public struct Notice: Equatable, Sendable {
        /// Number of late reads since the last notice.
        public var count: Int
        /// Longest delay of these reads, in microseconds.
        public var longest: Int64
        /// Whether the reader was busy for at least half of the longest delay. Otherwise, the reader was waiting, and
        /// the system woke the reader late.
        public var isReadersFault: Bool
    }

    /// Minimum time between two notices, in microseconds.
    public static let pause: Int64 = 60_000_000

    private var countedReads = 0
    private var pending: Notice?
    private var lastNotice: Int64?

    /// Creates a monitor for a reader that has not read yet.
    public init() {}

    /// Checks a reader's counters after a read. Returns a notice if one is due, otherwise nil.
    ///
    /// `wait` is the last period during which the reader waited for input.
    public mutating func look(at counters: ReaderCounters, now: Int64, wait: Range<Int64>) -> Notice? {
        if counters.lateReads > countedReads {
            let count = counters.lateReads - countedReads
            countedReads = counters.lateReads
            record(count, lag: counters.lastLag, now: now, wait: wait)
        }
        if let lastNotice, now - lastNotice < Self.pause { return nil }
        guard let notice = pending else { return nil }
        pending = nil
        lastNotice = now
        return notice
    }

    private mutating func record(_ count: Int, lag: Int64, now: Int64, wait: Range<Int64>) {
        let asleep = max(0, wait.upperBound - max(wait.lowerBound, now - lag))
        let total = (pending?.count ?? 0) + count
        if let pending, pending.longest >= lag {
            self.pending?.count = total
        } else {
            pending = Notice(count: total, longest: lag, isReadersFault: asleep <= lag / 2)
        }
    }
}
