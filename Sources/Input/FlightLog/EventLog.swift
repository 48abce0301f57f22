package import InputEvents

/// Ring buffer of the newest raw events of all devices, and the state of each device before its oldest stored event.
///
/// Used on the input thread only; appending does not allocate. Keys that type characters are not stored, because these
/// keys may reveal typed text.
public final class EventLog {
    /// An event with the slot of its device (the index of the device's `Record`); has the same size as a `RawEvent`.
    struct Entry: BitwiseCopyable {
        var time: Int64
        var value: Int32
        var code: UInt16
        var type: UInt8
        var slot: UInt8

        @inline(__always)
        init(_ event: RawEvent, _ slot: Int) {
            (time, value, code) = (event.time, event.value, event.code)
            (type, self.slot) = (UInt8(truncatingIfNeeded: event.type.rawValue), UInt8(truncatingIfNeeded: slot))
        }

        @inline(__always)
        var event: RawEvent {
            RawEvent(time: time, type: EventType(rawValue: UInt16(type)), code: code, value: value)
        }
    }

    /// A device with events in the log.
    struct Record: BitwiseCopyable {
        /// State of the device before its oldest event in the log.
        var state: DeviceState
        /// Sequence number of the device's first event; earlier events in this slot are from a previous device.
        var first: Int
        /// Time of the removal; `Int64.max` while the device is present.
        var removedAt: Int64
        /// Device number in the `InputHub`; 0 for a free slot.
        var number: Int32
        /// Length of the device's encoded description in `EventMemory`, in bytes.
        var textCount: Int32
    }

    /// Header at the start of the memory.
    struct Head: BitwiseCopyable {
        var signature: UInt64
        var version: UInt32
        var slotCount: UInt32
        var capacity: Int
        /// Number of events that were appended since the log was created.
        var end: Int
    }

    static let slotCount = 32

    let memory: EventMemory
    private let head: UnsafeMutablePointer<Head>
    private let entries: UnsafeMutablePointer<Entry>
    private let mask: Int
    private var descriptions = [DeviceDescription?](repeating: nil, count: slotCount)
    /// Number of events for which memory is reserved.
    private var reservedCount = 0
    /// Whether the last attempt to reserve memory failed. After a failure, the log tries again only when an event needs
    /// the memory.
    private var hasFailedReservation = false
    /// Whether events were dropped because no memory could be reserved.
    @exclusivity(unchecked) public private(set) var isBroken = false

    /// Creates an empty log in memory that no other log uses.
    public init(_ memory: EventMemory) {
        self.memory = memory
        mask = memory.capacity - 1
        head = memory.head
        entries = memory.entries
        head.initialize(
            to: Head(
                signature: EventMemory.signature,
                version: EventMemory.version,
                slotCount: UInt32(Self.slotCount),
                capacity: memory.capacity,
                end: 0
            )
        )
        for slot in 0..<Self.slotCount {
            memory.record(slot).initialize(
                to: Record(
                    state: DeviceState(of: DeviceDescription(name: "")),
                    first: 0,
                    removedAt: .max,
                    number: 0,
                    textCount: 0
                )
            )
        }
    }

    /// Creates a log of at least `capacity` events in new memory.
    public convenience init(capacity: Int) { self.init(EventMemory(capacity: capacity)) }

    /// Maximum number of events.
    public var capacity: Int { mask + 1 }
    /// Number of stored events.
    public var count: Int { end - start }
    private var end: Int { head.pointee.end }
    private var start: Int { max(0, end - mask - 1) }

    // MARK: Devices

    /// Whether at least one device is connected, or was removed at or after `time` and may have events in the log.
    public func hasDevices(since time: Int64) -> Bool {
        (0..<Self.slotCount).contains { slot in
            let record = memory.record(slot).pointee
            return record.number > 0 && (record.removedAt == .max || record.removedAt >= time && record.first < end)
        }
    }

    /// Adds a device; returns its slot, which callers pass to `append`.
    package func add(_ number: Int32, _ description: DeviceDescription) -> Int {
        let slot = freeSlot
        descriptions[slot] = description
        let record = memory.record(slot)
        record.pointee = Record(
            state: DeviceState(of: description),
            first: end,
            removedAt: .max,
            number: number,
            textCount: 0
        )
        memory.describe(description, at: slot)
        return slot
    }

    /// An unused slot, or otherwise the slot of the device that was removed first. If connected devices use all slots,
    /// the first slot is reused.
    private var freeSlot: Int {
        (0..<Self.slotCount).first { memory.record($0).pointee.number == 0 }
            ?? (0..<Self.slotCount).min { memory.record($0).pointee.removedAt < memory.record($1).pointee.removedAt }
            ?? 0
    }

    /// Marks a device as removed; its events remain.
    package func remove(_ number: Int32, at time: Int64) {
        for slot in 0..<Self.slotCount {
            let record = memory.record(slot)
            if record.pointee.number == number, record.pointee.removedAt == .max { record.pointee.removedAt = time }
        }
    }

    // MARK: Events

    /// Appends events of the device in a slot.
    package func append(_ events: Span<RawEvent>, of slot: Int) {
        guard !isBroken else { return }
        let isTyping = memory.record(slot).pointee.state.kind == .keys
        let next = end + events.count
        guard !isTyping, next <= reservedCount || reservedCount > mask && events.count <= reservedCount else {
            return appendEach(events, of: slot, isTyping: isTyping)
        }
        // Fast path: memory is already reserved for all these events.
        removeEvents(before: next - capacity)
        for index in events.indices { entries[(end &+ index) & mask] = Entry(events[index], slot) }
        head.pointee.end = next
    }

    private func appendEach(_ events: Span<RawEvent>, of slot: Int, isTyping: Bool) {
        for index in events.indices where !(isTyping && events[index].isTyped) {
            if end == reservedCount, reservedCount <= mask, !reserve() {
                isBroken = true
                return
            }
            removeEvents(before: end + 1 - capacity)
            entries[end & mask] = Entry(events[index], slot)
            head.pointee.end += 1
        }
    }

    /// Removes the oldest events and applies each removed event to the state of its device.
    private func removeEvents(before limit: Int) {
        var number = start
        while number < limit {
            // Consecutive events nearly always come from the same device.
            let slot = entries[number & mask].slot
            let record = memory.record(Int(slot) & (Self.slotCount - 1))
            let first = record.pointee.first
            repeat {
                if number >= first { record.pointee.state.apply(entries[number & mask].event) }
                number &+= 1
            } while number < limit && entries[number & mask].slot == slot
        }
    }

    /// Reserves memory for the next events; called after a batch of events.
    package func prepare() {
        if reservedCount <= mask, reservedCount - end < EventMemory.piece / 2, !hasFailedReservation { _ = reserve() }
    }

    private func reserve() -> Bool {
        hasFailedReservation = !memory.reserve(from: reservedCount)
        if !hasFailedReservation { reservedCount = min(reservedCount + EventMemory.piece, capacity) }
        return !hasFailedReservation
    }

    // MARK: Reading

    /// Returns a snapshot for another thread.
    public func copy() -> EventCopy {
        let numbers = start..<end
        let entries = [Entry](unsafeUninitializedCapacity: numbers.count) { buffer, count in
            // After a wrap-around of the ring buffer, the oldest event has a higher index than the newest event.
            let first = min(numbers.count, mask + 1 - start & mask)
            guard let target = buffer.baseAddress else { return }
            target.initialize(from: self.entries + start & mask, count: first)
            (target + first).initialize(from: self.entries, count: numbers.count - first)
            count = numbers.count
        }
        let records = (0..<Self.slotCount).map { memory.record($0).pointee }
        return EventCopy(entries: entries, start: start, records: records, descriptions: descriptions)
    }
}

extension RawEvent {
    /// Whether the event may reveal a typed character, by its key code or by the keyboard's scan code.
    @inline(__always)
    var isTyped: Bool {
        switch type {
        case .miscellaneous: true
        case .key:
            switch code {
            // Digits, letters and punctuation; the keypad; keys of some national layouts.
            case 2...13, 16...27, 30...41, 43...53, 55, 57, 71...83, 86, 89, 92...95, 117, 118, 121, 124, 179, 180: true
            default: false
            }
        default: false
        }
    }
}
