/// Table of the open streams of a `HandlerEventQueue`. A stream consists of the events of one touch, gesture or press.
/// Each stream reserves slots of the queue for its moves and end events.
///
/// If the layout does not bind all end events of a stream, the end of the stream may never arrive. Therefore, the least
/// recently used streams are evicted:
///
/// - streams with no bound end event, when the table is full
/// - streams with only some bound end events, when too many slots are reserved, or when `limit` streams have bound end
///   events
///
/// Streams whose end events are all bound are never evicted.
struct OpenStreams: ~Copyable {
    struct Key: Equatable, BitwiseCopyable {
        var group: Int32
        var stream: Int32
    }

    struct Record: BitwiseCopyable {
        var key: Key
        /// Time of the begin event.
        var time: Int64
        /// Which end events are bound; `none` if the layout binds no end event or if the stream is rejected.
        var boundEnds = Binding.BoundEnds.none
        /// Whether the stream is rejected as a whole because its begin event found no free slot.
        var isRejected = false
        /// Number of slots reserved for end events.
        var ends: Int32 = 0
        /// Number of slots reserved for moves. A move needs a slot only if it cannot replace a queued move.
        var moves: Int32 = 0
        /// Queue position of the stream's last accepted event.
        var last = HandlerEventRing.noPosition
        var lastUse: Int64 = 0

        var reserved: Int { Int(ends) + Int(moves) }
    }

    private let records: UnsafeMutablePointer<Record>
    /// Limit open-streams (limits.md, Internal bounds): maximum number of open streams with bound end events in
    /// a queue of handler events.
    ///
    /// The table has twice this number of records, so that there is always room for streams without bound end events.
    private static let limit = 256
    private var count = 0
    private var uses: Int64 = 0
    /// Total number of reserved slots.
    private(set) var reserved = 0

    init() { records = .allocate(capacity: 2 * Self.limit) }

    deinit { records.deallocate() }

    subscript(index: Int) -> Record { records[index] }

    /// Returns the index of a stream and marks the stream as used; returns nil if the stream is not in the table.
    mutating func find(_ key: Key) -> Int? {
        for index in 0..<count where records[index].key == key {
            uses += 1
            records[index].lastUse = uses
            return index
        }
        return nil
    }

    /// Evicts streams with only some bound end events. Stops when `slots` more slots fit into the total of `all` slots,
    /// and fewer than `limit` streams have bound end events. Returns false if no further stream can be evicted before
    /// that.
    mutating func makeRoom(_ slots: Int, of all: Int) -> Bool {
        while reserved + slots > all || (0..<count).count(where: { records[$0].boundEnds != .none }) >= Self.limit {
            guard let index = leastUsed(.some) else { return false }
            remove(index)
        }
        return true
    }

    /// Adds a stream. If the stream has reserved slots, `makeRoom` must have been called before.
    mutating func insert(_ record: Record) -> Int {
        // Streams with bound end events occupy at most half of the table. A full table therefore contains other
        // streams.
        if count == 2 * Self.limit, let index = leastUsed(.none) { remove(index) }
        uses += 1
        records[count] = record
        records[count].lastUse = uses
        count += 1
        reserved += record.reserved
        return count - 1
    }

    mutating func remove(_ index: Int) {
        reserved -= records[index].reserved
        count -= 1
        records[index] = records[count]
    }

    /// Releases a slot reserved for an end event, for use by that event. Returns false if no such slot is reserved.
    mutating func useEnd(_ index: Int) -> Bool {
        guard records[index].ends > 0 else { return false }
        records[index].ends -= 1
        reserved -= 1
        return true
    }

    /// Sets the queue position of a stream's last accepted event.
    mutating func setLast(_ index: Int, _ position: Int) { records[index].last = position }

    private func leastUsed(_ ends: Binding.BoundEnds) -> Int? {
        var found: Int?
        for index in 0..<count where records[index].boundEnds == ends {
            if let best = found, records[best].lastUse < records[index].lastUse { continue }
            found = index
        }
        return found
    }
}
