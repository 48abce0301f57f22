internal import Platform
internal import Synchronization

/// The newest decisions of a service, in memory that may be a mapped file and outlive the process: trace records, the
/// names in these records, and results of calls that plugins have reported.
///
/// Only the input thread writes records and names. Threads of plugins write results, under the lock of `CallReports`.
public final class DecisionMemory: @unchecked Sendable {
    /// Header at the start of the memory.
    struct Head: BitwiseCopyable {
        var signature: UInt64
        var version: UInt32
        /// Index (0 or 1) of the part that contains the names of the current generation.
        var namePart: UInt32
        /// Counts of the records and results that were written since the memory was created.
        var recordEnd: Int
        var resultEnd: Int
        /// The two parts of the names.
        var nameParts: (NamePart, NamePart)
    }

    /// Names of one generation. `InternTable` starts a new generation, for example, when a layout is loaded.
    struct NamePart: BitwiseCopyable {
        /// Number of bytes of the names.
        var end = 0
        /// Number of objects whose names did not fit.
        var omittedCount = 0
    }

    /// Ring buffer of the newest records. Writing a record takes no lock and allocates nothing.
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
    /// One slot more than the limit: a crash can leave the slot of the next record half overwritten, so that slot is
    /// never read.
    static let recordSlots = recordLimit + 1
    /// Limit crash-results (limits.md, Recordings and dumps): maximum number of results of handler calls in a dump
    /// after a crash. If exceeded: the oldest result is removed.
    static let resultLimit = 255
    /// One slot more than the limit, as for records.
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
    /// Size of the memory.
    public static let byteCount = resultStart + resultSlots * resultSize

    private let base: UnsafeMutableRawPointer
    /// Owner of the memory; retained as long as the memory is used.
    private let owner: AnyObject
    private var head: UnsafeMutablePointer<Head> { base.assumingMemoryBound(to: Head.self) }

    /// Uses `byteCount` bytes of page-aligned memory, which `owner` frees in its `deinit`.
    public init(_ base: UnsafeMutableRawPointer, of owner: AnyObject) {
        (self.base, self.owner) = (base, owner)
        // Writes to each page, so that page faults occur here and not while a decision is written.
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

    /// Completes the writes of an entry before the number of entries changes. After a crash, every counted entry is
    /// therefore complete.
    @inline(__always)
    private static func completeWrites() { atomicMemoryFence(ordering: .releasing) }

    // MARK: Names

    /// Whether names of the current generation are omitted, because the memory for names is full.
    public var omitsNames: Bool { part.omittedCount > 0 }

    private var isSecondPart: Bool { head.pointee.namePart & 1 == 1 }

    /// The part that contains the names of the current generation.
    private var part: NamePart {
        get { isSecondPart ? head.pointee.nameParts.1 : head.pointee.nameParts.0 }
        set { if isSecondPart { head.pointee.nameParts.1 = newValue } else { head.pointee.nameParts.0 = newValue } }
    }

    /// Begins the names of the next generation, and retains the names of the current generation in the other part.
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

    /// Adds a result as a line of JSON; ignores a line that is too long.
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
