internal import HandlerEvents
internal import Synchronization

/// Ring buffer with one producer and one consumer, without locks; `append` does not allocate.
///
/// The producer may also replace a queued event by a newer one. A slot's state arbitrates: if both threads want one
/// slot, the consumer spins for as long as copying an event takes. Positions only grow and identify an event for ever.
final class HandlerEventRing {
    private struct Slot: ~Copyable {
        let state = Atomic<UInt8>(0)
        var handlerEvent: HandlerEvent
        var binding: Unmanaged<Binding>
    }

    private enum State {
        static let ready: UInt8 = 1
        static let isReplaced: UInt8 = 2
        static let isTaken: UInt8 = 3
    }

    /// Data of a slot used by the producer only.
    private struct Mark: BitwiseCopyable {
        var binding: UnsafeRawPointer
        var event: EventName
        /// Position of the previous event of the same stream, or `nowhere`.
        var previous: Int
    }

    /// The slots from one position on, until the ring is renewed.
    private final class Store {
        let first: Int
        let capacity: Int
        let slots: UnsafeMutablePointer<Slot>
        let marks: UnsafeMutablePointer<Mark>
        /// First position that belongs to the next store; published after `next` is set.
        let end = Atomic<Int>(.max)
        var next: Store?

        init(from first: Int, capacity: Int) {
            (self.first, self.capacity) = (first, capacity)
            slots = .allocate(capacity: capacity)
            marks = .allocate(capacity: capacity)
        }

        // The slots are empty: their events were popped.
        deinit {
            slots.deallocate()
            marks.deallocate()
        }
    }

    /// Position of an event that does not exist.
    static let nowhere = -1

    // One per thread: after `renew`, the consumer still empties the old store.
    private var filled: Store
    private var emptied: Store
    /// Number of events popped and appended so far.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)

    init(capacity: Int) {
        filled = Store(from: 0, capacity: capacity)
        emptied = filled
    }

    deinit { while pop() != nil {} }

    var count: Int {
        // Loaded before the tail, so that the difference is never negative.
        let head = head.load(ordering: .acquiring)
        return tail.load(ordering: .sequentiallyConsistent) - head
    }

    // MARK: The filling thread

    var capacity: Int { filled.capacity }
    var free: Int { filled.capacity - (tail.load(ordering: .relaxed) - first) }
    /// Position of the oldest queued event in the current store.
    private var first: Int { max(head.load(ordering: .acquiring), filled.first) }

    /// Continues in a new store; returns false if an older store than the current one is not yet empty.
    func renew(capacity: Int) -> Bool {
        guard head.load(ordering: .acquiring) >= filled.first else { return false }
        let place = tail.load(ordering: .relaxed)
        let store = Store(from: place, capacity: capacity)
        filled.next = store
        filled.end.store(place, ordering: .releasing)
        filled = store
        return true
    }

    /// Appends an event and returns its position; there must be a free slot.
    func append(_ handlerEvent: HandlerEvent, _ binding: Binding, after previous: Int = nowhere) -> Int {
        let place = tail.load(ordering: .relaxed)
        let index = place % filled.capacity
        let reference = Unmanaged.passRetained(binding)
        (filled.slots + index).initialize(to: Slot(handlerEvent: handlerEvent, binding: reference))
        let identity = UnsafeRawPointer(reference.toOpaque())
        filled.marks[index] = Mark(binding: identity, event: handlerEvent.event, previous: previous)
        filled.slots[index].state.store(State.ready, ordering: .relaxed)
        // Sequentially consistent with `willWait`: either the consumer sees the event or the producer sees it waiting.
        tail.store(place + 1, ordering: .sequentiallyConsistent)
        return place
    }

    /// Result of replacing a queued move.
    enum Replacement: Equatable {
        case done
        /// No move can be replaced without reordering; `waiting` moves of the stream are queued.
        case impossible(waiting: Int)
    }

    /// Replaces the queued move of the same event and binding.
    ///
    /// `last` is the position of the stream's last event; counting of queued moves stops at `enough`.
    func replace(_ handlerEvent: HandlerEvent, _ binding: Binding, last: Int, enough: Int) -> Replacement {
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(binding).toOpaque())
        let first = first
        var place = last
        var isBarred = false
        var waiting = 0
        while place >= first, !isBarred || waiting < enough {
            let mark = filled.marks[place % filled.capacity]
            if mark.event.flow != .goesOn {
                isBarred = true
            } else if isBarred || mark.binding != identity || mark.event != handlerEvent.event {
                waiting += 1
            } else if replace(at: place, with: handlerEvent) {
                return .done
            }
            place = mark.previous
        }
        return .impossible(waiting: waiting)
    }

    /// Replaces the event at a position by another of its binding; returns false if it was popped.
    func replace(at place: Int, with handlerEvent: HandlerEvent) -> Bool {
        guard place >= first else { return false }
        let slot = filled.slots + place % filled.capacity
        let (isOurs, _) = slot.pointee.state.compareExchange(
            expected: State.ready,
            desired: State.isReplaced,
            ordering: .acquiring
        )
        guard isOurs else { return false }
        slot.pointee.handlerEvent = handlerEvent
        slot.pointee.state.store(State.ready, ordering: .releasing)
        return true
    }

    // MARK: The emptying thread

    func pop() -> (handlerEvent: HandlerEvent, binding: Binding)? {
        let place = head.load(ordering: .relaxed)
        guard place < tail.load(ordering: .acquiring) else { return nil }
        while place >= emptied.end.load(ordering: .acquiring), let next = emptied.next { emptied = next }
        let slot = emptied.slots + place % emptied.capacity
        while !slot.pointee.state.compareExchange(
            expected: State.ready,
            desired: State.isTaken,
            ordering: .acquiring
        ).exchanged {}
        let handlerEvent = slot.pointee.handlerEvent
        let binding = slot.pointee.binding.takeRetainedValue()
        head.store(place + 1, ordering: .releasing)
        return (handlerEvent, binding)
    }
}
