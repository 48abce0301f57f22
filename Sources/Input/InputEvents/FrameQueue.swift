/// Queue of a device's unprocessed events, with the end index of each frame.
///
/// Because the queue stores the ends, consumers need not search for SYN_REPORT. The queue uses raw memory instead of
/// arrays, because each write to a Swift array first checks whether the array's storage is shared.
public struct FrameQueue: ~Copyable {
    /// Memory for the events.
    @usableFromInline var memory: UnsafeMutablePointer<RawEvent>
    /// Capacity of the memory, in events.
    @usableFromInline var capacity = 64
    /// Index after the last event.
    @usableFromInline var end = 0
    /// Index after each SYN_REPORT. If the kernel split a frame, each piece ends with a SYN_REPORT (K7). There are
    /// never more ends than events, so `capacity` suffices for both buffers.
    @usableFromInline var ends: UnsafeMutablePointer<Int>
    @usableFromInline var endCount = 0
    /// Index of the first unprocessed event.
    @usableFromInline var start = 0
    /// Index in `ends` of the first unprocessed end.
    @usableFromInline var nextEnd = 0

    /// Number of events in the queue, including processed events that `compact()` has not removed yet. The last frame
    /// may be incomplete.
    @inlinable public var count: Int { end }

    public init() {
        memory = .allocate(capacity: capacity)
        ends = .allocate(capacity: capacity)
    }

    deinit {
        memory.deallocate()
        ends.deallocate()
    }

    /// All events in the queue, including processed events that `compact()` has not removed yet.
    public var events: ContiguousArray<RawEvent> { ContiguousArray((0..<end).map { memory[$0] }) }

    /// Returns the event at an index below `count`.
    @inlinable @inline(__always)
    public subscript(index: Int) -> RawEvent {
        precondition(0 <= index && index < end)
        return memory[index]
    }

    /// Index range of the first unprocessed frame, or of the first unprocessed piece of a split frame. Nil if the queue
    /// contains no complete frame or piece.
    @inlinable @inline(__always)
    public var first: Range<Int>? {
        nextEnd < endCount ? Range(uncheckedBounds: (start, ends[nextEnd])) : nil
    }

    /// Calls `body` with the events of the first unprocessed frame or piece; returns nil if the queue contains no
    /// complete frame or piece.
    @inlinable @inline(__always)
    public borrowing func withFirst<Result>(_ body: (Span<RawEvent>) throws -> Result) rethrows -> Result? {
        guard let first else { return nil }
        return try body(Span(_unsafeStart: memory + first.lowerBound, count: first.count))
    }

    @usableFromInline @inline(never)
    mutating func grow() {
        capacity *= 2
        let (oldMemory, oldEnds) = (memory, ends)
        memory = .allocate(capacity: capacity)
        ends = .allocate(capacity: capacity)
        memory.moveInitialize(from: oldMemory, count: end)
        ends.moveInitialize(from: oldEnds, count: endCount)
        oldMemory.deallocate()
        oldEnds.deallocate()
    }

    /// Appends an event; a SYN_REPORT ends the frame.
    @inlinable @inline(__always)
    public mutating func append(_ event: RawEvent) {
        append(event, endsFrame: event.isMark(.report))
    }

    /// Appends an event; `endsFrame` states whether the event is a SYN_REPORT, which ends a frame or a piece of a split
    /// frame.
    @inlinable @inline(__always)
    public mutating func append(_ event: RawEvent, endsFrame: Bool) {
        if end == capacity { grow() }
        memory[end] = event
        end &+= 1
        guard endsFrame else { return }
        ends[endCount] = end
        endCount &+= 1
    }

    /// Marks the first unprocessed frame as processed; `compact()` then reuses the frame's memory.
    @inlinable @inline(__always)
    public mutating func removeFirst() {
        guard nextEnd < endCount else { return }
        start = ends[nextEnd]
        nextEnd &+= 1
    }

    /// Removes the events of processed frames. Unprocessed frames and an incomplete frame remain.
    @inlinable @inline(__always)
    public mutating func compact() {
        if start == end { return removeAll() }
        if start > 0 { moveToStart() }
    }

    @usableFromInline mutating func moveToStart() {
        for index in start..<end { memory[index - start] = memory[index] }
        for index in nextEnd..<endCount { ends[index - nextEnd] = ends[index] - start }
        (end, endCount) = (end - start, endCount - nextEnd)
        (start, nextEnd) = (0, 0)
    }

    /// Removes all events but retains the memory.
    @inlinable @inline(__always)
    public mutating func removeAll() { (end, endCount, start, nextEnd) = (0, 0, 0, 0) }
}
