public import HandlerEvents
internal import Synchronization

/// Queue of trace records for a reader on another thread, which renders the records as lines of the trace. If the
/// reader is slow, the queue drops records and counts them, so that the input thread never waits.
public final class TraceFollower: Sendable {
    /// A record with the event that its handler received.
    public struct Item: BitwiseCopyable, Sendable {
        public let record: TraceRecord
        public let event: HandlerEvent?
        /// Number of records that were dropped immediately before this record.
        public let lostBefore: Int
    }

    /// Limit followed-records (limits.md, Internal bounds): maximum number of records that wait for a reader of `events
    /// --follow`; further records are dropped, and a line of the kind `lost` contains their number.
    static let limit = 2048

    private let items = Pipe<Item>(capacity: limit)
    /// Number of records that were dropped since the last record in the queue; used by the input thread only.
    private let lost = Atomic<Int>(0)
    /// Whether the reader receives progress records, such as moves of touches and the calls that the moves cause.
    package let includesMoves: Bool

    public init(includesMoves: Bool) { self.includesMoves = includesMoves }

    /// The level of detail that the reader needs.
    package var detail: TraceRecorder.Detail { includesMoves ? .moves : [] }

    /// Adds a record; called on the input thread.
    func put(_ record: TraceRecord, _ event: HandlerEvent?) {
        switch record.kind {
        // Presses are omitted because they may reveal typed text; rejected contacts are omitted too. The remaining
        // kinds in this list are not rendered as separate lines of the trace.
        case .press, .visit, .contact, .contactRejected, .undelivered, .offered, .waits, .layout: return
        default: if record.isOngoing, !includesMoves { return }
        }
        let count = lost.load(ordering: .relaxed)
        let isPut = items.put(Item(record: record, event: event, lostBefore: count))
        lost.store(isPut ? 0 : count + 1, ordering: .relaxed)
    }

    /// Removes and returns the oldest record; nil if the queue is empty. Called on the reader's thread.
    public func take() -> Item? { items.take() }
}
