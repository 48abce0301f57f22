public import InputEvents

/// Where an `EventLog` keeps what it knows: one piece of memory, which may be a file that outlives the process.
public final class EventMemory {
    /// How many events there is room for, a power of two.
    public let capacity: Int
    let base: UnsafeMutableRawPointer
    /// Writes down how a device is described, for those who find the memory later.
    private let text: (DeviceDescription) -> [UInt8]
    private let makeRoom: (Range<Int>) -> Bool
    private let free: () -> Void

    /// What such memory begins with.
    static let sign: UInt64 = 0x5442_464c_4947_4854
    static let version: UInt32 = 1
    /// So many events are made room for at once.
    static let piece = 4096

    private static let page = 4096
    /// Behind the head is a text of whoever made the memory.
    public static let noteRange = 256..<page
    private static let recordSize = MemoryLayout<EventLog.Record>.stride
    /// The texts that describe devices, each on pages of its own.
    private static let textStart = (page + EventLog.places * recordSize + page - 1) / page * page
    static let textLimit = 4 * page
    static let entryStart = textStart + EventLog.places * textLimit

    /// The bytes that a log of so many events takes.
    public static func byteCount(capacity: Int) -> Int { entryStart + capacity * MemoryLayout<EventLog.Entry>.stride }

    /// The most events that so many bytes hold.
    public static func capacity(of bytes: Int) -> Int {
        let most = max(piece, (bytes - entryStart) / MemoryLayout<EventLog.Entry>.stride)
        return most.roundedUpToPowerOfTwo == most ? most : most.roundedUpToPowerOfTwo / 2
    }

    /// Memory of this process alone; it is touched a piece at a time.
    public init(capacity: Int) {
        self.capacity = max(capacity, 2).roundedUpToPowerOfTwo
        let base = UnsafeMutableRawPointer.allocate(
            byteCount: Self.byteCount(capacity: self.capacity),
            alignment: Self.page
        )
        self.base = base
        (text, makeRoom) = ({ _ in [] }, { _ in true })
        free = { base.deallocate() }
    }

    /// Memory that somebody else has made, `byteCount` long and at the beginning of a page.
    ///
    /// `makeRoom` is asked for each range of bytes before it is used for the first time.
    public init(
        _ base: UnsafeMutableRawPointer,
        capacity: Int,
        text: @escaping (DeviceDescription) -> [UInt8],
        makeRoom: @escaping (Range<Int>) -> Bool,
        free: @escaping () -> Void
    ) {
        (self.base, self.capacity) = (base, capacity)
        (self.text, self.makeRoom, self.free) = (text, makeRoom, free)
    }

    deinit { free() }

    var head: UnsafeMutablePointer<EventLog.Head> { base.assumingMemoryBound(to: EventLog.Head.self) }
    var entries: UnsafeMutablePointer<EventLog.Entry> {
        (base + Self.entryStart).assumingMemoryBound(to: EventLog.Entry.self)
    }

    @inline(__always)
    func record(_ place: Int) -> UnsafeMutablePointer<EventLog.Record> {
        (base + Self.page + place * Self.recordSize).assumingMemoryBound(to: EventLog.Record.self)
    }

    func describe(_ description: DeviceDescription, at place: Int) {
        let bytes = text(description)
        let start = Self.textStart + place * Self.textLimit
        guard !bytes.isEmpty, bytes.count <= Self.textLimit, makeRoom(start..<start + Self.textLimit) else { return }
        (base + start).copyMemory(from: bytes, byteCount: bytes.count)
        record(place).pointee.textCount = Int32(bytes.count)
    }

    /// Sees to it that there is memory for the next events, before the first round is over.
    func reserve(from place: Int) -> Bool {
        let size = MemoryLayout<EventLog.Entry>.stride
        let end = min(place + Self.piece, capacity)
        let room = Self.entryStart + place * size..<Self.entryStart + end * size
        guard makeRoom(room) else { return false }
        // The kernel finds the pages now, and not each of them when an event is the first on it.
        for offset in stride(from: room.lowerBound, to: room.upperBound, by: Self.page) {
            base.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
        }
        return true
    }

    /// Leaves a text for whoever finds the memory; what does not fit is cut off.
    public func setNote(_ bytes: [UInt8]) {
        let fitting = bytes.prefix(Self.noteRange.count - 8)
        let start = base + Self.noteRange.lowerBound
        start.storeBytes(of: Int32(fitting.count), as: Int32.self)
        for (place, byte) in fitting.enumerated() {
            start.storeBytes(of: byte, toByteOffset: 8 + place, as: UInt8.self)
        }
    }

    /// The text that was left in memory that is found.
    public static func note(in bytes: UnsafeRawBufferPointer) -> [UInt8] {
        guard bytes.count >= page else { return [] }
        let count = Int(bytes.loadUnaligned(fromByteOffset: noteRange.lowerBound, as: Int32.self))
        guard (0...noteRange.count - 8).contains(count) else { return [] }
        return Array(bytes[noteRange.lowerBound + 8..<noteRange.lowerBound + 8 + count])
    }

    // MARK: Found again

    /// What there has to be memory for from the beginning.
    public static var fixedRange: Range<Int> { 0..<textStart }

    /// What a file holds that was such memory, with the text of each device; nil for anything else.
    ///
    /// Every number in it is looked at before it is used, as it may be torn, or not ours.
    public static func read(_ bytes: UnsafeRawBufferPointer) -> (copy: EventCopy, texts: [[UInt8]])? {
        guard bytes.count >= entryStart else { return nil }
        let head = bytes.loadUnaligned(as: EventLog.Head.self)
        guard head.sign == sign, head.version == version, head.places == EventLog.places,
            head.capacity >= 2, head.capacity <= bytes.count, head.capacity & (head.capacity - 1) == 0,
            byteCount(capacity: head.capacity) == bytes.count, head.end >= 0, head.end < 1 << 60
        else { return nil }
        var records: [EventLog.Record] = []
        var texts: [[UInt8]] = []
        for place in 0..<EventLog.places {
            let record = bytes.loadUnaligned(fromByteOffset: page + place * recordSize, as: EventLog.Record.self)
            records.append(record)
            let isDescribed = record.number != 0 && record.textCount > 0 && record.textCount <= textLimit
            let offset = textStart + place * textLimit
            texts.append(Array(bytes[offset..<offset + (isDescribed ? Int(record.textCount) : 0)]))
        }
        let start = max(0, head.end - head.capacity)
        let size = MemoryLayout<EventLog.Entry>.stride
        let entries = (start..<head.end).map { number in
            let offset = entryStart + number & (head.capacity - 1) * size
            return bytes.loadUnaligned(fromByteOffset: offset, as: EventLog.Entry.self)
        }
        let none = [DeviceDescription?](repeating: nil, count: EventLog.places)
        return (EventCopy(entries: entries, start: start, records: records, descriptions: none), texts)
    }
}

extension Int {
    fileprivate var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
