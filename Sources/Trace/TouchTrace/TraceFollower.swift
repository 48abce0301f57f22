public import HandlerEvents
internal import Synchronization

/// Queue of trace records for a reader on another thread, which renders them as trace lines. If the reader is slow, the
/// queue drops and counts records; the input thread never waits.
public final class TraceFollower: Sendable {
    /// A record with its handler event.
    public struct Item: BitwiseCopyable, Sendable {
        public let record: TraceRecord
        public let event: HandlerEvent?
        /// Number of records dropped immediately before this record.
        public let lostBefore: Int
    }

    /// Limit followed-records (limits.md, Internal bounds): maximum number of records that wait for a reader of `events
    /// --follow`; further records are dropped, and a line of the kind `lost` contains their number.
    static let limit = 2048

    private let items = Pipe<Item>(capacity: limit)
    /// Number of records dropped since the last queued record; used only by the input thread.
    private let lost = Atomic<Int>(0)
    /// Whether the reader receives progress records, such as moves and the resulting calls.
    package let includesMoves: Bool

    public init(includesMoves: Bool) { self.includesMoves = includesMoves }

    /// Level of detail for the reader.
    package var detail: TraceRecorder.Detail { includesMoves ? .moves : [] }

    /// Adds a record; called on the input thread.
    func put(_ record: TraceRecord, _ event: HandlerEvent?) {
        switch record.kind {
        // Omits presses, which may reveal typed text, and rejected contacts. The other kinds here have no trace lines
        // of their own.
        case .press, .visit, .contact, .contactRejected, .undelivered, .offered, .waits, .layout: return
        default: if record.isOngoing, !includesMoves { return }
        }
        let count = lost.load(ordering: .relaxed)
        let isPut = items.put(Item(record: record, event: event, lostBefore: count))
        lost.store(isPut ? 0 : count + 1, ordering: .relaxed)
    }

    /// Removes and returns the oldest record; returns nil if the queue is empty. Called on the reader's thread.
    public func take() -> Item? { items.take() }
}
