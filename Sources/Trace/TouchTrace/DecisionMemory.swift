internal import Platform

/// The newest decisions of a service, in memory that may be a mapped file and outlive the process: trace records, the
/// names in these records, and results of calls that plugins have reported.
///
/// Only the input thread writes records and names. Threads of plugins write results, under the lock of `CallReports`.
public final class DecisionMemory: @unchecked Sendable {
    /// Header at the start of the memory.
    struct Head: BitwiseCopyable {
        var signature: UInt64
        var version: UInt32
        /// Index of the part that contains the names of the current generation, 0 or 1.
        var namePart: UInt32
        /// Numbers of records and of results that were written since the memory was created.
        var recordEnd: Int
        var resultEnd: Int
        /// Numbers of bytes in the two parts of the names.
        var nameEnds: (Int, Int)
    }

    /// Ring buffer of the newest records. Writing a record takes no lock and allocates nothing.
    struct RecordRing {
        fileprivate let head: UnsafeMutablePointer<Head>
        fileprivate let records: UnsafeMutablePointer<TraceRecord>

        @inline(__always)
        func append(_ record: TraceRecord) {
            let end = head.pointee.recordEnd
            records[end & (DecisionMemory.recordLimit - 1)] = record
            head.pointee.recordEnd = end &+ 1
        }
    }

    static let signature: UInt64 = 0x5442_4445_4349_4445
    static let version: UInt32 = 1
    /// Limit crash-records (Recordings and dumps): decisions in a dump after a crash, without moves. If exceeded: the
    /// oldest decision is removed.
    ///
    /// A tap causes about 15 decisions. The number must be a power of two.
    static let recordLimit = 2048
    /// Limit crash-results (Recordings and dumps): results of handler calls in a dump after a crash. If exceeded: the
    /// oldest result is removed.
    static let resultLimit = 256
    /// Limit crash-names (Recordings and dumps): bytes of the names of views, gestures and plugins for a dump after a
    /// crash. If exceeded: the decisions of the dump name no further objects.
    static let nameLimit = 1 << 16
    /// Maximum length of a result in bytes, with its length field.
    static let resultSize = 512

    static let recordStart = 4096
    static let nameStart = recordStart + recordLimit * MemoryLayout<TraceRecord>.stride
    static let resultStart = nameStart + 2 * nameLimit
    /// Size of the memory.
    public static let byteCount = resultStart + resultLimit * resultSize

    private let base: UnsafeMutableRawPointer
    /// Owner of the memory; retained as long as the memory is used.
    private let owner: AnyObject
    private var head: UnsafeMutablePointer<Head> { base.assumingMemoryBound(to: Head.self) }

    /// Uses `byteCount` bytes of memory, aligned to a page, that `owner` frees when it is released.
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
                nameEnds: (0, 0)
            ),
            as: Head.self
        )
    }

    var ring: RecordRing {
        let records = (base + Self.recordStart).assumingMemoryBound(to: TraceRecord.self)
        return RecordRing(head: head, records: records)
    }

    // MARK: Names

    /// Begins the names of the next generation; the names of the current generation remain.
    func beginGeneration() {
        let part = 1 - head.pointee.namePart & 1
        if part == 0 { head.pointee.nameEnds.0 = 0 } else { head.pointee.nameEnds.1 = 0 }
        head.pointee.namePart = part
    }

    func add(_ entry: InternTable.Entry, _ id: InternedID) {
        let bytes = NameCode.encode(entry, id)
        let part = Int(head.pointee.namePart & 1)
        let end = part == 0 ? head.pointee.nameEnds.0 : head.pointee.nameEnds.1
        guard end + bytes.count <= Self.nameLimit else { return }
        (base + Self.nameStart + part * Self.nameLimit + end).copyMemory(from: bytes, byteCount: bytes.count)
        if part == 0 { head.pointee.nameEnds.0 += bytes.count } else { head.pointee.nameEnds.1 += bytes.count }
    }

    // MARK: Results

    /// Adds a result as a line of JSON; ignores a line that is too long.
    func add(resultLine line: [UInt8]) {
        guard line.count <= Self.resultSize - 2 else { return }
        let end = head.pointee.resultEnd
        let slot = base + Self.resultStart + end % Self.resultLimit * Self.resultSize
        slot.storeBytes(of: UInt16(line.count), as: UInt16.self)
        (slot + 2).copyMemory(from: line, byteCount: line.count)
        head.pointee.resultEnd = end &+ 1
    }
}
