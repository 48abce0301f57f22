internal import TouchTrace

/// The newest records in one row for all pages, each of which reads it at its own pace.
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
    /// Removes all records.
    mutating func removeAll() { ring.removeAll() }

    /// The place from which a page that comes now reads: nothing older than the span, if there is one.
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

/// Read position of one page, with the number of records skipped because it is slow.
struct Reader {
    private(set) var nextIndex: Int
    /// From here on the page is told what happens, and may be too slow for it; before it, what has happened.
    private var joined: Int
    /// Number of skipped records not yet reported to the page.
    private(set) var missed = 0

    /// So far behind a page may be before what only goes on is left out.
    static let maximumLag = 1 << 14

    /// A reader from now on, of a history that has all that happened before or is still to get it.
    init(of history: borrowing TraceHistory, within span: Int64?, isComplete: Bool) {
        nextIndex = history.index(within: span)
        joined = isComplete ? history.end : .max
    }

    /// What happened before is all there.
    mutating func join(_ history: borrowing TraceHistory) { joined = min(joined, history.end) }

    func hasMore(in history: borrowing TraceHistory) -> Bool { nextIndex < history.end || missed > 0 }

    /// Puts down the next records, so many at most, and tells how many before them were left out; nil when more is
    /// lost than that.
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
