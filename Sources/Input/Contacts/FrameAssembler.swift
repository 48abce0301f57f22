public import InputEvents

/// Makes frames of a panel's events: what happened to which slot between two reports.
public final class FrameAssembler {
    /// The frame that was completed last; the next call fills it anew.
    public var frame: EventFrame { filled }
    /// What the panel did that it should not.
    @exclusivity(unchecked) public private(set) var oddities = PanelOddities()

    // Other modules' accesses of a stored property are checked whatever it is marked with.
    @exclusivity(unchecked) private var filled = EventFrame()
    /// How many changes of the frame under way are known; behind them are those of an earlier frame.
    @exclusivity(unchecked) private var changeCount = 0
    private let panel: PanelProtocol
    private let isSingle: Bool
    private let matcher: ContactMatcher?
    private let count: Int
    @exclusivity(unchecked) private var slots = InlineArray<32, SlotState>(repeating: SlotState())
    /// The slot that contact axes are about, or that of nobody when the panel named one that it doesn't have (K9).
    @exclusivity(unchecked) private var current = 0
    /// A bit for each slot of which something was said since the last report, and for each whose contact changed.
    @exclusivity(unchecked) private var touched: UInt32 = 0
    @exclusivity(unchecked) private var exchanged: UInt32 = 0
    @exclusivity(unchecked) private var isDelivered = false
    @exclusivity(unchecked) private var hasBegun = false
    /// When the frame under way, which came in pieces, is complete without a report of its own; nil for a whole frame.
    @exclusivity(unchecked) private var splitDeadline: Int64?
    /// What is left of a broken frame comes before the next report (K1).
    @exclusivity(unchecked) private var isSkipping = false
    @exclusivity(unchecked) private var isFound = false
    @exclusivity(unchecked) private var contactCount: Int32 = 0
    @exclusivity(unchecked) private var excess = 0
    /// A bit for each kind of pen that is near.
    @exclusivity(unchecked) private var pens: UInt8 = 0

    /// An assembler for a panel of this description.
    public init(for device: DeviceDescription) throws(PanelRefusal) {
        panel = try PanelProtocol(of: device)
        switch panel {
        case .slots(let number): (count, matcher, isSingle) = (number, nil, false)
        case .anonymous:
            (count, matcher, isSingle) = (PanelProtocol.slotLimit, ContactMatcher(for: device), false)
        case .single: (count, matcher, isSingle) = (1, nil, true)
        }
        filled.changes.reserveCapacity(2 * count)
        readValues(of: device)
    }

    /// The kernel tells changes only, so a panel begins with the values it had when it was described (K4, K5).
    private func readValues(of device: DeviceDescription) {
        switch panel {
        case .slots: current = min(max(Int(device.axes[.slot]?.value ?? 0), 0), count - 1)
        case .anonymous: break
        case .single:
            slots[0].x = device.axes[.x]?.value ?? 0
            slots[0].y = device.axes[.y]?.value ?? 0
        }
    }

    /// Takes events from the front until a frame is complete; false when there were too few.
    public func assemble(_ events: Span<RawEvent>, _ next: inout Int) -> Bool {
        if isDelivered { begin() }
        if let matcher { return assemble(events, &next, matcher) }
        while next < events.count {
            let event = events[next]
            if let splitDeadline, event.time > splitDeadline { return completeSplit(at: splitDeadline) }
            next += 1
            if take(event) { return true }
        }
        return false
    }

    /// Maximum time in microseconds from the first piece of a split frame to its last event (K7).
    ///
    /// Before Linux 5.4 each piece has the time at which the kernel passed it on, some tens of microseconds apart.
    /// Panels report every 4 ms or more, so an event that comes later than this belongs to the next frame.
    package static let splitSpan: Int64 = 2_000

    /// When the pieces of a split frame count as the frame, if its own report has not come; nil when there are none.
    public var pendingTime: Int64? { splitDeadline }

    /// Completes the frame of the pieces that are pending at a time between theirs and `pendingTime`; false when there
    /// are none.
    public func completePending(at time: Int64) -> Bool {
        guard let splitDeadline else { return false }
        return completeSplit(at: min(max(time, splitDeadline &- Self.splitSpan), splitDeadline))
    }

    private func completeSplit(at time: Int64) -> Bool {
        if let matcher, matcher.report(at: time) { takeContacts(of: matcher) }
        return complete(at: time)
    }

    private func assemble(_ events: Span<RawEvent>, _ next: inout Int, _ matcher: ContactMatcher) -> Bool {
        while next < events.count {
            let event = events[next]
            if let splitDeadline, event.time > splitDeadline { return completeSplit(at: splitDeadline) }
            next += 1
            if event.isMark(.dropped) {
                // The matcher knows nothing of repairs; a report of this protocol holds all contacts anyway.
                isSkipping = true
                _ = take(event)
                matcher.clear()
                isFound = false
            } else if isSkipping {
                skip(event)
            } else if event.isMark(.report) {
                if event.value == 0, matcher.report(at: event.time) { takeContacts(of: matcher) }
                if take(event) { return true }
            } else {
                matcher.put(event)
                if event.type == .key { _ = take(event) }
            }
        }
        return false
    }

    private func takeContacts(of matcher: ContactMatcher) {
        while let event = matcher.next() { _ = take(event) }
        oddities.badSlots += matcher.excess - excess
        excess = matcher.excess
        // A contact that is listed again was heard of, even if nothing about it changed (V12).
        for slot in 0..<count where slots[slot].trackingID != SlotState.none { touched |= 1 << UInt32(slot) }
    }

    /// Leaves out the rest of a broken frame. What was found before anything happened says of contacts only whether
    /// there is one; where they are is in the first report.
    private func skip(_ event: RawEvent) {
        if event.type == .key, KeyCode(rawValue: event.code) == .touch, event.value != 0 { isFound = true }
        guard event.isMark(.report) else { return }
        isSkipping = false
        if filled.isDiscovery, !isFound { (filled.isDiscovery, filled.isRepair) = (false, false) }
    }

    private func begin() {
        isDelivered = false
        filled.isRepair = false
        filled.isDiscovery = false
        changeCount = 0
    }

    /// True when the event completed the frame.
    @inline(__always) private func take(_ event: RawEvent) -> Bool {
        switch event.type {
        case .absolute: take(Axis(rawValue: event.code), event.value)
        case .synchronization: return takeMark(event)
        case .key: take(KeyCode(rawValue: event.code), event.value)
        default: break
        }
        return false
    }

    @inline(__always) private func take(_ axis: Axis, _ value: Int32) {
        if isSingle { return takeSingle(axis, value) }
        if axis == .slot {
            if value >= 0, Int(value) < count {
                current = Int(value)
            } else {
                current = count
                oddities.badSlots += 1
            }
            return
        }
        guard current < count else { return }
        switch axis {
        case .contactX: slots[current].x = value
        case .contactY: slots[current].y = value
        case .trackingID: return exchange(value)
        case .contactPressure:
            slots[current].pressure = value
            filled.hasPressure = true
        case .contactDistance: slots[current].distance = value
        case .touchMajor: slots[current].touchMajor = value
        case .touchMinor: slots[current].touchMinor = value
        case .orientation: slots[current].orientation = value
        case .toolType: slots[current].toolType = ToolType(rawValue: value)
        default: return
        }
        touched |= 1 << UInt32(current)
    }

    /// Another contact comes into the current slot, or none. What the frame said of an earlier exchange in the same
    /// slot is kept as a change of its own (K8).
    private func exchange(_ id: Int32) {
        // The kernel knows no contact below zero, whatever a recording says.
        let contact = max(id, SlotState.none)
        guard slots[current].trackingID != contact else { return }
        let bit: UInt32 = 1 << UInt32(current)
        if exchanged & bit != 0 { tell(current) }
        slots[current].trackingID = contact
        touched |= bit
        exchanged |= bit
    }

    private func takeSingle(_ axis: Axis, _ value: Int32) {
        switch axis {
        case .x: slots[0].x = value
        case .y: slots[0].y = value
        case .pressure:
            slots[0].pressure = value
            filled.hasPressure = true
            if panel == .single(key: nil) { press(value > 0) }
        // The key decides where there is one: a distance is meant only while it is up, and may be stale (V9).
        case .distance where panel != .single(key: .touch): slots[0].distance = value
        default: return
        }
        touched = 1
    }

    private func take(_ key: KeyCode, _ value: Int32) {
        if key.isPenTool { takePen(key, isNear: value != 0) }
        if case .single(key) = panel { press(value != 0) }
    }

    private func takePen(_ key: KeyCode, isNear: Bool) {
        pens = key.penTools(pens, isNear: isNear)
        filled.isPenNear = pens != 0
        // The only contact that such a panel knows is the pen itself.
        if case .single = panel { slots[0].toolType = filled.isPenNear ? .pen : .finger }
    }

    private func press(_ isDown: Bool) {
        guard isDown != (slots[0].trackingID != SlotState.none) else { return }
        contactCount = contactCount == .max ? 0 : contactCount + 1
        exchange(isDown ? contactCount : SlotState.none)
    }

    private func takeMark(_ event: RawEvent) -> Bool {
        defer { hasBegun = true }
        if event.isMark(.dropped) {
            filled.isRepair = true
            if !hasBegun && touched == 0 { filled.isDiscovery = true }
            if !filled.isDiscovery { oddities.drops += 1 }
            // What came and went in the broken frame was never told and is not worth telling (K1a).
            changeCount = 0
            exchanged = 0
            splitDeadline = nil
            return false
        }
        guard event.isMark(.report) else { return false }
        if event.value == 0 { return complete(at: event.time) }
        // A piece of a frame that was too long for the kernel; the frame's own report is dropped if it is empty (K7).
        if splitDeadline == nil { splitDeadline = event.time &+ Self.splitSpan }
        return false
    }

    /// Ends the frame with what was said since the last one.
    private func complete(at time: Int64) -> Bool {
        splitDeadline = nil
        if time < filled.time {
            oddities.backwardTimes += 1
        } else {
            filled.time = time
        }
        while touched != 0 {
            let slot = touched.trailingZeroBitCount
            touched &= touched - 1
            tell(slot)
        }
        filled.changes.cut(to: changeCount)
        exchanged = 0
        isDelivered = true
        return true
    }

    @inline(__always) private func tell(_ slot: Int) {
        filled.changes.put(SlotChange(slot: Int32(truncatingIfNeeded: slot), state: slots[slot]), at: &changeCount)
    }
}

/// What a panel did that it should not, counted.
public struct PanelOddities: Equatable, Sendable {
    /// Reports of slots that the panel does not have, or that are more than are followed (K9, V11).
    public var badSlots = 0
    /// Times the kernel's queue overflowed (K1).
    public var drops = 0
    /// Frames older than the one before; they count as of its time (K13).
    public var backwardTimes = 0
}
