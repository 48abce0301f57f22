internal import TouchTrace

/// The newest trace records, shared by all web pages of the inspector. Each page has its own read position (`Reader`).
struct TraceHistory: ~Copyable {
    private var ring: Ring<TraceRecord>
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        ring = Ring(capacity: capacity)
    }

    var start: Int { ring.start }
    var end: Int { ring.end }
    subscript(index: Int) -> TraceRecord { ring[index] }

    mutating func append(_ record: TraceRecord) { ring.append(record) }
    mutating func removeAll() { ring.removeAll() }

    /// Returns the index of the oldest record within `span` microseconds before the newest record. If `span` is nil,
    /// returns the index of the oldest record.
    func index(within span: Int64?) -> Int {
        guard let span, end > start else { return start }
        let since = ring[end - 1].time - span
        var (low, high) = (start, end)
        while low < high {
            let middle = (low + high) / 2
            if ring[middle].time < since { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Read position of one web page, and the number of records skipped because the page is slow.
struct Reader {
    private(set) var nextIndex: Int
    /// Index of the first live record. Older records, which the page receives initially, are never skipped.
    private var joined: Int
    /// Number of skipped records that have not been reported to the page.
    private(set) var missed = 0

    /// Maximum number of unread records. If more records are unread, the records of ongoing events such as moves are
    /// skipped.
    static let maximumLag = 1 << 14

    /// Starts at the first record within the span. `isComplete` means that `history` already contains all records
    /// before the first live record.
    init(of history: borrowing TraceHistory, within span: Int64?, isComplete: Bool) {
        nextIndex = history.index(within: span)
        joined = isComplete ? history.end : .max
    }

    /// Marks the end of the earlier records; the lag limit applies only to later records.
    mutating func join(_ history: borrowing TraceHistory) { joined = min(joined, history.end) }

    func hasMore(in history: borrowing TraceHistory) -> Bool { nextIndex < history.end || missed > 0 }

    /// Replaces `records` with the next records, and returns the number of records that were skipped meanwhile. Returns
    /// nil if unread records have been overwritten.
    mutating func take(from history: borrowing TraceHistory, limit: Int, into records: inout [TraceRecord]) -> Int? {
        records.removeAll(keepingCapacity: true)
        guard nextIndex >= history.start else { return nil }
        while records.count < limit, nextIndex < history.end {
            let record = history[nextIndex]
            let isLate = nextIndex >= joined && history.end - nextIndex > Self.maximumLag
            nextIndex += 1
            if isLate, record.isOngoing { missed += 1 } else { records.append(record) }
        }
        defer { missed = 0 }
        return missed
    }
}
