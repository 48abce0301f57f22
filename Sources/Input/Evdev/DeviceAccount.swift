internal import InputEvents

/// What has been told of a device so far: which contact each slot holds, and which keys and switches are on.
///
/// libevdev keeps the same, but only if every event goes through it one by one, which costs more than all that comes
/// after; so it is asked for how things stand when somebody has to know, and this is what that is compared with.
struct DeviceAccount {
    /// What an event is to those who follow.
    enum Verdict {
        case known
        /// It is about a slot that the device did not announce (K9).
        case slotUnknown
        /// Another contact is in the slot although the last one has not ended (K3).
        case idChanged
        /// The kernel threw events away (K1).
        case lost
    }

    /// The contact that each slot holds; none on devices without slots.
    private(set) var ids: ContiguousArray<Int32>
    private var current: Int
    private var isSlotIgnored = false
    private var keys = BitSet()
    private var switches = BitSet()

    /// libevdev knows how things stand of so many slots.
    private static let most = 256

    init(slotCount: Int) {
        ids = ContiguousArray(repeating: SlotState.none, count: min(slotCount, Self.most))
        current = 0
    }

    /// Whether a contact, a key or a button is down.
    var isTouched: Bool { !keys.isEmpty || ids.contains { $0 != SlotState.none } }

    /// Follows an event of the stream, if it is one that can be followed.
    @inline(__always)
    mutating func follow(_ event: RawEvent) -> Verdict {
        // Nearly all of it is where contacts are.
        if event.type == .absolute, event.code > Axis.slot.rawValue, event.code != Axis.trackingID.rawValue {
            return isSlotIgnored ? .slotUnknown : .known
        }
        switch event.type {
        case .absolute: return ids.isEmpty || event.code < Axis.slot.rawValue ? .known : follow(event.code, event.value)
        case .synchronization: return event.isMark(.dropped) ? .lost : .known
        case .key: keys.set(event.code, event.value != 0)
        case .switch: switches.set(event.code, event.value != 0)
        default: break
        }
        return .known
    }

    /// Follows which slot is meant, and which contact is in it.
    @inline(__always)
    private mutating func follow(_ code: UInt16, _ value: Int32) -> Verdict {
        if code == Axis.slot.rawValue {
            isSlotIgnored = value < 0 || value >= ids.count
            if !isSlotIgnored { current = Int(value) }
        } else if !isSlotIgnored {
            // A state that was taken in the middle of a frame knows an id that the frame then tells again.
            guard value == SlotState.none || ids[current] == SlotState.none || ids[current] == value else {
                return .idChanged
            }
            ids[current] = value
        }
        return isSlotIgnored ? .slotUnknown : .known
    }

    // MARK: How things stand

    /// Notes how a key or switch stands; true when that is new.
    @discardableResult
    mutating func note(_ type: EventType, _ code: UInt16, isOn: Bool) -> Bool {
        type == .key ? keys.set(code, isOn) : switches.set(code, isOn)
    }

    /// Nobody has been told of contacts.
    mutating func forgetContacts() { for slot in ids.indices { ids[slot] = SlotState.none } }

    /// Notes which contact is in a slot.
    mutating func note(_ id: Int32, inSlot slot: Int) { ids[slot] = id }

    /// Notes which slot the next event is about.
    mutating func noteCurrent(_ slot: Int32) {
        isSlotIgnored = false
        current = min(max(Int(slot), 0), max(ids.count - 1, 0))
    }
}

/// Which of the kernel's keys are on; it knows 768 of them.
private struct BitSet {
    private var words = InlineArray<12, UInt64>(repeating: 0)
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// True when it was otherwise before.
    @discardableResult
    mutating func set(_ code: UInt16, _ isOn: Bool) -> Bool {
        let (word, bit) = (Int(code) / 64, UInt64(1) << UInt64(code % 64))
        guard word < words.count, (words[word] & bit != 0) != isOn else { return false }
        words[word] ^= bit
        count += isOn ? 1 : -1
        return true
    }
}
