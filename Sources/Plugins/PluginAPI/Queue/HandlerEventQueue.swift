public import HandlerEvents
public import Platform
internal import Synchronization

/// Ordered, bounded, lock-free queue of events from the input thread to a plugin's thread. Queuing an event does not
/// allocate.
///
/// A stream consists of the events of one touch, gesture or press. When the queue is nearly full, new moves of a stream
/// and new values of a control replace queued ones. A stream is rejected as a whole if its begin event finds no free
/// slot. End events of accepted streams and the last values of controls have reserved slots and are never dropped.
public final class HandlerEventQueue: @unchecked Sendable {
    private let ring: HandlerEventRing
    // The input thread alone uses `streams`, `closing`, `values` and `reservedValues`.
    private var streams = OpenStreams()
    private var closing: Closing?
    /// Position of the last queued value of each binding; `noPosition` before the first value.
    private var values: [ObjectIdentifier: Int] = [:]
    /// Number of slots reserved for values: one per binding of a control's value, or 0 if the ring could not be
    /// enlarged.
    private var reservedValues = 0
    // Whether `willWait` was called since the descriptor was last cleared; used by the plugin's thread alone.
    private var mayBeSignalled = false
    private let wakeup: Wakeup
    private let capacity: Int
    private let isWaiting = Atomic<Bool>(false)
    private let isShut = Atomic<Bool>(false)
    private let coalescedCount = Atomic<Int>(0)
    private let droppedCount = Atomic<Int>(0)

    /// A stream that has just ended. Its slots remain reserved until the end event was queued for all bindings.
    private struct Closing {
        var key: OpenStreams.Key
        var event: EventName
        var time: Int64
    }

    /// Minimum number of simultaneous streams for which the queue has slots. A stream needs three slots per receiving
    /// binding: for a begin event, a move and an end event.
    private static let minimumStreams = 4

    /// Creates a queue for at least `capacity` events, and at least eight. Throws if no file descriptor is available.
    public init(capacity: Int) throws(ServiceError) {
        self.capacity = max(8, capacity)
        ring = HandlerEventRing(capacity: self.capacity)
        wakeup = try Wakeup()
    }

    /// Descriptor that is readable when the plugin's thread must wake. Use the descriptor for `poll` only; do not read
    /// from or write to the descriptor.
    public var descriptor: Int32 { wakeup.descriptor }
    /// Number of queued events.
    public var waiting: Int { ring.count }
    /// Number of moves and values that were replaced by newer events.
    public var coalesced: Int { coalescedCount.load(ordering: .relaxed) }
    /// Number of events that were rejected because the queue was full or closed.
    public var dropped: Int { droppedCount.load(ordering: .relaxed) }
    /// Whether the queue is closed and empty.
    public var isClosed: Bool { isShut.load(ordering: .sequentiallyConsistent) && ring.count == 0 }
}

// MARK: The input thread

extension HandlerEventQueue {
    /// Sets the bindings of future events; must be called before the first event of a new binding.
    ///
    /// Reserves a slot for each bound control value, in addition to the capacity. Increases the capacity if the largest
    /// `width` (maximum number of bindings that receive one event) requires it.
    public func bindingsChanged(_ bindings: [Binding]) {
        values.removeAll(keepingCapacity: true)
        for binding in bindings where binding.bindsValue {
            values[ObjectIdentifier(binding)] = HandlerEventRing.noPosition
        }
        reservedValues = values.count
        let widest = bindings.map { Int($0.width) }.max() ?? 1
        let needed = max(capacity, 3 * Self.minimumStreams * widest + 1) + reservedValues
        // Also renews the ring if queued values of former bindings occupy slots that the new bindings need.
        guard needed > ring.capacity || unreserved < 0 else { return }
        // To bound the memory, the ring is not enlarged until the plugin has read all events from the ring's older
        // buffers.
        if !ring.renew(capacity: max(needed, ring.capacity)) { reservedValues = 0 }
    }

    /// Queues an event; rejects the event if no slot is available for the event.
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

    /// Rejects further events and wakes the plugin's thread, which drains the queue.
    public func close() {
        isShut.store(true, ordering: .sequentiallyConsistent)
        signal()
    }

    /// Number of free, unreserved slots, minus one: an event that is being popped cannot be replaced, but still
    /// occupies a slot.
    private var unreserved: Int { ring.free - streams.reserved - reservedValues - 1 }

    /// Whether more than a quarter of the slots is free and unreserved. If so, moves and values are appended;
    /// otherwise, moves and values replace queued events.
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
            // A begin event is pushed once for each of its bindings. The first push decides for all bindings whether
            // the stream is accepted.
            if streams[index].time == handlerEvent.time { return !streams[index].isRejected && unreserved >= 1 }
            streams.remove(index)
        }
        return !streams[open(handlerEvent, binding, key, besides: Int(binding.width))].isRejected
    }

    /// Adds a stream and reserves slots for its end event and its moves. Marks the stream as rejected unless these
    /// slots and `more` other slots are free.
    private func open(
        _ handlerEvent: HandlerEvent,
        _ binding: Binding,
        _ key: OpenStreams.Key,
        besides more: Int
    ) -> Int {
        var record = OpenStreams.Record(key: key, time: handlerEvent.time)
        let slots = binding.ends == .none ? 0 : binding.width
        // One third of the slots stays unreserved, even if the end events of streams never arrive.
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
        // A layout can bind moves and end events without the begin event, so the stream may be unknown.
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
                // The move may use a slot reserved for the stream's moves. Such a slot may be free even with `slots`
                // queued moves, because an earlier move may occupy an unreserved slot.
                guard waiting < slots || unreserved + slots >= 1 else { return false }
            }
        }
        append(handlerEvent, binding, in: index)
        return true
    }

    /// Queues the value of a control. If the queue is nearly full, the value replaces the binding's queued value, even
    /// the value of a different touch.
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

    /// Prepares to wait until the descriptor is readable. Returns false if an event is queued or the queue is closed.
    public func willWait() -> Bool {
        forgetSignal()
        isWaiting.store(true, ordering: .sequentiallyConsistent)
        mayBeSignalled = true
        // Checks `isShut`, because `forgetSignal` may have cleared the signal of `close`.
        return ring.count == 0 && !isShut.load(ordering: .sequentiallyConsistent)
    }

    private func forgetSignal() {
        guard mayBeSignalled else { return }
        mayBeSignalled = false
        isWaiting.store(false, ordering: .relaxed)
        wakeup.clear()
    }
}
