internal import CPluginSystem
internal import Glibc
public import Occurrences
internal import Synchronization

/// Occurrences on their way from the input thread to a plugin's own: in order, bounded, without locks or allocation.
///
/// When it is full the newest move of a stream takes the place of the one that waits, and a stream whose beginning
/// finds no room is left out as a whole. Of a stream that it has begun it never loses the end: the room for it is kept.
public final class OccurrenceQueue: @unchecked Sendable {
    private let ring: OccurrenceRing
    // Only the input thread uses these two.
    private var streams: OpenStreams
    private var closing: Closing?
    // Only the plugin's thread uses this one: it was about to wait, so the descriptor may be ready.
    private var mayBeSignalled = false
    /// Becomes ready when the plugin's thread is to wake: for poll only, nobody else reads or writes it.
    public let descriptor: Int32
    private let isWaiting = Atomic<Bool>(false)
    private let isShut = Atomic<Bool>(false)
    private let coalescedCount = Atomic<Int>(0)
    private let droppedCount = Atomic<Int>(0)

    /// A stream that has ended, while other bindings of the place may still hear of the same end.
    private struct Closing {
        var key: OccurrenceRing.Key
        var event: EventName
        var time: Int64
    }

    /// A queue for so many occurrences, at least eight.
    public init(capacity: Int) {
        let capacity = max(8, capacity)
        ring = OccurrenceRing(capacity: capacity)
        // Even if each of them keeps a move and an end, half of the queue is for everybody.
        streams = OpenStreams(limit: capacity / 4)
        descriptor = plugin_wakeup_make()
        precondition(descriptor >= 0, "no descriptor is left for a queue")
    }

    deinit { Glibc.close(descriptor) }

    /// How many wait.
    public var waiting: Int { ring.count }
    /// Moves that newer ones took the place of.
    public var coalesced: Int { coalescedCount.load(ordering: .relaxed) }
    /// Occurrences that there was no room for.
    public var dropped: Int { droppedCount.load(ordering: .relaxed) }
    /// Whether nothing comes any more and nothing waits.
    public var isClosed: Bool { isShut.load(ordering: .sequentiallyConsistent) && ring.count == 0 }
}

// MARK: The input thread

extension OccurrenceQueue {
    /// Hands an occurrence over, unless there is no room for it.
    public func push(_ occurrence: Occurrence, for binding: Binding) -> Answer {
        let key = OccurrenceRing.Key(group: binding.group, stream: occurrence.stream)
        if let closing, closing.key != key || closing.event != occurrence.event || closing.time != occurrence.time {
            if let index = streams.find(closing.key) { streams.remove(index) }
            self.closing = nil
        }
        guard !isShut.load(ordering: .relaxed), admits(occurrence, binding, key) else {
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
    private var spare: Int { ring.free - streams.room - 1 }

    private func admits(_ occurrence: Occurrence, _ binding: Binding, _ key: OccurrenceRing.Key) -> Bool {
        switch occurrence.event.flow {
        case .single: if spare < 1 { return false }
        case .begins: if !begin(occurrence, binding, key) { return false }
        case .goesOn: return move(occurrence, binding, key)
        case .ends: if !end(occurrence, key) { return false }
        }
        append(occurrence, binding, key)
        return true
    }

    private func append(_ occurrence: Occurrence, _ binding: Binding, _ key: OccurrenceRing.Key) {
        ring.append(occurrence, binding, key)
        if isWaiting.load(ordering: .sequentiallyConsistent), isWaiting.exchange(false, ordering: .relaxed) { signal() }
    }

    private func begin(_ occurrence: Occurrence, _ binding: Binding, _ key: OccurrenceRing.Key) -> Bool {
        if let index = streams.find(key) {
            // Another binding of the place hears of the same beginning: what was decided for the first holds for all.
            if streams[index].time == occurrence.time { return !streams[index].isLeftOut && spare >= 1 }
            streams.remove(index)
        }
        let width = binding.width
        let isAdmitted = spare >= 3 * Int(width)
        let kept = isAdmitted ? width : 0
        streams.insert(.init(key: key, time: occurrence.time, isLeftOut: !isAdmitted, ends: kept, moves: kept))
        return isAdmitted
    }

    private func move(_ occurrence: Occurrence, _ binding: Binding, _ key: OccurrenceRing.Key) -> Bool {
        var index = streams.find(key)
        if let index, streams[index].isLeftOut { return false }
        let width = binding.width
        if index == nil, spare >= 1 + 2 * Int(width) {
            // The beginning is not bound here, and the end may be.
            index = streams.insert(.init(key: key, time: occurrence.time, ends: width, moves: width))
        }
        if spare < 1 {
            switch ring.replace(occurrence, binding, key) {
            case .done:
                coalescedCount.add(1, ordering: .relaxed)
                return true
            case .impossible(let waiting):
                guard let index else { return false }
                // Its own room, or what is left of it because an earlier move found other room.
                let kept = Int(streams[index].moves)
                guard waiting < kept || spare + kept >= 1 else { return false }
            }
        }
        append(occurrence, binding, key)
        return true
    }

    private func end(_ occurrence: Occurrence, _ key: OccurrenceRing.Key) -> Bool {
        guard let index = streams.find(key) else { return spare >= 1 }
        closing = Closing(key: key, event: occurrence.event, time: occurrence.time)
        if streams[index].isLeftOut { return false }
        return streams.useEnd(index) || spare >= 1
    }

    private func signal() { plugin_wakeup_signal(descriptor) }
}

// MARK: The plugin's thread

extension OccurrenceQueue {
    /// Takes the oldest one out, nil when there is none.
    public func pop() -> (occurrence: Occurrence, binding: Binding)? {
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
        plugin_wakeup_clear(descriptor)
    }
}
