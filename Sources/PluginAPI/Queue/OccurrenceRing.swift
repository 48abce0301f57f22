internal import Occurrences
internal import Synchronization

/// A ring that one thread fills and one thread empties, without a lock and without asking for memory.
///
/// The filling thread may also replace the newest move of a stream that still waits. Each slot has a state for that, and
/// where both threads want the same slot it is the emptying one that waits, for as long as an occurrence takes to copy.
struct OccurrenceRing: ~Copyable {
    /// Which stream a waiting occurrence belongs to.
    struct Key: Equatable, BitwiseCopyable {
        var group: Int32
        var stream: Int32
    }

    /// What is looked for in slots; only the filling thread reads it.
    private struct Mark: BitwiseCopyable {
        var key: Key
        var binding: UnsafeRawPointer
        var event: EventName
        var isMove: Bool
    }

    private struct Slot: ~Copyable {
        let state = Atomic<UInt8>(0)
        var occurrence: Occurrence
        var binding: Unmanaged<Binding>
    }

    private enum State {
        static let ready: UInt8 = 1
        static let isReplaced: UInt8 = 2
        static let isTaken: UInt8 = 3
    }

    let capacity: Int
    private let slots: UnsafeMutablePointer<Slot>
    private let marks: UnsafeMutablePointer<Mark>
    /// How many were ever taken out and put in.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
        marks = .allocate(capacity: capacity)
    }

    deinit {
        while pop() != nil {}
        slots.deallocate()
        marks.deallocate()
    }

    var count: Int {
        // In this order, so that it is never negative.
        let head = head.load(ordering: .acquiring)
        return tail.load(ordering: .sequentiallyConsistent) - head
    }

    // MARK: The filling thread

    var free: Int { capacity - (tail.load(ordering: .relaxed) - head.load(ordering: .acquiring)) }

    /// Puts one behind the others; there must be room.
    func append(_ occurrence: Occurrence, _ binding: Binding, _ key: Key) {
        let place = tail.load(ordering: .relaxed)
        let reference = Unmanaged.passRetained(binding)
        (slots + place % capacity).initialize(to: Slot(occurrence: occurrence, binding: reference))
        marks[place % capacity] = Mark(
            key: key,
            binding: UnsafeRawPointer(reference.toOpaque()),
            event: occurrence.event,
            isMove: occurrence.event.flow == .goesOn
        )
        slots[place % capacity].state.store(State.ready, ordering: .relaxed)
        // With `count` in the thread that is about to wait, one of both sees the other's news.
        tail.store(place + 1, ordering: .sequentiallyConsistent)
    }

    /// What became of a move that was to take an earlier one's place.
    enum Replacement: Equatable {
        case done
        /// None waits, or it is behind something that must stay before it; so many moves of the stream wait.
        case impossible(waiting: Int)
    }

    /// Lets a move take the place of the one of its stream, event and binding that waits.
    func replace(_ occurrence: Occurrence, _ binding: Binding, _ key: Key) -> Replacement {
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(binding).toOpaque())
        let first = head.load(ordering: .acquiring)
        var place = tail.load(ordering: .relaxed)
        var isBarred = false
        var waiting = 0
        while place > first {
            place -= 1
            let mark = marks[place % capacity]
            guard mark.key == key else { continue }
            guard mark.isMove else {
                isBarred = true
                continue
            }
            if !isBarred, mark.binding == identity, mark.event == occurrence.event {
                if overwrite(place % capacity, with: occurrence) { return .done }
            } else {
                waiting += 1
            }
        }
        return .impossible(waiting: waiting)
    }

    private func overwrite(_ index: Int, with occurrence: Occurrence) -> Bool {
        let (isOurs, _) = slots[index].state.compareExchange(
            expected: State.ready,
            desired: State.isReplaced,
            ordering: .acquiring
        )
        guard isOurs else { return false }
        slots[index].occurrence = occurrence
        slots[index].state.store(State.ready, ordering: .releasing)
        return true
    }

    // MARK: The emptying thread

    func pop() -> (occurrence: Occurrence, binding: Binding)? {
        let place = head.load(ordering: .relaxed)
        guard place < tail.load(ordering: .acquiring) else { return nil }
        let slot = slots + place % capacity
        while !slot.pointee.state.compareExchange(
            expected: State.ready,
            desired: State.isTaken,
            ordering: .acquiring
        ).exchanged {}
        let occurrence = slot.pointee.occurrence
        let binding = slot.pointee.binding.takeRetainedValue()
        head.store(place + 1, ordering: .releasing)
        return (occurrence, binding)
    }
}
