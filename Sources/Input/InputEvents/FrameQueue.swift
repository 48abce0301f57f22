/// Events of one device that are not handled yet, with the end of each frame among them.
///
/// Whoever appends events says where frames end, so that nobody behind it searches for reports.
public struct FrameQueue: Sendable {
    /// All events since the last `compact()`; the last frame may be incomplete.
    public private(set) var events: ContiguousArray<RawEvent> = []
    /// Index behind each report; a frame that the kernel split has several (K7).
    private var ends: ContiguousArray<Int> = []
    /// The first event, and the first end, that is not handled yet.
    private var start = 0
    private var nextEnd = 0

    public init() {}

    /// Range of the first complete frame, or of the first piece of one; nil when there is none.
    public var first: Range<Int>? { nextEnd < ends.count ? start..<ends[nextEnd] : nil }

    /// Appends an event; a report ends a frame.
    public mutating func append(_ event: RawEvent) {
        events.append(event)
        if event.isMark(.report) { ends.append(events.count) }
    }

    /// Appends events without a report, or that end with the only one.
    public mutating func append(_ part: UnsafeBufferPointer<RawEvent>, endsFrame: Bool) {
        events.append(contentsOf: part)
        if endsFrame { ends.append(events.count) }
    }

    /// Marks the first frame as handled; its memory is reused after `compact()`.
    public mutating func removeFirst() {
        guard nextEnd < ends.count else { return }
        start = ends[nextEnd]
        nextEnd += 1
    }

    /// Removes the events of handled frames; what is left of an incomplete one stays.
    public mutating func compact() {
        guard start > 0 else { return }
        if start == events.count {
            removeAll()
        } else {
            events.removeSubrange(..<start)
            ends.removeSubrange(..<nextEnd)
            for index in ends.indices { ends[index] -= start }
            (start, nextEnd) = (0, 0)
        }
    }

    /// Removes all events and keeps the memory.
    public mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        (start, nextEnd) = (0, 0)
    }
}
