internal import InputEvents

/// State of a device as far as its events were handed on: the contact of each slot, and the keys and switches that are on.
///
/// libevdev knows the same, but only if every event goes through it one by one, which costs more than all that comes
/// after. So libevdev is asked for the state only for a repair, which compares it with this one.
struct ReportedState {
    /// What an event is to the reader.
    enum Verdict {
        case known
        /// It ends a frame, or a piece of one (K7).
        case frameEnd
        /// It names a slot that the device did not announce (K9).
        case slotUnknown
        /// It is about such a slot.
        case ofUnknownSlot
        /// Another contact is in the slot although the last one has not ended (K3).
        case idChanged
        /// The kernel dropped events (K1).
        case lost
    }

    /// The contact that each slot holds; none on devices without slots.
    private(set) var ids: ContiguousArray<Int32>
    private var cursor = SlotCursor()
    private var keys = KeySet()
    private var switches = KeySet()

    /// Maximum number of slots whose state libevdev knows.
    private static let mostSlots = 256

    init(slotCount: Int) {
        ids = ContiguousArray(repeating: SlotState.none, count: min(slotCount, Self.mostSlots))
    }

    /// Whether a contact, a key or a button is down.
    var isTouched: Bool { !keys.isEmpty || ids.contains { $0 != SlotState.none } }

    /// Follows an event of the stream.
    @inline(__always)
    mutating func follow(_ event: RawEvent) -> Verdict {
        switch event.type {
        case .absolute: return follow(event.code, event.value)
        case .synchronization:
            if event.isMark(.report) { return .frameEnd }
            if event.isMark(.dropped) { return .lost }
        case .key: keys.set(event.code, event.value != 0)
        case .switch: switches.set(event.code, event.value != 0)
        default: break
        }
        return .known
    }

    @inline(__always)
    private mutating func follow(_ code: UInt16, _ value: Int32) -> Verdict {
        switch cursor.decode(code, value, count: ids.count) {
        case .ofDevice, .selection: return .known
        // Without slots, these axes mean something else (K11).
        case .invalidSelection: return ids.isEmpty ? .known : .slotUnknown
        case .ofInvalidSlot: return ids.isEmpty ? .known : .ofUnknownSlot
        case .ofSlot:
            guard code == Axis.trackingID.rawValue else { return .known }
            let slot = Int(cursor.slot)
            // A state that was taken in the middle of a frame knows an id that the frame then repeats.
            let isSame = value == SlotState.none || ids[slot] == SlotState.none || ids[slot] == value
            guard isSame else { return .idChanged }
            ids[slot] = value
            return .known
        }
    }

    // MARK: The state of the device

    /// Sets a key or switch; true when that changed it.
    @discardableResult
    mutating func set(_ type: EventType, _ code: UInt16, isOn: Bool) -> Bool {
        type == .key ? keys.set(code, isOn) : switches.set(code, isOn)
    }

    /// Sets the contact in a slot.
    mutating func set(_ id: Int32, inSlot slot: Int) { ids[slot] = id }

    /// Removes all contacts: none was handed on.
    mutating func removeContacts() { for slot in ids.indices { ids[slot] = SlotState.none } }

    /// Sets the slot that the next event is about.
    mutating func select(_ slot: Int32) { cursor = SlotCursor(slot: min(max(slot, 0), Int32(max(ids.count - 1, 0)))) }
}
