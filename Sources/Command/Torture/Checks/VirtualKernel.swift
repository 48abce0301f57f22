internal import InputEvents

/// Model of the multi-touch slots that the kernel stores for a virtual (uinput) panel.
///
/// Reports the first event that a real kernel or an evdev reader would misinterpret.
struct VirtualKernel {
    struct Slot {
        var id: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        var isPalm = false
        /// Whether the contact was a palm at the end of a frame. Programs that read the panel cancel such a contact.
        var wasPalm = false
    }

    private(set) var slots: ContiguousArray<Slot>
    private(set) var isTouched = false
    private let width: Int32
    private let height: Int32
    private var current = 0
    private var isOpen = false
    /// Number of contacts that lifted since the last call of `takeEnds`.
    private(set) var lifted = 0
    /// Number of palms that ended since the last call of `takeEnds`.
    private(set) var cancelled = 0

    init(fingers: Int, width: Int32, height: Int32) {
        slots = ContiguousArray(repeating: Slot(), count: fingers)
        (self.width, self.height) = (width, height)
    }

    var liveCount: Int { slots.count { $0.id >= 0 } }

    /// Returns and resets the numbers of contacts that ended.
    mutating func takeEnds() -> (lifted: Int, cancelled: Int) {
        defer { (lifted, cancelled) = (0, 0) }
        return (lifted, cancelled)
    }

    /// Processes events; returns a message about the first invalid event, or nil.
    mutating func take(_ events: ContiguousArray<RawEvent>) -> String? {
        for event in events {
            if let problem = take(event) { return problem }
        }
        return isOpen ? "the last frame is incomplete" : nil
    }

    private mutating func take(_ event: RawEvent) -> String? {
        if event.isMark(.report) { return report() }
        isOpen = true
        if event.type == .key {
            isTouched = event.value != 0
            return nil
        }
        guard event.type == .absolute else { return "an event has the unexpected type \(event.type.rawValue)" }
        let axis = Axis(rawValue: event.code)
        switch axis {
        case .slot:
            guard event.value >= 0, event.value < slots.count else {
                return "slot \(event.value) is selected, but the panel has only \(slots.count) slots"
            }
            current = Int(event.value)
        case .trackingID: return exchange(event.value)
        case .toolType: slots[current].isPalm = event.value == ToolType.palm.rawValue
        case .contactX, .contactY:
            guard slots[current].id >= 0 else { return "the empty slot \(current) receives a position" }
            if axis == .contactX { slots[current].x = event.value } else { slots[current].y = event.value }
            return outside(event.value, axis == .contactX ? width : height)
        case .x, .y: return outside(event.value, axis == .x ? width : height)
        default: return "an event uses axis \(axis.rawValue), which the panel does not have"
        }
        return nil
    }

    private mutating func exchange(_ id: Int32) -> String? {
        let slot = slots[current]
        if id < 0 {
            guard slot.id >= 0 else { return "the empty slot \(current) is released" }
            if slot.isPalm, !slot.wasPalm { return "slot \(current) becomes a palm and is released in one frame" }
            if slot.wasPalm { cancelled += 1 } else { lifted += 1 }
            // The kernel retains the tool type of the slot until a new tool type is reported.
            slots[current] = Slot(isPalm: slot.isPalm)
            return nil
        }
        if slot.isPalm { return "contact \(id) begins in slot \(current), which still has the palm's tool type" }
        if slot.id >= 0 { return "contact \(id) begins in slot \(current), which contact \(slot.id) occupies" }
        if slots.contains(where: { $0.id == id }) { return "contact \(id) is in two slots" }
        slots[current] = Slot(id: id)
        return nil
    }

    private func outside(_ value: Int32, _ limit: Int32) -> String? {
        (0...limit).contains(value) ? nil : "value \(value) is outside of the axis range 0 to \(limit)"
    }

    private mutating func report() -> String? {
        isOpen = false
        for index in slots.indices where slots[index].id >= 0 && slots[index].isPalm { slots[index].wasPalm = true }
        let isAny = slots.contains { $0.id >= 0 }
        return isAny == isTouched ? nil : "BTN_TOUCH is \(isTouched ? 1 : 0) with \(liveCount) contacts"
    }
}
