public import InputEvents
internal import Platform

/// Memory block of an `EventLog`, the ring buffer of recent input events. The block may be a mapped file that outlives
/// the process.
public final class EventMemory {
    /// Maximum number of events, a power of two.
    public let capacity: Int
    let base: UnsafeMutableRawPointer
    /// Encodes a device's description, for readers of the file.
    private let text: (DeviceDescription) -> [UInt8]
    private let makeRoom: (Range<Int>) -> Bool
    private let free: () -> Void

    /// Signature at the start of the memory.
    static let signature: UInt64 = 0x5442_464c_4947_4854
    static let version: UInt32 = 1
    /// Number of events for which one call of `reserve` reserves memory.
    static let piece = 4096

    private static let page = 4096
    /// Byte range of the note, a text that the memory's owner may store after the header.
    public static let noteRange = 256..<page
    private static let recordSize = MemoryLayout<EventLog.Record>.stride
    /// Offset of the device descriptions. Each description starts on its own page.
    private static let textStart = (page + EventLog.slotCount * recordSize + page - 1) / page * page
    static let textLimit = 4 * page
    static let entryStart = textStart + EventLog.slotCount * textLimit

    /// Returns the number of bytes of a log of `capacity` events.
    public static func byteCount(capacity: Int) -> Int { entryStart + capacity * MemoryLayout<EventLog.Entry>.stride }

    /// Returns the capacity of a log that fits into `bytes` bytes, in events: a power of two, at least `piece`.
    public static func capacity(of bytes: Int) -> Int {
        let limit = max(piece, (bytes - entryStart) / MemoryLayout<EventLog.Entry>.stride)
        return limit.roundedUpToPowerOfTwo == limit ? limit : limit.roundedUpToPowerOfTwo / 2
    }

    /// Allocates memory on the heap. `reserve` later writes to the pages for the first time, `piece` events at a time.
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

    /// Uses existing memory of `byteCount` bytes, aligned to a page. Deinitialization calls `free`.
    ///
    /// `makeRoom` reserves a byte range before its first use, and returns false if no memory is left.
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
    func record(_ slot: Int) -> UnsafeMutablePointer<EventLog.Record> {
        (base + Self.page + slot * Self.recordSize).assumingMemoryBound(to: EventLog.Record.self)
    }

    func describe(_ description: DeviceDescription, at slot: Int) {
        let bytes = text(description)
        let start = Self.textStart + slot * Self.textLimit
        guard !bytes.isEmpty, bytes.count <= Self.textLimit, makeRoom(start..<start + Self.textLimit) else { return }
        (base + start).copyMemory(from: bytes, byteCount: bytes.count)
        record(slot).pointee.textCount = Int32(bytes.count)
    }

    /// Reserves memory for the next events; returns false if no memory is left. Called only until the ring buffer is
    /// full for the first time.
    func reserve(from index: Int) -> Bool {
        let size = MemoryLayout<EventLog.Entry>.stride
        let end = min(index + Self.piece, capacity)
        let range = Self.entryStart + index * size..<Self.entryStart + end * size
        guard makeRoom(range) else { return false }
        // Writes to each page, so that page faults occur here and not while an event is appended.
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: Self.page) {
            base.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
        }
        return true
    }

    /// Stores a note for readers of the file; truncates a note that is too long.
    public func setNote(_ bytes: [UInt8]) {
        let fitting = bytes.prefix(Self.noteRange.count - 8)
        let start = base + Self.noteRange.lowerBound
        start.storeBytes(of: Int32(fitting.count), as: Int32.self)
        for (index, byte) in fitting.enumerated() {
            start.storeBytes(of: byte, toByteOffset: 8 + index, as: UInt8.self)
        }
    }

    /// Returns the note in a file; empty if the file is too short or the note's length is invalid.
    public static func note(in bytes: UnsafeRawBufferPointer) -> [UInt8] {
        guard bytes.count >= page else { return [] }
        let count = Int(bytes.loadUnaligned(fromByteOffset: noteRange.lowerBound, as: Int32.self))
        guard (0...noteRange.count - 8).contains(count) else { return [] }
        return Array(bytes[noteRange.lowerBound + 8..<noteRange.lowerBound + 8 + count])
    }

    // MARK: Reading a file

    /// Byte range that the creator of the memory must reserve before use: header, note and device records.
    public static var fixedRange: Range<Int> { 0..<textStart }

    /// Reads a file with the memory of an `EventLog`. Returns the events and the description of each device; returns
    /// nil for a file in another format.
    ///
    /// Every number is validated before use, because the file may be incomplete or come from another program.
    public static func read(_ bytes: UnsafeRawBufferPointer) -> (copy: EventCopy, texts: [[UInt8]])? {
        guard bytes.count >= entryStart else { return nil }
        let head = bytes.loadUnaligned(as: EventLog.Head.self)
        guard head.signature == signature, head.version == version, head.slotCount == EventLog.slotCount,
            head.capacity >= 2, head.capacity <= bytes.count, head.capacity & (head.capacity - 1) == 0,
            byteCount(capacity: head.capacity) == bytes.count, head.end >= 0, head.end < 1 << 60
        else { return nil }
        var records: [EventLog.Record] = []
        var texts: [[UInt8]] = []
        for slot in 0..<EventLog.slotCount {
            let record = bytes.loadUnaligned(fromByteOffset: page + slot * recordSize, as: EventLog.Record.self)
            records.append(record)
            let isDescribed = record.number != 0 && record.textCount > 0 && record.textCount <= textLimit
            let offset = textStart + slot * textLimit
            texts.append(Array(bytes[offset..<offset + (isDescribed ? Int(record.textCount) : 0)]))
        }
        let start = max(0, head.end - head.capacity)
        let size = MemoryLayout<EventLog.Entry>.stride
        let entries = (start..<head.end).map { number in
            let offset = entryStart + number & (head.capacity - 1) * size
            return bytes.loadUnaligned(fromByteOffset: offset, as: EventLog.Entry.self)
        }
        let none = [DeviceDescription?](repeating: nil, count: EventLog.slotCount)
        return (EventCopy(entries: entries, start: start, records: records, descriptions: none), texts)
    }
}
