/// The streams that a queue has begun, and how much room their moves and ends need in it.
///
/// A layout need not bind every end of a stream, so an end may never be heard of: the streams of which nothing was heard
/// for longest make room for new ones.
struct OpenStreams: ~Copyable {
    struct Record: BitwiseCopyable {
        var key: OccurrenceRing.Key
        /// When it began.
        var time: Int64
        /// Its beginning found no room, so nothing of it is taken.
        var isLeftOut = false
        /// Slots kept for ends, and for moves that find none to take the place of.
        var ends: Int32 = 0
        var moves: Int32 = 0
        var lastUse: Int64 = 0

        var room: Int { Int(ends) + Int(moves) }
    }

    private let records: UnsafeMutablePointer<Record>
    private let limit: Int
    private var count = 0
    private var uses: Int64 = 0
    /// Slots that are kept for streams.
    private(set) var room = 0

    init(limit: Int) {
        self.limit = limit
        records = .allocate(capacity: limit)
    }

    deinit { records.deallocate() }

    subscript(index: Int) -> Record { records[index] }

    /// Where a stream stands in the table.
    mutating func find(_ key: OccurrenceRing.Key) -> Int? {
        for index in 0..<count where records[index].key == key {
            uses += 1
            records[index].lastUse = uses
            return index
        }
        return nil
    }

    /// Takes a stream in, in the place of the one that was not used for longest if all places are taken.
    @discardableResult
    mutating func insert(_ record: Record) -> Int {
        if count == limit { remove(leastUsed) }
        uses += 1
        records[count] = record
        records[count].lastUse = uses
        count += 1
        room += record.room
        return count - 1
    }

    mutating func remove(_ index: Int) {
        room -= records[index].room
        count -= 1
        records[index] = records[count]
    }

    /// Gives up the room of one end, as it is used now; false when there is none.
    mutating func useEnd(_ index: Int) -> Bool {
        guard records[index].ends > 0 else { return false }
        records[index].ends -= 1
        room -= 1
        return true
    }

    private var leastUsed: Int { (0..<count).min { records[$0].lastUse < records[$1].lastUse } ?? 0 }
}
