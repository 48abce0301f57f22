public import HandlerEvents
public import Platform
internal import Synchronization

/// Events on their way from the input thread to a plugin's own: in order, bounded, without locks or allocation.
///
/// When it is full, the newest move of a stream and the newest value of a control take the place of the one that waits,
/// and a stream whose beginning finds no room is left out as a whole. Of a stream that it has begun it never loses the
/// end, and of a control that it was told of never the last value: the room for them is kept.
public final class HandlerEventQueue: @unchecked Sendable {
    private let ring: HandlerEventRing
    // Only the input thread uses these four.
    private var streams = OpenStreams()
    private var closing: Closing?
    /// Where the last value of each binding stands, for the bindings that were told of.
    private var values: [ObjectIdentifier: Int] = [:]
    /// Slots that are kept for values: one for each of the bindings, or none.
    private var valueRoom = 0
    // Only the plugin's thread uses this one: it was about to wait, so the descriptor may be ready.
    private var mayBeSignalled = false
    private let wakeup: Wakeup
    private let capacity: Int
    private let isWaiting = Atomic<Bool>(false)
    private let isShut = Atomic<Bool>(false)
    private let coalescedCount = Atomic<Int>(0)
    private let droppedCount = Atomic<Int>(0)

    /// A stream that has ended, while other bindings of the place may still hear of the same end.
    private struct Closing {
        var key: OpenStreams.Key
        var event: EventName
        var time: Int64
    }

    /// Whatever the capacity, so many streams of the widest binding find room: a beginning, a move and an end of each.
    private static let leastStreams = 4

    /// A queue for so many events, at least eight; it fails when the process may open nothing more.
    public init(capacity: Int) throws(ServiceError) {
        self.capacity = max(8, capacity)
        ring = HandlerEventRing(capacity: self.capacity)
        wakeup = try Wakeup()
    }

    /// Readable when the plugin's thread is to wake. For `poll` only: do not read or write it.
    public var descriptor: Int32 { wakeup.descriptor }
    /// How many wait.
    public var waiting: Int { ring.count }
    /// Moves that newer ones took the place of.
    public var coalesced: Int { coalescedCount.load(ordering: .relaxed) }
    /// Events that there was no room for.
    public var dropped: Int { droppedCount.load(ordering: .relaxed) }
    /// Whether nothing comes any more and nothing waits.
    public var isClosed: Bool { isShut.load(ordering: .sequentiallyConsistent) && ring.count == 0 }
}

// MARK: The input thread

extension HandlerEventQueue {
    /// Is told which bindings it will have to do with from now on, before it gets anything for them.
    ///
    /// Room for one value of each control comes on top of the capacity, which grows if the widest binding needs that.
    public func bindingsChanged(_ bindings: [Binding]) {
        values.removeAll(keepingCapacity: true)
        for binding in bindings where binding.hearsValue {
            values[ObjectIdentifier(binding)] = HandlerEventRing.nowhere
        }
        valueRoom = values.count
        let widest = bindings.map { Int($0.width) }.max() ?? 1
        let needed = max(capacity, 3 * Self.leastStreams * widest + 1) + valueRoom
        // Values of former bindings may stand where room is kept for the new ones'.
        guard needed > ring.capacity || spare < 0 else { return }
        // A plugin that has taken nothing out since the last time gets no more room: there is to be an end.
        if !ring.renew(capacity: max(needed, ring.capacity)) { valueRoom = 0 }
    }

    /// Hands an event over, unless there is no room for it.
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

    /// Takes no more; the plugin's thread is woken to take what is there.
    public func close() {
        isShut.store(true, ordering: .sequentiallyConsistent)
        signal()
    }

    /// Room that nothing is kept for. One slot more than is kept must stay, as the one that is being taken out is not
    /// free yet although a move that stood in it can no longer be replaced.
    private var spare: Int { ring.free - streams.room - valueRoom - 1 }

    /// Whether there is room for one more of many: the last quarter is for what cannot be replaced by a newer one.
    private var isRoomy: Bool { spare > ring.capacity / 4 }

    private func admits(_ handlerEvent: HandlerEvent, _ binding: Binding, _ key: OpenStreams.Key) -> Bool {
        switch handlerEvent.event.flow {
        case .single: if spare < 1 { return false }
        case .begins: if !begin(handlerEvent, binding, key) { return false }
        case .goesOn: return move(handlerEvent, binding, key)
        case .value: return value(handlerEvent, binding)
        case .ends: if !end(handlerEvent, key) { return false }
        }
        append(handlerEvent, binding, in: streams.find(key))
        return true
    }

    private func append(_ handlerEvent: HandlerEvent, _ binding: Binding, in stream: Int?) {
        let last = stream.map { streams[$0].last } ?? HandlerEventRing.nowhere
        let place = ring.append(handlerEvent, binding, after: last)
        if let stream { streams.setLast(stream, place) }
        wake()
    }

    private func wake() {
        if isWaiting.load(ordering: .sequentiallyConsistent), isWaiting.exchange(false, ordering: .relaxed) { signal() }
    }

    private func begin(_ handlerEvent: HandlerEvent, _ binding: Binding, _ key: OpenStreams.Key) -> Bool {
        if let index = streams.find(key) {
            // Another binding of the place hears of the same beginning: what was decided for the first holds for all.
            if streams[index].time == handlerEvent.time { return !streams[index].isLeftOut && spare >= 1 }
            streams.remove(index)
        }
        return !streams[open(handlerEvent, binding, key, besides: Int(binding.width))].isLeftOut
    }

    /// Takes a stream in, or notes that it is left out because there is no room for its end and so much besides.
    private func open(
        _ handlerEvent: HandlerEvent,
        _ binding: Binding,
        _ key: OpenStreams.Key,
        besides more: Int
    ) -> Int {
        var record = OpenStreams.Record(key: key, time: handlerEvent.time)
        let kept = binding.ends == .none ? 0 : binding.width
        // A third is for everybody, however many ends never come.
        let limit = (ring.capacity - valueRoom) * 2 / 3
        let hasRoom = spare >= more && (kept == 0 || streams.makeRoom(2 * Int(kept), of: limit))
        if hasRoom, spare >= more + 2 * Int(kept) {
            (record.boundEnds, record.ends, record.moves) = (binding.ends, kept, kept)
        } else {
            record.isLeftOut = true
        }
        return streams.insert(record)
    }

    private func move(_ handlerEvent: HandlerEvent, _ binding: Binding, _ key: OpenStreams.Key) -> Bool {
        // The beginning may not be bound here, while the end is.
        let index = streams.find(key) ?? open(handlerEvent, binding, key, besides: 1)
        let stream = streams[index]
        if stream.isLeftOut { return false }
        if !isRoomy {
            let kept = Int(stream.moves)
            switch ring.replace(handlerEvent, binding, last: stream.last, enough: kept) {
            case .done:
                coalescedCount.add(1, ordering: .relaxed)
                return true
            case .impossible(let waiting):
                // Its own room, or what is left of it because an earlier move found other room.
                guard waiting < kept || spare + kept >= 1 else { return false }
            }
        }
        append(handlerEvent, binding, in: index)
        return true
    }

    /// A control has one value, whichever touch gave it that: the last one of the binding is the one to take the place of.
    private func value(_ handlerEvent: HandlerEvent, _ binding: Binding) -> Bool {
        let identity = ObjectIdentifier(binding)
        let last = values[identity]
        if !isRoomy {
            if let last, ring.replace(at: last, with: handlerEvent) {
                coalescedCount.add(1, ordering: .relaxed)
                return true
            }
            guard spare >= 1 || last != nil && valueRoom > 0 else { return false }
        }
        let place = ring.append(handlerEvent, binding)
        if last != nil { values[identity] = place }
        wake()
        return true
    }

    private func end(_ handlerEvent: HandlerEvent, _ key: OpenStreams.Key) -> Bool {
        guard let index = streams.find(key) else { return spare >= 1 }
        closing = Closing(key: key, event: handlerEvent.event, time: handlerEvent.time)
        if streams[index].isLeftOut { return false }
        return streams.useEnd(index) || spare >= 1
    }

    private func signal() { wakeup.signal() }
}

// MARK: The plugin's thread

extension HandlerEventQueue {
    /// Takes the oldest one out, nil when there is none.
    public func pop() -> (handlerEvent: HandlerEvent, binding: Binding)? {
        forgetSignal()
        return ring.pop()
    }

    /// To be asked before waiting for the descriptor: false when something is there already, or nothing comes any more.
    public func willWait() -> Bool {
        forgetSignal()
        isWaiting.store(true, ordering: .sequentiallyConsistent)
        mayBeSignalled = true
        // The signal of closing may just have been forgotten.
        return ring.count == 0 && !isShut.load(ordering: .sequentiallyConsistent)
    }

    private func forgetSignal() {
        guard mayBeSignalled else { return }
        mayBeSignalled = false
        isWaiting.store(false, ordering: .relaxed)
        wakeup.clear()
    }
}
