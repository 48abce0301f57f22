internal import InputEvents

/// What a panel's events say of its contacts, worked out in a few lines of its own, beside the bridge's.
struct ContactModel {
    /// One slot of a panel.
    struct Slot {
        /// The contact as of the last event, and as of the last report; -1 for none.
        var id: Int32 = -1
        var known: Int32 = -1
        /// Another number for each contact.
        var serial = 0
        /// The contacts that came into the slot, and -1 for those that left it, in the frame under way.
        var told: ContiguousArray<Int32> = []
    }

    let kind: SimulatedDevice.Kind
    private(set) var slots: ContiguousArray<Slot>
    /// How many contacts a panel that lists them listed last; nil when nobody can say.
    private(set) var listed: Int? = 0
    /// How many contacts appeared in what was taken last, those in the first picture not counted.
    private(set) var appearances = 0
    /// Times at which the most recent contacts lifted.
    private(set) var lifts: ContiguousArray<Int64> = []
    /// Every frame of what was taken last was a repair, and there was one.
    private(set) var isRepairOnly = false
    /// When the last report came: events behind it have not told the bridge how late it is.
    private(set) var reportTime = Int64.min
    /// A frame is under way.
    private(set) var isOpen = false
    private var current = 0
    private var isRepair = false
    private var isDiscovery = false
    private var hasBegun = false
    /// Something was said of a contact before the first mark, so that the stream does not begin with its first picture.
    private var hasSaid = false
    private var list = 0
    private var hasListed = false
    private var touchedSlots: UInt32 = 0
    /// Reports of pressure or distance in the frame under way: a contact may lift by them and keep its id (V9).
    private var lightContacts = 0

    init(_ kind: SimulatedDevice.Kind) {
        self.kind = kind
        let count = kind == .single ? 1 : kind == .plain || kind == .rich ? SimulatedDevice.slotCount(kind) : 0
        slots = ContiguousArray(repeating: Slot(), count: count)
    }

    /// How many contacts there are.
    var count: Int { kind == .anonymous ? listed ?? 0 : slots.count { $0.known >= 0 } }

    mutating func take(_ events: [RawEvent]) {
        appearances = 0
        var (repairs, reports) = (0, 0)
        for event in events {
            if event.type != .synchronization { isOpen = true }
            switch event.type {
            case .absolute: take(Axis(rawValue: event.code), event.value)
            case .key:
                // As any key of such a panel says that it is touched.
                if kind == .single, event.code == KeyCode.touch.rawValue { press(event.value != 0) }
            case .synchronization:
                if event.isMark(.contactReport) {
                    list += 1
                    hasListed = true
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
        guard kind == .plain || kind == .rich else { return }
        if axis == .slot {
            current = value >= 0 && value < slots.count ? Int(value) : slots.count
        } else if current < slots.count {
            if axis == .trackingID {
                // Of a slot that is empty already it says nothing.
                if slots[current].id != max(value, -1) { hasSaid = true }
                put(max(value, -1), current)
            } else if Self.isOfContacts(axis.rawValue) {
                hasSaid = true
                if axis.rawValue == 0x3a || axis.rawValue == 0x3b { lightContacts += 1 }
            }
        }
    }

    /// The axes that say something of a contact, as the kernel numbers them: sizes and turns, places and what follows.
    private static func isOfContacts(_ code: UInt16) -> Bool {
        code >= 0x30 && code <= 0x3b && ![0x32, 0x33, 0x38].contains(code)
    }

    private mutating func put(_ id: Int32, _ slot: Int) {
        touchedSlots |= 1 << UInt32(slot)
        guard slots[slot].id != id else { return }
        slots[slot].id = id
        slots[slot].told.append(id)
    }

    private mutating func press(_ isDown: Bool) {
        guard isDown != (slots[0].id >= 0) else { return }
        put(isDown ? Int32(truncatingIfNeeded: slots[0].serial + 1) : -1, 0)
    }

    /// What the broken frame said of contacts that came and went is not worth telling.
    private mutating func lose() {
        if !hasBegun && !hasSaid { isDiscovery = true }
        isRepair = true
        isOpen = true
        (list, hasListed) = (0, false)
        for slot in slots.indices where !slots[slot].told.isEmpty {
            slots[slot].told.removeAll(keepingCapacity: true)
        }
    }

    private mutating func report() {
        for slot in slots.indices where touchedSlots & 1 << UInt32(slot) != 0 { settle(slot) }
        touchedSlots = 0
        for _ in 0..<lightContacts { noteLift() }
        lightContacts = 0
        if kind == .anonymous {
            for _ in 0..<(listed ?? 0) { noteLift() }
            listed = isRepair ? nil : hasListed ? list : listed
        }
        (list, hasListed) = (0, false)
        (isRepair, isDiscovery, isOpen) = (false, false, false)
    }

    private mutating func settle(_ slot: Int) {
        var former = slots[slot].known
        if slots[slot].told.isEmpty { slots[slot].told.append(slots[slot].id) }
        for id in slots[slot].told where id != former {
            if former >= 0 { noteLift() }
            if id >= 0 {
                slots[slot].serial += 1
                if !isDiscovery { appearances += 1 }
            }
            former = id
        }
        slots[slot].known = slots[slot].id
        slots[slot].told.removeAll(keepingCapacity: true)
    }

    private mutating func noteLift() {
        lifts.append(reportTime)
        if lifts.count > Self.rememberedLifts { lifts.removeFirst() }
    }

    /// More than a panel has fingers, so every lift that can be held back is in it.
    private static let rememberedLifts = 64
}
