internal import HandlerEvents
internal import Synchronization

/// Lock-free single-producer, single-consumer ring buffer; `append` does not allocate.
///
/// The producer can also replace a queued event with a newer event. The atomic state of a slot determines which thread
/// may access the slot. If the producer is replacing the event that the consumer pops, the consumer spins until the
/// event is copied. The position of an event is its number in the order of appending, and is never reused.
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

    /// Data of a slot; only the producer uses this data.
    private struct ProducerInfo: BitwiseCopyable {
        var binding: UnsafeRawPointer
        var event: EventName
        /// Position of the previous event of the same stream, or `noPosition`.
        var previous: Int
    }

    /// Slots for the events from position `first` on. `renew` creates the store for later events.
    private final class Store {
        let first: Int
        let capacity: Int
        let slots: UnsafeMutablePointer<Slot>
        let producerInfos: UnsafeMutablePointer<ProducerInfo>
        /// First position of the next store; published after `next` is set.
        let end = Atomic<Int>(.max)
        var next: Store?

        init(from first: Int, capacity: Int) {
            (self.first, self.capacity) = (first, capacity)
            slots = .allocate(capacity: capacity)
            producerInfos = .allocate(capacity: capacity)
        }

        // All events were popped, so the slots need no deinitialization.
        deinit {
            slots.deallocate()
            producerInfos.deallocate()
        }
    }

    /// Sentinel position: no event.
    static let noPosition = -1

    // Each thread has a separate reference, because after `renew` the consumer still empties the old store.
    private var producerStore: Store
    private var consumerStore: Store
    /// `head` counts the popped events, `tail` the appended events.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)

    init(capacity: Int) {
        producerStore = Store(from: 0, capacity: capacity)
        consumerStore = producerStore
    }

    deinit { while pop() != nil {} }

    var count: Int {
        // Loads `head` before `tail`; otherwise the difference could be negative.
        let head = head.load(ordering: .acquiring)
        return tail.load(ordering: .sequentiallyConsistent) - head
    }

    // MARK: The producer's thread

    var capacity: Int { producerStore.capacity }
    var free: Int { producerStore.capacity - (tail.load(ordering: .relaxed) - first) }
    /// Position of the oldest queued event in the current store.
    private var first: Int { max(head.load(ordering: .acquiring), producerStore.first) }

    /// Creates a new store for further events. Returns false without any effect if the older stores are not yet empty.
    func renew(capacity: Int) -> Bool {
        guard head.load(ordering: .acquiring) >= producerStore.first else { return false }
        let position = tail.load(ordering: .relaxed)
        let store = Store(from: position, capacity: capacity)
        producerStore.next = store
        producerStore.end.store(position, ordering: .releasing)
        producerStore = store
        return true
    }

    /// Appends an event and returns its position. The caller must ensure that a slot is free.
    func append(_ handlerEvent: HandlerEvent, _ binding: Binding, after previous: Int = noPosition) -> Int {
        let position = tail.load(ordering: .relaxed)
        let index = position % producerStore.capacity
        let reference = Unmanaged.passRetained(binding)
        (producerStore.slots + index).initialize(to: Slot(handlerEvent: handlerEvent, binding: reference))
        let identity = UnsafeRawPointer(reference.toOpaque())
        producerStore.producerInfos[index] = ProducerInfo(
            binding: identity,
            event: handlerEvent.event,
            previous: previous
        )
        producerStore.slots[index].state.store(State.ready, ordering: .relaxed)
        // Sequentially consistent, like the accesses in `HandlerEventQueue.willWait`: either the consumer reads the new
        // `tail`, or the producer reads that the consumer is waiting.
        tail.store(position + 1, ordering: .sequentiallyConsistent)
        return position
    }

    /// Result of an attempt to replace a queued move.
    enum Replacement: Equatable {
        case done
        /// No queued move can be replaced without changing the order of events; `waiting` moves of the stream are
        /// queued.
        case impossible(waiting: Int)
    }

    /// Replaces the stream's newest queued move with the same event name and binding. Does nothing if the stream's
    /// begin or end event follows that move in the queue.
    ///
    /// The search proceeds backwards from `last`, the position of the stream's last event. If a begin or end event
    /// prevents the replacement, the search stops after `enough` queued moves.
    func replace(_ handlerEvent: HandlerEvent, _ binding: Binding, last: Int, enough: Int) -> Replacement {
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(binding).toOpaque())
        let first = first
        var position = last
        var isBarred = false
        var waiting = 0
        while position >= first, !isBarred || waiting < enough {
            let info = producerStore.producerInfos[position % producerStore.capacity]
            if info.event.flow != .continues {
                isBarred = true
            } else if isBarred || info.binding != identity || info.event != handlerEvent.event {
                waiting += 1
            } else if replace(at: position, with: handlerEvent) {
                return .done
            }
            position = info.previous
        }
        return .impossible(waiting: waiting)
    }

    /// Replaces the event at a position with another event of the same binding. Returns false if the event was already
    /// popped.
    func replace(at position: Int, with handlerEvent: HandlerEvent) -> Bool {
        guard position >= first else { return false }
        let slot = producerStore.slots + position % producerStore.capacity
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

    // MARK: The consumer's thread

    func pop() -> (handlerEvent: HandlerEvent, binding: Binding)? {
        let position = head.load(ordering: .relaxed)
        guard position < tail.load(ordering: .acquiring) else { return nil }
        while position >= consumerStore.end.load(ordering: .acquiring), let next = consumerStore.next {
            consumerStore = next
        }
        let slot = consumerStore.slots + position % consumerStore.capacity
        while !slot.pointee.state.compareExchange(
            expected: State.ready,
            desired: State.isTaken,
            ordering: .acquiring
        ).exchanged {}
        let handlerEvent = slot.pointee.handlerEvent
        let binding = slot.pointee.binding.takeRetainedValue()
        head.store(position + 1, ordering: .releasing)
        return (handlerEvent, binding)
    }
}
