/// The streams that a queue knows of, and how much room their moves and ends need in it.
///
/// A layout need not bind every end of a stream, so an end may never be heard of. Where there are too many streams, those
/// that nothing is kept for are forgotten first, then those whose end may have been another one than those that are
/// bound. A stream whose end is sure to come stays.
struct OpenStreams: ~Copyable {
    struct Key: Equatable, BitwiseCopyable {
        var group: Int32
        var stream: Int32
    }

    struct Record: BitwiseCopyable {
        var key: Key
        /// When it began.
        var time: Int64
        /// Which ends it is kept for; none when nothing of it is taken.
        var boundEnds = Binding.BoundEnds.none
        /// Its beginning found no room, so nothing of it is taken.
        var isLeftOut = false
        /// Slots kept for ends, and for moves that find none to take the place of.
        var ends: Int32 = 0
        var moves: Int32 = 0
        /// The place of the last thing of it that was taken.
        var last = HandlerEventRing.nowhere
        var lastUse: Int64 = 0

        var room: Int { Int(ends) + Int(moves) }
    }

    private let records: UnsafeMutablePointer<Record>
    /// Limit open-streams (Internal bounds): open streams of a queue.
    ///
    /// As many are preallocated.
    private static let limit = 256
    private var count = 0
    private var uses: Int64 = 0
    /// Slots that are kept for streams.
    private(set) var room = 0

    init() { records = .allocate(capacity: 2 * Self.limit) }

    deinit { records.deallocate() }

    subscript(index: Int) -> Record { records[index] }

    /// Where a stream stands in the table.
    mutating func find(_ key: Key) -> Int? {
        for index in 0..<count where records[index].key == key {
            uses += 1
            records[index].lastUse = uses
            return index
        }
        return nil
    }

    /// Makes sure that so many slots more can be kept, of a number in all; false when all the streams must stay.
    mutating func makeRoom(_ slots: Int, of all: Int) -> Bool {
        while room + slots > all || (0..<count).count(where: { records[$0].boundEnds != .none }) >= Self.limit {
            guard let index = leastUsed(.some) else { return false }
            remove(index)
        }
        return true
    }

    /// Takes a stream in, of those that room is kept for only when there is room for one more.
    mutating func insert(_ record: Record) -> Int {
        // At most half of the table is for those that something is kept for.
        if count == 2 * Self.limit, let index = leastUsed(.none) { remove(index) }
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

    /// Remembers where the last thing of a stream stands.
    mutating func setLast(_ index: Int, _ place: Int) { records[index].last = place }

    private func leastUsed(_ ends: Binding.BoundEnds) -> Int? {
        var found: Int?
        for index in 0..<count where records[index].boundEnds == ends {
            if let best = found, records[best].lastUse < records[index].lastUse { continue }
            found = index
        }
        return found
    }
}
