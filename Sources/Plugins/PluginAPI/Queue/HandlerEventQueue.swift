public import HandlerEvents
public import Platform
internal import Synchronization

/// Queue of events from the input thread to a plugin's thread: ordered, bounded, without locks or allocation.
///
/// When it is full, the newest move of a stream and the newest value of a control replace the queued one, and a
/// stream whose begin finds no slot is rejected as a whole. Ends of accepted streams and the last values of controls
/// are never dropped: slots are reserved for them.
public final class HandlerEventQueue: @unchecked Sendable {
    private let ring: HandlerEventRing
    // The next four are used by the input thread only.
    private var streams = OpenStreams()
    private var closing: Closing?
    /// Position of the last value of each binding of a control's value; `noPosition` before the first.
    private var values: [ObjectIdentifier: Int] = [:]
    /// Slots reserved for values: one per binding of a value, or none.
    private var reservedValues = 0
    // Used by the plugin's thread only: the descriptor may be ready, because `willWait` was called.
    private var mayBeSignalled = false
    private let wakeup: Wakeup
    private let capacity: Int
    private let isWaiting = Atomic<Bool>(false)
    private let isShut = Atomic<Bool>(false)
    private let coalescedCount = Atomic<Int>(0)
    private let droppedCount = Atomic<Int>(0)

    /// An ended stream; further bindings may still receive the same end.
    private struct Closing {
        var key: OpenStreams.Key
        var event: EventName
        var time: Int64
    }

    /// Minimum number of streams of the widest binding that fit: a begin, a move and an end of each.
    private static let minimumStreams = 4

    /// Creates a queue for at least `capacity` events, minimum eight; throws if no descriptor is available.
    public init(capacity: Int) throws(ServiceError) {
        self.capacity = max(8, capacity)
        ring = HandlerEventRing(capacity: self.capacity)
        wakeup = try Wakeup()
    }

    /// Readable when the plugin's thread must wake. For `poll` only: do not read or write it.
    public var descriptor: Int32 { wakeup.descriptor }
    /// Number of queued events.
    public var waiting: Int { ring.count }
    /// Number of moves and values replaced by newer ones.
    public var coalesced: Int { coalescedCount.load(ordering: .relaxed) }
    /// Number of events rejected because the queue was full.
    public var dropped: Int { droppedCount.load(ordering: .relaxed) }
    /// Whether the queue is closed and empty.
    public var isClosed: Bool { isShut.load(ordering: .sequentiallyConsistent) && ring.count == 0 }
}

// MARK: The input thread

extension HandlerEventQueue {
    /// Sets the bindings of future events; call it before the first of them.
    ///
    /// Reserves a slot for each control's value beyond the capacity, which grows if the widest binding needs it.
    public func bindingsChanged(_ bindings: [Binding]) {
        values.removeAll(keepingCapacity: true)
        for binding in bindings where binding.bindsValue {
            values[ObjectIdentifier(binding)] = HandlerEventRing.noPosition
        }
        reservedValues = values.count
        let widest = bindings.map { Int($0.width) }.max() ?? 1
        let needed = max(capacity, 3 * Self.minimumStreams * widest + 1) + reservedValues
        // Values of former bindings may occupy slots reserved for the new ones.
        guard needed > ring.capacity || unreserved < 0 else { return }
        // Bounds memory: no growth while the plugin has not emptied the previous store.
        if !ring.renew(capacity: max(needed, ring.capacity)) { reservedValues = 0 }
    }

    /// Queues an event; refused if there is no slot for it.
    public func push(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        let key = OpenStreams.Key(group: binding.group, stream: handlerEvent.stream)
        if let closing, closing.key != key || closing.event != handlerEvent.event || closing.time != handlerEvent.time {
            if let index = streams.find(closing.key) { streams.remove(index) }
            self.closing = nil
        }
        guard !isShut.load(ordering: .relaxed), admits(handlerEvent, binding, key) else {
            droppedCount.add(1, ordering: .relaxed)
            return .refused
        }
        return .accepted
    }

    /// Rejects further events and wakes the plugin's thread to drain the queue.
    public func close() {
        isShut.store(true, ordering: .sequentiallyConsistent)
        signal()
    }

    /// Number of unreserved slots. One more slot stays free: an event that is being popped still occupies its slot but
    /// can no longer be replaced.
    private var unreserved: Int { ring.free - streams.reserved - reservedValues - 1 }

    /// Whether replaceable events may be appended; the last quarter is reserved for events that cannot be replaced.
    private var hasReserve: Bool { unreserved > ring.capacity / 4 }

    private func admits(_ handlerEvent: HandlerEvent, _ binding: Binding, _ key: OpenStreams.Key) -> Bool {
        switch handlerEvent.event.flow {
        case .single: if unreserved < 1 { return false }
        case .begins: if !begin(handlerEvent, binding, key) { return false }
        case .continues: return move(handlerEvent, binding, key)
        case .value: return value(handlerEvent, binding)
        case .ends: if !end(handlerEvent, key) { return false }
        }
        append(handlerEvent, binding, in: streams.find(key))
        return true
    }

    private func append(_ handlerEvent: HandlerEvent, _ binding: Binding, in stream: Int?) {
        let last = stream.map { streams[$0].last } ?? HandlerEventRing.noPosition
        let position = ring.append(handlerEvent, binding, after: last)
        if let stream { streams.setLast(stream, position) }
        wake()
    }

    private func wake() {
        if isWaiting.load(ordering: .sequentiallyConsistent), isWaiting.exchange(false, ordering: .relaxed) { signal() }
    }

    private func begin(_ handlerEvent: HandlerEvent, _ binding: Binding, _ key: OpenStreams.Key) -> Bool {
        if let index = streams.find(key) {
            // The decision for the first binding of a begin holds for the other bindings too.
            if streams[index].time == handlerEvent.time { return !streams[index].isRejected && unreserved >= 1 }
            streams.remove(index)
        }
        return !streams[open(handlerEvent, binding, key, besides: Int(binding.width))].isRejected
    }

    /// Records a stream and reserves slots for its end; marks it as rejected if these and `more` slots are not free.
    private func open(
        _ handlerEvent: HandlerEvent,
        _ binding: Binding,
        _ key: OpenStreams.Key,
        besides more: Int
    ) -> Int {
        var record = OpenStreams.Record(key: key, time: handlerEvent.time)
        let slots = binding.ends == .none ? 0 : binding.width
        // A third stays unreserved, even if ends never arrive.
        let limit = (ring.capacity - reservedValues) * 2 / 3
        let hasRoom = unreserved >= more && (slots == 0 || streams.makeRoom(2 * Int(slots), of: limit))
        if hasRoom, unreserved >= more + 2 * Int(slots) {
            (record.boundEnds, record.ends, record.moves) = (binding.ends, slots, slots)
        } else {
            record.isRejected = true
        }
        return streams.insert(record)
    }

    private func move(_ handlerEvent: HandlerEvent, _ binding: Binding, _ key: OpenStreams.Key) -> Bool {
        // The layout may bind the end and the move without the begin.
        let index = streams.find(key) ?? open(handlerEvent, binding, key, besides: 1)
        let stream = streams[index]
        if stream.isRejected { return false }
        if !hasReserve {
            let slots = Int(stream.moves)
            switch ring.replace(handlerEvent, binding, last: stream.last, enough: slots) {
            case .done:
                coalescedCount.add(1, ordering: .relaxed)
                return true
            case .impossible(let waiting):
                // Uses the stream's reserved slots, or the remainder if an earlier move used a free slot.
                guard waiting < slots || unreserved + slots >= 1 else { return false }
            }
        }
        append(handlerEvent, binding, in: index)
        return true
    }

    /// Queues a control's value; it replaces the binding's queued value, whichever touch caused that.
    private func value(_ handlerEvent: HandlerEvent, _ binding: Binding) -> Bool {
        let identity = ObjectIdentifier(binding)
        let last = values[identity]
        if !hasReserve {
            if let last, ring.replace(at: last, with: handlerEvent) {
                coalescedCount.add(1, ordering: .relaxed)
                return true
            }
            guard unreserved >= 1 || last != nil && reservedValues > 0 else { return false }
        }
        let position = ring.append(handlerEvent, binding)
        if last != nil { values[identity] = position }
        wake()
        return true
    }

    private func end(_ handlerEvent: HandlerEvent, _ key: OpenStreams.Key) -> Bool {
        guard let index = streams.find(key) else { return unreserved >= 1 }
        closing = Closing(key: key, event: handlerEvent.event, time: handlerEvent.time)
        if streams[index].isRejected { return false }
        return streams.useEnd(index) || unreserved >= 1
    }

    private func signal() { wakeup.signal() }
}

// MARK: The plugin's thread

extension HandlerEventQueue {
    /// Removes and returns the oldest event; nil if the queue is empty.
    public func pop() -> (handlerEvent: HandlerEvent, binding: Binding)? {
        forgetSignal()
        return ring.pop()
    }

    /// Prepares to wait for the descriptor; returns false if an event is queued or the queue is closed.
    public func willWait() -> Bool {
        forgetSignal()
        isWaiting.store(true, ordering: .sequentiallyConsistent)
        mayBeSignalled = true
        // `forgetSignal` may have cleared the signal of `close`.
        return ring.count == 0 && !isShut.load(ordering: .sequentiallyConsistent)
    }

    private func forgetSignal() {
        guard mayBeSignalled else { return }
        mayBeSignalled = false
        isWaiting.store(false, ordering: .relaxed)
        wakeup.clear()
    }
}
