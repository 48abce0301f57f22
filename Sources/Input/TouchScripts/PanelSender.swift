package import InputEvents
package import ResponderKit

/// Encodes touch frames as evdev events of a multitouch panel with slots (protocol B).
package struct PanelSender {
    private var events: [RawEvent] = []
    private let panel: ScriptPanel
    private var slots: [Slot]
    private var current: Int?
    private var contactCount: Int32 = 0
    private var downCount = 0

    private struct Slot {
        var x: Int32?
        var y: Int32?
        var isPalm = false
    }

    package init(_ panel: ScriptPanel) {
        self.panel = panel
        slots = Array(repeating: Slot(), count: panel.slotCount)
    }

    /// Returns the events of a touch frame. Omits locations that the panel cannot report.
    package mutating func events(of report: TouchFrame) -> [RawEvent] {
        events.removeAll()
        send(report)
        return events
    }

    private mutating func send(_ report: TouchFrame) {
        let (time, before) = (report.time, events.count)
        let wasDown = downCount > 0
        for sample in report.samples where sample.change != .cancelled { send(sample, at: time) }
        let cancelled = report.samples.filter { $0.change == .cancelled }
        for sample in cancelled { setPalm(Int(sample.finger.contact), true, at: time) }
        let isDown = downCount > 0 || !cancelled.isEmpty
        if wasDown != isDown { press(isDown, at: time) }
        if events.count > before { endReport(at: time) }
        guard !cancelled.isEmpty else { return }
        // The frame above reported each cancelled contact as a palm. A second frame lifts these contacts (U4).
        for sample in cancelled { lift(Int(sample.finger.contact), at: time) }
        if downCount == 0 { press(false, at: time) }
        endReport(at: time)
    }

    private mutating func endReport(at time: Int64) { events.append(RawEvent(.report, at: time)) }

    private mutating func send(_ sample: TouchSample, at time: Int64) {
        let slot = Int(sample.finger.contact)
        switch sample.change {
        case .began:
            contactCount = contactCount == 65535 ? 0 : contactCount + 1
            say(.trackingID, contactCount, of: slot, at: time)
            if slots[slot].isPalm { setPalm(slot, false, at: time) }
            downCount += 1
            setContact(sample, slot, at: time)
        case .moved: setContact(sample, slot, at: time)
        case .ended: lift(slot, at: time)
        case .cancelled: break
        }
    }

    /// Appends the changed axis values of a contact. Omits unchanged values, like the kernel (K4).
    private mutating func setContact(_ sample: TouchSample, _ slot: Int, at time: Int64) {
        guard let (x, y) = panel.unit(at: sample.location) else { return }
        if slots[slot].x != x { say(.contactX, x, of: slot, at: time) }
        if slots[slot].y != y { say(.contactY, y, of: slot, at: time) }
        (slots[slot].x, slots[slot].y) = (x, y)
    }

    private mutating func setPalm(_ slot: Int, _ isPalm: Bool, at time: Int64) {
        say(.toolType, (isPalm ? ToolType.palm : .finger).rawValue, of: slot, at: time)
        slots[slot].isPalm = isPalm
    }

    private mutating func lift(_ slot: Int, at time: Int64) {
        say(.trackingID, SlotState.none, of: slot, at: time)
        downCount -= 1
    }

    private mutating func press(_ isDown: Bool, at time: Int64) {
        if panel.description.has(.touch) { events.append(RawEvent(.touch, isDown ? 1 : 0, at: time)) }
    }

    /// Appends an axis value for a slot; first appends ABS_MT_SLOT if another slot is selected.
    private mutating func say(_ axis: Axis, _ value: Int32, of slot: Int, at time: Int64) {
        if current != slot { events.append(RawEvent(.slot, Int32(slot), at: time)) }
        current = slot
        events.append(RawEvent(axis, value, at: time))
    }
}
