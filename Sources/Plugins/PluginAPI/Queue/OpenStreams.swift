/// Open streams of a queue and the slots reserved for their moves and ends.
///
/// A layout need not bind every end of a stream, so an end may never arrive. When the table is full, streams without
/// reserved slots are evicted first, then those of which only some ends are bound. A stream whose end is certain to
/// arrive stays.
struct OpenStreams: ~Copyable {
    struct Key: Equatable, BitwiseCopyable {
        var group: Int32
        var stream: Int32
    }

    struct Record: BitwiseCopyable {
        var key: Key
        /// Time of the begin.
        var time: Int64
        /// Bound ends that slots are reserved for; none if the stream is rejected.
        var boundEnds = Binding.BoundEnds.none
        /// Whether the stream's begin found no slot, so that all of it is rejected.
        var isRejected = false
        /// Slots reserved for ends, and for moves that cannot replace a queued one.
        var ends: Int32 = 0
        var moves: Int32 = 0
        /// Position of the stream's last accepted event.
        var last = HandlerEventRing.noPosition
        var lastUse: Int64 = 0

        var reserved: Int { Int(ends) + Int(moves) }
    }

    private let records: UnsafeMutablePointer<Record>
    /// Limit open-streams (Internal bounds): open streams of a queue.
    ///
    /// As many are preallocated.
    private static let limit = 256
    private var count = 0
    private var uses: Int64 = 0
    /// Number of reserved slots.
    private(set) var reserved = 0

    init() { records = .allocate(capacity: 2 * Self.limit) }

    deinit { records.deallocate() }

    subscript(index: Int) -> Record { records[index] }

    /// Returns the index of a stream and marks it as used.
    mutating func find(_ key: Key) -> Int? {
        for index in 0..<count where records[index].key == key {
            uses += 1
            records[index].lastUse = uses
            return index
        }
        return nil
    }

    /// Evicts streams until `slots` more can be reserved out of `all`; returns false if no stream may be evicted.
    mutating func makeRoom(_ slots: Int, of all: Int) -> Bool {
        while reserved + slots > all || (0..<count).count(where: { records[$0].boundEnds != .none }) >= Self.limit {
            guard let index = leastUsed(.some) else { return false }
            remove(index)
        }
        return true
    }

    /// Adds a stream; one with reserved slots needs a previous `makeRoom`.
    mutating func insert(_ record: Record) -> Int {
        // At most half of the table holds streams with reserved slots.
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

    /// Releases the slot of one end for its use; returns false if none is reserved.
    mutating func useEnd(_ index: Int) -> Bool {
        guard records[index].ends > 0 else { return false }
        records[index].ends -= 1
        reserved -= 1
        return true
    }

    /// Sets the position of a stream's last accepted event.
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
