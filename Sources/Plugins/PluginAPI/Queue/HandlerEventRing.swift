internal import HandlerEvents
internal import Synchronization

/// A ring that one thread fills and one thread empties, without a lock and without asking for memory.
///
/// The filling thread may also replace a state that still waits by a newer one. Each slot has a state for that, and
/// where both threads want the same slot it is the emptying one that waits, for as long as an event takes to copy.
/// What goes in has a place that only grows, so a place says for ever whether it still waits.
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

    /// What the filling thread alone knows of a slot.
    private struct Mark: BitwiseCopyable {
        var binding: UnsafeRawPointer
        var event: EventName
        /// The place of what went in before it of the same stream, or nowhere.
        var previous: Int
    }

    /// The slots from one place on, until there are other ones.
    private final class Store {
        let first: Int
        let capacity: Int
        let slots: UnsafeMutablePointer<Slot>
        let marks: UnsafeMutablePointer<Mark>
        /// The place from which on everything is in the next one; it is set after that.
        let end = Atomic<Int>(.max)
        var next: Store?

        init(from first: Int, capacity: Int) {
            (self.first, self.capacity) = (first, capacity)
            slots = .allocate(capacity: capacity)
            marks = .allocate(capacity: capacity)
        }

        // What was in the slots has been taken out by then.
        deinit {
            slots.deallocate()
            marks.deallocate()
        }
    }

    /// The place of what is not there.
    static let nowhere = -1

    // Each thread has its own, as the slots that are filled may be other ones than those that are emptied.
    private var filled: Store
    private var emptied: Store
    /// How many were ever taken out and put in.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)

    init(capacity: Int) {
        filled = Store(from: 0, capacity: capacity)
        emptied = filled
    }

    deinit { while pop() != nil {} }

    var count: Int {
        // In this order, so that it is never negative.
        let head = head.load(ordering: .acquiring)
        return tail.load(ordering: .sequentiallyConsistent) - head
    }

    // MARK: The filling thread

    var capacity: Int { filled.capacity }
    var free: Int { filled.capacity - (tail.load(ordering: .relaxed) - first) }
    /// The place of the oldest one that waits and can be reached.
    private var first: Int { max(head.load(ordering: .acquiring), filled.first) }

    /// Goes on in other slots; false when there are still some before those that are filled.
    func renew(capacity: Int) -> Bool {
        guard head.load(ordering: .acquiring) >= filled.first else { return false }
        let place = tail.load(ordering: .relaxed)
        let store = Store(from: place, capacity: capacity)
        filled.next = store
        filled.end.store(place, ordering: .releasing)
        filled = store
        return true
    }

    /// Puts one behind the others, says where; there must be room.
    func append(_ handlerEvent: HandlerEvent, _ binding: Binding, after previous: Int = nowhere) -> Int {
        let place = tail.load(ordering: .relaxed)
        let index = place % filled.capacity
        let reference = Unmanaged.passRetained(binding)
        (filled.slots + index).initialize(to: Slot(handlerEvent: handlerEvent, binding: reference))
        let identity = UnsafeRawPointer(reference.toOpaque())
        filled.marks[index] = Mark(binding: identity, event: handlerEvent.event, previous: previous)
        filled.slots[index].state.store(State.ready, ordering: .relaxed)
        // With `count` in the thread that is about to wait, one of both sees the other's news.
        tail.store(place + 1, ordering: .sequentiallyConsistent)
        return place
    }

    /// What became of a move that was to take an earlier one's place.
    enum Replacement: Equatable {
        case done
        /// None waits, or it is behind something that must stay before it; so many moves of the stream wait.
        case impossible(waiting: Int)
    }

    /// Lets a move take the place of the one of its event and binding that waits.
    ///
    /// The last one of the stream stands at `last`; those that wait are not counted further than `enough`.
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

    /// Lets one take the place of another one of its binding, if that still waits.
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
