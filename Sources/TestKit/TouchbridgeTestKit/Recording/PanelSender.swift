internal import Contacts
internal import ResponderKit

/// Encodes touch frames as evdev events of a multitouch panel with slots (protocol B).
struct PanelSender {
    private(set) var events: [RawEvent] = []

    private let panel: DeviceDescription
    private let transform: PanelTransform
    private let ranges: (x: ClosedRange<Int32>, y: ClosedRange<Int32>)
    private var slots: [Slot]
    private var current: Int?
    private var contactCount: Int32 = 0
    private var downCount = 0

    private struct Slot {
        var x: Int32?
        var y: Int32?
        var isPalm = false
    }

    init(_ panel: DeviceDescription, _ screen: Size) throws(TestKitError) {
        self.panel = panel
        let kind: PanelProtocol
        do throws(PanelRejection) {
            kind = try PanelProtocol(of: panel)
        } catch {
            throw TestKitError("'\(panel.name)'", "\(error)", remedy: "use DeviceDescription.testPanel")
        }
        guard case .slots(let count) = kind, let x = panel.axes[.contactX], let y = panel.axes[.contactY] else {
            let message = "the panel must have slots and coordinate ranges"
            throw TestKitError("'\(panel.name)'", message, remedy: "use DeviceDescription.testPanel")
        }
        let mapping = PanelMapping(screen: Rect(origin: .zero, size: screen))
        guard screen.width > 0, screen.height > 0, screen.width.isFinite, screen.height.isFinite else {
            let message = "the screen size \(screen.width)x\(screen.height) is invalid"
            throw TestKitError("'\(panel.name)'", message, remedy: "write a width and a height above 0 points")
        }
        transform = mapping.transform(from: panel)
        ranges = (x.minimum...x.maximum, y.minimum...y.maximum)
        slots = Array(repeating: Slot(), count: count)
    }

    mutating func send(_ report: TouchFrame) throws(TestKitError) {
        let (time, before) = (report.time, events.count)
        let wasDown = downCount > 0
        for sample in report.samples where sample.change != .cancelled { try send(sample, at: time) }
        let cancelled = report.samples.filter { $0.change == .cancelled }
        for sample in cancelled { try takeForPalm(sample, at: time) }
        let isDown = downCount > 0 || !cancelled.isEmpty
        if wasDown != isDown { press(isDown, at: time) }
        if events.count > before { endReport(at: time) }
        guard !cancelled.isEmpty else { return }
        // Report a cancelled contact as a palm first, then lift it (U4).
        for sample in cancelled { lift(Int(sample.finger.contact), at: time) }
        if downCount == 0 { press(false, at: time) }
        endReport(at: time)
    }

    mutating func endReport(at time: Int64) { events.append(RawEvent(.report, at: time)) }

    private mutating func send(_ sample: TouchSample, at time: Int64) throws(TestKitError) {
        let slot = Int(sample.finger.contact)
        guard slot < slots.count else {
            let message = "finger \(slot + 1) has no slot, because the panel has only \(slots.count) slots"
            throw TestKitError("'\(panel.name)'", message, remedy: "use fingers 1 to \(slots.count)")
        }
        switch sample.change {
        case .began:
            contactCount = contactCount == 65535 ? 0 : contactCount + 1
            say(.trackingID, contactCount, of: slot, at: time)
            if slots[slot].isPalm { setPalm(slot, false, at: time) }
            downCount += 1
            try setContact(sample, slot, at: time)
        case .moved: try setContact(sample, slot, at: time)
        case .ended: lift(slot, at: time)
        case .cancelled: break
        }
    }

    /// Appends the changed axis values of a contact; as in the kernel, unchanged values are dropped (K4).
    private mutating func setContact(_ sample: TouchSample, _ slot: Int, at time: Int64) throws(TestKitError) {
        let unit = transform.unit(at: sample.location)
        let (x, y) = (unit.x.rounded(), unit.y.rounded())
        guard let x = Int32(exactly: x), let y = Int32(exactly: y), ranges.x.contains(x), ranges.y.contains(y) else {
            let message =
                "finger \(slot + 1) is outside the screen at \(ScriptNumber.text(location: sample.location))"
            let remedy = "use a position inside the screen"
            throw TestKitError("'\(panel.name)'", message, remedy: remedy)
        }
        if slots[slot].x != x { say(.contactX, x, of: slot, at: time) }
        if slots[slot].y != y { say(.contactY, y, of: slot, at: time) }
        (slots[slot].x, slots[slot].y) = (x, y)
    }

    private mutating func takeForPalm(_ sample: TouchSample, at time: Int64) throws(TestKitError) {
        guard panel.has(.toolType) else {
            let message = "the panel has no ABS_MT_TOOL_TYPE, which 'cancel' requires"
            throw TestKitError("'\(panel.name)'", message, remedy: "use DeviceDescription.testPanel")
        }
        setPalm(Int(sample.finger.contact), true, at: time)
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
        if panel.has(.touch) { events.append(RawEvent(.touch, isDown ? 1 : 0, at: time)) }
    }

    /// Appends an axis value for a slot; first appends ABS_MT_SLOT if another slot is selected.
    private mutating func say(_ axis: Axis, _ value: Int32, of slot: Int, at time: Int64) {
        if current != slot { events.append(RawEvent(.slot, Int32(slot), at: time)) }
        current = slot
        events.append(RawEvent(axis, value, at: time))
    }
}
