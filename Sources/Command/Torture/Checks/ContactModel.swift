internal import InputEvents

/// Minimal, independent implementation of contact tracking. The torture test (a fuzz test with simulated panels)
/// compares it with the bridge, Touchbridge's input pipeline.
struct ContactModel {
    /// One slot of a panel.
    struct Slot {
        /// Tracking id after the last event; -1 if no contact is in the slot.
        var id: Int32 = -1
        /// Tracking id after the last complete frame; -1 if no contact was in the slot.
        var known: Int32 = -1
        /// Serial number of the slot's contact.
        var serial = 0
        /// Tracking ids that the current frame assigned to the slot, in order; -1 for a lift.
        var reportedIDs: ContiguousArray<Int32> = []
    }

    let kind: SimulatedDevice.Kind
    private(set) var slots: ContiguousArray<Slot>
    /// Number of contacts in the last complete frame of a panel without contact identities; nil if unknown, because
    /// SYN_DROPPED interrupted that frame.
    var listed: Int? { isListKnown ? lastListed : nil }
    private var isListKnown = true
    /// Number of contacts in the last complete frame that SYN_DROPPED did not interrupt.
    private var lastListed = 0
    /// Number of new contacts in the events of the last `take(_:)` call, without the contacts of the initial state.
    private(set) var appearances = 0
    /// Times at which contacts lifted or may have lifted, oldest first; at most `rememberedLifts`.
    private(set) var lifts: ContiguousArray<Int64> = []
    /// Whether the last `take(_:)` call completed at least one frame, and all of these frames resynchronized the state
    /// after SYN_DROPPED.
    private(set) var isRepairOnly = false
    /// Time of the last complete frame. Incomplete frames are disregarded, because the bridge processes an event only
    /// when the frame of this event is complete.
    private(set) var reportTime = Int64.min
    /// Time of the bridge's clock before the current events; no lift is recorded with an earlier time.
    private var earliestLift = Int64.min
    /// Whether the current frame is incomplete.
    private(set) var isOpen = false
    private var current = 0
    private var isRepair = false
    private var isDiscovery = false
    private var hasBegun = false
    /// Whether contact data preceded the first synchronization event. If so, the first SYN_DROPPED reports lost events.
    /// Otherwise, the events after SYN_DROPPED describe the initial state.
    private var hasReported = false
    private var list = 0
    private var hasListed = false
    /// Whether the frame's last contact has no SYN_MT_REPORT yet. A panel may omit the last SYN_MT_REPORT of a
    /// frame.
    private var isContactOpen = false
    private var touchedSlots: UInt32 = 0
    /// Number of pressure and distance events in the frame. Such an event may end a contact without changing the
    /// contact's tracking id (V9).
    private var lightContacts = 0

    init(_ kind: SimulatedDevice.Kind) {
        self.kind = kind
        let count = kind == .single ? 1 : kind == .plain || kind == .rich ? SimulatedDevice.slotCount(kind) : 0
        slots = ContiguousArray(repeating: Slot(), count: count)
    }

    /// Number of contacts after the last complete frame; 0 if unknown.
    var count: Int { kind == .anonymous ? listed ?? 0 : slots.count { $0.known >= 0 } }

    /// Processes events. `now` is the time of the bridge's clock before the events. If the panel's clock runs
    /// backwards, the bridge's clock continues at this time.
    mutating func take(_ events: [RawEvent], after now: Int64 = .min) {
        earliestLift = now
        appearances = 0
        var (repairs, reports) = (0, 0)
        for event in events {
            if event.type != .synchronization { isOpen = true }
            switch event.type {
            case .absolute: take(Axis(rawValue: event.code), event.value)
            case .key:
                // A single-touch panel reports contacts only with BTN_TOUCH.
                if kind == .single, event.code == KeyCode.touch.rawValue { press(event.value != 0) }
            case .synchronization:
                if event.isMark(.contactReport) {
                    endContact()
                } else if event.isMark(.dropped) {
                    lose()
                } else if event.isMark(.report), event.value == 0 {
                    reports += 1
                    if isRepair { repairs += 1 }
                    reportTime = max(reportTime, event.time)
                    report()
                }
                hasBegun = true
            default: break
            }
        }
        isRepairOnly = reports > 0 && reports == repairs && !isOpen
    }

    private mutating func take(_ axis: Axis, _ value: Int32) {
        if kind == .anonymous, Self.isOfContacts(axis.rawValue) { isContactOpen = true }
        guard kind == .plain || kind == .rich else { return }
        if axis == .slot {
            current = value >= 0 && value < slots.count ? Int(value) : slots.count
        } else if current < slots.count {
            if axis == .trackingID {
                // A repeated tracking id of the slot, such as -1 for an empty slot, is not contact data.
                if slots[current].id != max(value, -1) { hasReported = true }
                put(max(value, -1), current)
            } else if Self.isOfContacts(axis.rawValue) {
                hasReported = true
                if axis.rawValue == 0x3a || axis.rawValue == 0x3b { lightContacts += 1 }
            }
        }
    }

    /// Returns whether an axis, given by its kernel code, describes a contact: size, orientation, position, tool type,
    /// tracking id, pressure or distance.
    private static func isOfContacts(_ code: UInt16) -> Bool {
        code >= 0x30 && code <= 0x3b && ![0x32, 0x33, 0x38].contains(code)
    }

    private mutating func put(_ id: Int32, _ slot: Int) {
        touchedSlots |= 1 << UInt32(slot)
        guard slots[slot].id != id else { return }
        slots[slot].id = id
        slots[slot].reportedIDs.append(id)
    }

    private mutating func press(_ isDown: Bool) {
        guard isDown != (slots[0].id >= 0) else { return }
        put(isDown ? Int32(truncatingIfNeeded: slots[0].serial + 1) : -1, 0)
    }

    /// Discards the changes of the frame that SYN_DROPPED interrupted.
    private mutating func lose() {
        if !hasBegun && !hasReported { isDiscovery = true }
        isRepair = true
        isOpen = true
        (list, hasListed, isContactOpen) = (0, false, false)
        for slot in slots.indices where !slots[slot].reportedIDs.isEmpty {
            slots[slot].reportedIDs.removeAll(keepingCapacity: true)
        }
    }

    private mutating func report() {
        for slot in slots.indices where touchedSlots & 1 << UInt32(slot) != 0 { settle(slot) }
        touchedSlots = 0
        for _ in 0..<lightContacts { noteLift() }
        lightContacts = 0
        if kind == .anonymous {
            if isContactOpen { endContact() }
            for _ in 0..<lastListed { noteLift() }
            if isRepair {
                isListKnown = false
            } else if hasListed {
                (lastListed, isListKnown) = (list, true)
            }
        }
        (list, hasListed) = (0, false)
        (isRepair, isDiscovery, isOpen) = (false, false, false)
    }

    private mutating func endContact() {
        list += 1
        (hasListed, isContactOpen) = (true, false)
    }

    private mutating func settle(_ slot: Int) {
        var former = slots[slot].known
        if slots[slot].reportedIDs.isEmpty { slots[slot].reportedIDs.append(slots[slot].id) }
        for id in slots[slot].reportedIDs where id != former {
            if former >= 0 { noteLift() }
            if id >= 0 {
                slots[slot].serial += 1
                if !isDiscovery { appearances += 1 }
            }
            former = id
        }
        slots[slot].known = slots[slot].id
        slots[slot].reportedIDs.removeAll(keepingCapacity: true)
    }

    private mutating func noteLift() {
        lifts.append(max(reportTime, earliestLift))
        if lifts.count > Self.rememberedLifts { lifts.removeFirst() }
    }

    /// Maximum number of stored lifts. Exceeds the number of fingers, so that `lifts` includes all lifts delayed by
    /// debouncing.
    private static let rememberedLifts = 64
}
