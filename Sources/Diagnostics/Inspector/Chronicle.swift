internal import Bridge

/// The newest decisions in one row for all pages, each of which reads it at its own pace.
struct Chronicle: ~Copyable {
    private var ring: Ring<Decision>
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        ring = Ring(capacity: capacity)
    }

    var start: Int { ring.start }
    var end: Int { ring.end }
    subscript(place: Int) -> Decision { ring[place] }

    mutating func append(_ decision: Decision) { ring.append(decision) }
    /// Begins anew: nothing that was there is.
    mutating func removeAll() { ring.removeAll() }

    /// The place from which a page that comes now reads: nothing older than the span, if there is one.
    func place(within span: Int64?) -> Int {
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

/// How far one page has read, and what it misses because it is slow.
struct Reader {
    private(set) var place: Int
    /// From here on the page is told what happens, and may be too slow for it; before it, what has happened.
    private var joined: Int
    /// What was left out and not told of yet.
    private(set) var missed = 0

    /// So far behind a page may be before what only goes on is left out.
    static let patience = 1 << 14

    /// A reader from now on, of a chronicle that has all that happened before or is still to get it.
    init(of chronicle: borrowing Chronicle, within span: Int64?, isComplete: Bool) {
        place = chronicle.place(within: span)
        joined = isComplete ? chronicle.end : .max
    }

    /// What happened before is all there.
    mutating func join(_ chronicle: borrowing Chronicle) { joined = min(joined, chronicle.end) }

    func hasMore(in chronicle: borrowing Chronicle) -> Bool { place < chronicle.end || missed > 0 }

    /// Puts down the next decisions, so many at most, and tells how many before them were left out; nil when more is
    /// lost than that.
    mutating func take(from chronicle: borrowing Chronicle, limit: Int, into decisions: inout [Decision]) -> Int? {
        decisions.removeAll(keepingCapacity: true)
        guard place >= chronicle.start else { return nil }
        while decisions.count < limit, place < chronicle.end {
            let decision = chronicle[place]
            let isLate = place >= joined && chronicle.end - place > Self.patience
            place += 1
            if isLate, decision.isOngoing { missed += 1 } else { decisions.append(decision) }
        }
        defer { missed = 0 }
        return missed
    }
}
