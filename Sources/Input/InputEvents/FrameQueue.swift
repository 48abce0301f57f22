/// Unprocessed events of one device, with the index of each frame's end.
///
/// Callers that append events mark the ends, so that consumers need not search for reports.
public struct FrameQueue: Sendable {
    /// Memory of the events; elements from `count` on are left over, because emptying an array takes longer.
    public private(set) var buffer: ContiguousArray<RawEvent> = []
    /// Number of events since the last `compact()`; the last frame may be incomplete.
    public private(set) var count = 0
    /// Index behind each report; a frame that the kernel split has several (K7).
    private var ends: ContiguousArray<Int> = []
    private var endCount = 0
    /// Index of the first unprocessed event, and of the first unprocessed end.
    private var start = 0
    private var nextEnd = 0

    public init() {}

    /// All events since the last `compact()`.
    public var events: ContiguousArray<RawEvent> { ContiguousArray(buffer[..<count]) }

    /// Range of the first complete frame, or of the first piece of one; nil when there is none.
    public var first: Range<Int>? { nextEnd < endCount ? start..<ends[nextEnd] : nil }

    /// Appends an event; a report ends a frame.
    public mutating func append(_ event: RawEvent) {
        if count < buffer.count { buffer[count] = event } else { buffer.append(event) }
        count += 1
        if event.isMark(.report) { appendEnd() }
    }

    /// Appends events that contain no report except possibly the last one.
    public mutating func append(_ part: UnsafeBufferPointer<RawEvent>, endsFrame: Bool) {
        let overwritten = min(part.count, buffer.count - count)
        for index in 0..<overwritten { buffer[count &+ index] = part[index] }
        if overwritten < part.count { buffer.append(contentsOf: part[overwritten...]) }
        count += part.count
        if endsFrame { appendEnd() }
    }

    private mutating func appendEnd() {
        if endCount < ends.count { ends[endCount] = count } else { ends.append(count) }
        endCount += 1
    }

    /// Marks the first frame as processed; `compact()` reuses its memory.
    public mutating func removeFirst() {
        guard nextEnd < endCount else { return }
        start = ends[nextEnd]
        nextEnd += 1
    }

    /// Removes the events of processed frames; an incomplete frame remains.
    public mutating func compact() {
        guard start > 0 else { return }
        for index in start..<count { buffer[index - start] = buffer[index] }
        for index in nextEnd..<endCount { ends[index - nextEnd] = ends[index] - start }
        (count, endCount) = (count - start, endCount - nextEnd)
        (start, nextEnd) = (0, 0)
    }

    /// Removes all events and keeps the memory.
    public mutating func removeAll() { (count, endCount, start, nextEnd) = (0, 0, 0, 0) }
}
