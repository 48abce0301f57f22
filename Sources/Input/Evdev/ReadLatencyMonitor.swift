/// Tells at most once a minute that a device had to wait for its reader, and who is to blame (K13).
///
/// It has no clock of its own: whoever reads says what time it is.
public struct ReadLatencyMonitor: Sendable {
    /// What is to be said about one device.
    public struct Notice: Equatable, Sendable {
        /// How often it was read too late since the last notice.
        public var count: Int
        /// The longest of these delays, in microseconds.
        public var longest: Int64
        /// The reader was busy for most of that delay; otherwise it was waiting, and the machine woke it up late.
        public var isReadersFault: Bool
    }

    /// So many microseconds lie at least between two notices.
    public static let pause: Int64 = 60_000_000

    private var known = 0
    private var pending: Notice?
    private var lastNotice: Int64?

    /// Begins with a reader that has not read yet.
    public init() {}

    /// Looks at a reader's counters after it has read, and gives what there is to say now.
    ///
    /// `wait` is when the reader last waited for input, from when it had nothing left to do until it was woken up.
    public mutating func look(at counters: ReaderCounters, now: Int64, wait: Range<Int64>) -> Notice? {
        if counters.lateReads > known {
            let count = counters.lateReads - known
            known = counters.lateReads
            note(count, lag: counters.lastLag, now: now, wait: wait)
        }
        if let lastNotice, now - lastNotice < Self.pause { return nil }
        guard let notice = pending else { return nil }
        pending = nil
        lastNotice = now
        return notice
    }

    private mutating func note(_ count: Int, lag: Int64, now: Int64, wait: Range<Int64>) {
        let asleep = max(0, wait.upperBound - max(wait.lowerBound, now - lag))
        let total = (pending?.count ?? 0) + count
        if let pending, pending.longest >= lag {
            self.pending?.count = total
        } else {
            pending = Notice(count: total, longest: lag, isReadersFault: asleep <= lag / 2)
        }
    }
}
