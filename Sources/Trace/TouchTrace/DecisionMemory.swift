internal import Platform
internal import Synchronization

/// The newest decisions of a service: trace records, their names, and results of handler calls. The memory may be a
/// mapped file that outlives the process.
///
/// Only the input thread writes records and names. Plugin threads write results, under the lock of `CallReports`.
public final class DecisionMemory: @unchecked Sendable {
    /// Header at the start of the memory.
    struct Head: BitwiseCopyable {
        var signature: UInt64
        var version: UInt32
        /// Index (0 or 1) of the part with the current generation's names.
        var namePart: UInt32
        /// Numbers of records and results written since the memory was created.
        var recordEnd: Int
        var resultEnd: Int
        var nameParts: (NamePart, NamePart)
    }

    /// Names of one generation. `InternTable` starts a new generation when a layout is loaded, for example.
    struct NamePart: BitwiseCopyable {
        /// Size of the names, in bytes.
        var end = 0
        /// Number of objects whose names did not fit.
        var omittedCount = 0
    }

    /// Ring buffer of the newest records. Writing a record neither locks nor allocates.
    struct RecordRing {
        fileprivate let head: UnsafeMutablePointer<Head>
        fileprivate let records: UnsafeMutablePointer<TraceRecord>

        @inline(__always)
        func append(_ record: TraceRecord) {
            let end = head.pointee.recordEnd
            records[end & (DecisionMemory.recordSlots - 1)] = record
            DecisionMemory.completeWrites()
            head.pointee.recordEnd = end &+ 1
        }
    }

    static let signature: UInt64 = 0x5442_4445_4349_4445
    static let version: UInt32 = 2
    /// Limit crash-records (limits.md, Recordings and dumps): maximum number of decisions in a dump after a crash,
    /// without moves. If exceeded: the oldest decision is removed.
    ///
    /// A tap causes about 15 decisions. The number of slots must be a power of two.
    static let recordLimit = 2047
    /// One slot more than the limit. A crash can leave the next record's slot half overwritten, so this slot is never
    /// read.
    static let recordSlots = recordLimit + 1
    /// Limit crash-results (limits.md, Recordings and dumps): maximum number of results of handler calls in a dump
    /// after a crash. If exceeded: the oldest result is removed.
    static let resultLimit = 255
    /// One slot more than the limit, for the same reason as `recordSlots`.
    static let resultSlots = resultLimit + 1
    /// Limit crash-names (limits.md, Recordings and dumps): maximum number of bytes of the names of views, gestures and
    /// plugins for a dump after a crash. If exceeded: further names are omitted until the layout is reloaded; the log
    /// and the dump report this.
    static let nameLimit = 1 << 16
    /// Maximum length of a result in bytes, with its length field.
    static let resultSize = 512

    static let recordStart = 4096
    static let nameStart = recordStart + recordSlots * MemoryLayout<TraceRecord>.stride
    static let resultStart = nameStart + 2 * nameLimit
    /// Size of the memory in bytes.
    public static let byteCount = resultStart + resultSlots * resultSize

    private let base: UnsafeMutableRawPointer
    /// Owner of the memory, retained while the memory is used.
    private let owner: AnyObject
    private var head: UnsafeMutablePointer<Head> { base.assumingMemoryBound(to: Head.self) }

    /// Uses `byteCount` bytes of page-aligned memory, which `owner` frees in its `deinit`.
    public init(_ base: UnsafeMutableRawPointer, of owner: AnyObject) {
        (self.base, self.owner) = (base, owner)
        // Touches each page now, so writing a decision causes no page fault.
        base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.byteCount)
        base.storeBytes(
            of: Head(
                signature: Self.signature,
                version: Self.version,
                namePart: 0,
                recordEnd: 0,
                resultEnd: 0,
                nameParts: (NamePart(), NamePart())
            ),
            as: Head.self
        )
    }

    var ring: RecordRing {
        let records = (base + Self.recordStart).assumingMemoryBound(to: TraceRecord.self)
        return RecordRing(head: head, records: records)
    }

    /// Completes an entry's writes before the number of entries changes. After a crash, every counted entry is
    /// therefore complete.
    @inline(__always)
    private static func completeWrites() { atomicMemoryFence(ordering: .releasing) }

    // MARK: Names

    /// Whether some names of the current generation are missing because the memory for names is full.
    public var omitsNames: Bool { part.omittedCount > 0 }

    private var isSecondPart: Bool { head.pointee.namePart & 1 == 1 }

    /// The part with the current generation's names.
    private var part: NamePart {
        get { isSecondPart ? head.pointee.nameParts.1 : head.pointee.nameParts.0 }
        set { if isSecondPart { head.pointee.nameParts.1 = newValue } else { head.pointee.nameParts.0 = newValue } }
    }

    /// Begins the next generation of names. The other part retains the names of the current generation.
    func beginGeneration() {
        if isSecondPart { head.pointee.nameParts.0 = NamePart() } else { head.pointee.nameParts.1 = NamePart() }
        Self.completeWrites()
        head.pointee.namePart = isSecondPart ? 0 : 1
    }

    func add(_ entry: InternTable.Entry, _ id: InternedID) {
        let bytes = NameCode.encode(entry, id)
        let end = part.end
        guard end + bytes.count <= Self.nameLimit else {
            part.omittedCount += 1
            return
        }
        let start = Self.nameStart + (isSecondPart ? Self.nameLimit : 0)
        (base + start + end).copyMemory(from: bytes, byteCount: bytes.count)
        Self.completeWrites()
        part.end = end + bytes.count
    }

    // MARK: Results

    /// Adds a result as a JSON line. Ignores lines that exceed `resultSize`.
    func add(resultLine line: [UInt8]) {
        guard line.count <= Self.resultSize - 2 else { return }
        let end = head.pointee.resultEnd
        let slot = base + Self.resultStart + end % Self.resultSlots * Self.resultSize
        slot.storeBytes(of: UInt16(line.count), as: UInt16.self)
        (slot + 2).copyMemory(from: line, byteCount: line.count)
        Self.completeWrites()
        head.pointee.resultEnd = end &+ 1
    }
}
