/// Unprocessed events of one device, with the index of each frame's end.
///
/// Callers that append events mark the ends, so that consumers need not search for reports.
public struct FrameQueue: Sendable {
    /// All events since the last `compact()`; the last frame may be incomplete.
    public private(set) var events: ContiguousArray<RawEvent> = []
    /// Index behind each report; a frame that the kernel split has several (K7).
    private var ends: ContiguousArray<Int> = []
    /// Index of the first unprocessed event, and of the first unprocessed end.
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

    /// Appends events that contain no report except possibly the last one.
    public mutating func append(_ part: UnsafeBufferPointer<RawEvent>, endsFrame: Bool) {
        events.append(contentsOf: part)
        if endsFrame { ends.append(events.count) }
    }

    /// Marks the first frame as processed; `compact()` reuses its memory.
    public mutating func removeFirst() {
        guard nextEnd < ends.count else { return }
        start = ends[nextEnd]
        nextEnd += 1
    }

    /// Removes the events of processed frames; an incomplete frame remains.
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
