public import InputEvents

/// Decodes a panel's events into frames: the changes of slots between two SYN_REPORT events.
///
/// The assembler makes the second of two passes over the events. `DeviceReader` makes the first pass, which detects
/// lost events.
public struct FrameAssembler: ~Copyable {
    /// The last completed frame; the next call of `assemble` overwrites this frame.
    public private(set) var frame = EventFrame()
    /// Counts of the panel's protocol violations, by kind.
    public private(set) var metrics = PanelMetrics()

    /// The slots with a contact, with their last reported values.
    public var contacts: [ContactChange] {
        (0..<count).filter { slots[$0].trackingID != SlotState.none }
            .map { ContactChange(slot: Int32($0), state: slots[$0]) }
    }

    private let panel: PanelProtocol
    private let isSingle: Bool
    // A variable, because Swift 6.3.1 would release uninitialized memory if `init` set a constant.
    private var matcher: ContactMatcher?
    private let count: Int
    private var slots = SlotTable<SlotState>(repeating: SlotState())
    private var cursor = SlotCursor()
    /// Bit mask of the slots with events since the last SYN_REPORT.
    private var touched: UInt32 = 0
    /// Bit mask of the slots whose tracking id changed since the last SYN_REPORT.
    private var exchanged: UInt32 = 0
    private var isDelivered = false
    private var hasBegun = false
    /// Time at which the current split frame counts as complete without a final SYN_REPORT; nil if the frame is not
    /// split.
    private var splitDeadline: Int64?
    /// Whether events up to the next SYN_REPORT are skipped, because their frame is incomplete (K1).
    private var isSkipping = false
    private var isDownAtDiscovery = false
    private var contactCount: Int32 = 0
    private var excessContacts = 0
    /// Bit mask of the pen tools in range.
    private var pens: UInt8 = 0

    /// Creates an assembler; throws if the device cannot be used as a panel.
    public init(for device: DeviceDescription) throws(PanelRejection) {
        panel = try PanelProtocol(of: device)
        switch panel {
        case .slots(let number): (count, matcher, isSingle) = (number, nil, false)
        case .anonymous:
            (count, matcher, isSingle) = (PanelProtocol.slotLimit, ContactMatcher(for: device), false)
        case .single: (count, matcher, isSingle) = (1, nil, true)
        }
        readValues(of: device)
    }

    /// Sets the axis values that the device had when it was opened, because the kernel reports only changes (K4, K5).
    private mutating func readValues(of device: DeviceDescription) {
        switch panel {
        case .slots: cursor.slot = min(max(device.axes[.slot]?.value ?? 0, 0), Int32(count - 1))
        case .anonymous: break
        case .single:
            slots[0].x = device.axes[.x]?.value ?? 0
            slots[0].y = device.axes[.y]?.value ?? 0
        }
    }

    /// Decodes events from index `next`. Stops after a SYN_REPORT or before an event that is later than the deadline.
    /// Returns whether a frame is complete.
    ///
    /// The first event must not be later than the deadline.
    public mutating func assemble(_ events: Span<RawEvent>, _ next: inout Int, until deadline: Int64 = .max) -> Bool {
        if isDelivered { begin() }
        let isMatched = matcher != nil
        var limit = min(splitDeadline ?? .max, deadline)
        while next < events.count {
            let event = events[next]
            if event.time > limit {
                guard let splitDeadline, splitDeadline < deadline else { return false }
                return completeSplit(at: splitDeadline)
            }
            next += 1
            guard event.type == .synchronization else {
                if isMatched { feed(event) } else { take(event) }
                continue
            }
            let isComplete = isMatched ? takeMatchedMark(event) : takeMark(event)
            // Also returns after a piece of a split frame, because the piece has set a deadline that the caller must
            // consider.
            if isComplete || splitDeadline != nil { return isComplete }
            limit = deadline
        }
        return false
    }

    /// Maximum time in microseconds from the first piece of a split frame to its last event (K7).
    ///
    /// Before Linux 5.4, the timestamp of each piece is the time at which the kernel delivered the piece. The
    /// timestamps of the pieces therefore differ by tens of microseconds. Panels report at intervals of 4 ms or more,
    /// so an event after this span is part of the next frame.
    package static let splitSpan: Int64 = 2_000

    /// Time at which the pending pieces of a split frame count as complete; nil if no pieces are pending.
    public var pendingTime: Int64? { splitDeadline }

    /// Completes a pending split frame; returns false if no split frame is pending. The frame's time is `time`, clamped
    /// to the range from the end of the first piece to `pendingTime`.
    public mutating func completePending(at time: Int64) -> Bool {
        guard let splitDeadline else { return false }
        return completeSplit(at: min(max(time, splitDeadline &- Self.splitSpan), splitDeadline))
    }

    private mutating func completeSplit(at time: Int64) -> Bool {
        if let matcher, matcher.endFrame(at: time) { takeContacts(of: matcher) }
        return complete(at: time)
    }

    private mutating func feed(_ event: RawEvent) {
        guard let matcher else { return }
        if isSkipping {
            if event.type == .key, KeyCode(rawValue: event.code) == .touch, event.value != 0 {
                isDownAtDiscovery = true
            }
        } else {
            matcher.add(event)
            if event.type == .key { take(event) }
        }
    }

    /// Processes a SYN event of a protocol A panel; `matcher` assigns the panel's contacts to slots. Returns whether
    /// the event completed a frame.
    private mutating func takeMatchedMark(_ event: RawEvent) -> Bool {
        guard let matcher else { return false }
        if event.isMark(.dropped) {
            // The matcher needs no repair, because every frame of protocol A lists all contacts.
            isSkipping = true
            matcher.clear()
            isDownAtDiscovery = false
            return takeMark(event)
        }
        guard event.isMark(.report) else {
            if !isSkipping { matcher.add(event) }
            return false
        }
        guard !isSkipping else {
            endSkipping()
            return false
        }
        if event.value == 0, matcher.endFrame(at: event.time) { takeContacts(of: matcher) }
        return takeMark(event)
    }

    private mutating func takeContacts(of matcher: ContactMatcher) {
        while let event = matcher.next() { take(event) }
        metrics.invalidSlots += matcher.excessContacts - excessContacts
        excessContacts = matcher.excessContacts
        // A contact that the panel lists again is not stale, even if its values did not change (V12).
        for slot in 0..<count where slots[slot].trackingID != SlotState.none { touched |= 1 << UInt32(slot) }
    }

    /// Stops skipping the events of an incomplete frame. If no contact was down when a protocol A panel was opened,
    /// contacts can begin in its next frame.
    private mutating func endSkipping() {
        isSkipping = false
        if frame.isDiscovery, !isDownAtDiscovery { (frame.isDiscovery, frame.isRepair) = (false, false) }
    }

    private mutating func begin() {
        isDelivered = false
        frame.isRepair = false
        frame.isDiscovery = false
        frame.changes.removeAll()
    }

    @inline(__always) private mutating func take(_ event: RawEvent) {
        switch event.type {
        case .absolute: take(Axis(rawValue: event.code), event.value)
        case .key: take(KeyCode(rawValue: event.code), event.value)
        default: break
        }
    }

    @inline(__always) private mutating func take(_ axis: Axis, _ value: Int32) {
        if isSingle { return takeSingle(axis, value) }
        switch cursor.decode(axis.rawValue, value, count: count) {
        case .ofSlot: break
        case .invalidSelection:
            metrics.invalidSlots += 1
            return
        case .ofDevice, .selection, .ofInvalidSlot: return
        }
        let current = Int(cursor.slot)
        switch axis {
        case .contactX: slots[current].x = value
        case .contactY: slots[current].y = value
        case .trackingID: return exchange(value)
        case .contactPressure:
            slots[current].pressure = value
            frame.hasPressure = true
        case .contactDistance: slots[current].distance = value
        case .touchMajor: slots[current].touchMajor = value
        case .touchMinor: slots[current].touchMinor = value
        case .orientation: slots[current].orientation = value
        case .toolType: slots[current].toolType = ToolType(rawValue: value)
        default: return
        }
        touched |= 1 << UInt32(current)
    }

    /// Replaces the contact in the current slot. An earlier replacement within the same frame becomes a separate change
    /// (K8).
    private mutating func exchange(_ id: Int32) {
        // The kernel sends no negative tracking id except -1, but a recording may contain one.
        let contact = max(id, SlotState.none)
        let current = Int(cursor.slot)
        guard slots[current].trackingID != contact else { return }
        let bit: UInt32 = 1 << UInt32(current)
        if exchanged & bit != 0 { emit(current) }
        slots[current].trackingID = contact
        touched |= bit
        exchanged |= bit
    }

    private mutating func takeSingle(_ axis: Axis, _ value: Int32) {
        switch axis {
        case .x: slots[0].x = value
        case .y: slots[0].y = value
        case .pressure:
            slots[0].pressure = value
            frame.hasPressure = true
            if panel == .single(key: nil) { press(value > 0) }
        // Ignores the distance if the panel has BTN_TOUCH. The key then determines whether the contact touches; the
        // distance may be outdated while the key is down (V9).
        case .distance where panel != .single(key: .touch): slots[0].distance = value
        default: return
        }
        touched = 1
    }

    private mutating func take(_ key: KeyCode, _ value: Int32) {
        if key.isPenTool { takePen(key, isNear: value != 0) }
        if case .single(key) = panel { press(value != 0) }
    }

    private mutating func takePen(_ key: KeyCode, isNear: Bool) {
        pens = key.penTools(pens, isNear: isNear)
        frame.isPenNear = pens != 0
        // While a pen is in range, the only contact of a single-touch panel is the pen.
        if case .single = panel { slots[0].toolType = frame.isPenNear ? .pen : .finger }
    }

    private mutating func press(_ isDown: Bool) {
        guard isDown != (slots[0].trackingID != SlotState.none) else { return }
        contactCount = contactCount == .max ? 0 : contactCount + 1
        exchange(isDown ? contactCount : SlotState.none)
    }

    /// Processes a SYN event; returns whether the event completed a frame.
    private mutating func takeMark(_ event: RawEvent) -> Bool {
        defer { hasBegun = true }
        if event.isMark(.dropped) {
            frame.isRepair = true
            if !hasBegun && touched == 0 { frame.isDiscovery = true }
            if !frame.isDiscovery { metrics.resyncs += 1 }
            // Discards the changes of the incomplete frame, which were never delivered (K1a).
            frame.changes.removeAll()
            exchanged = 0
            splitDeadline = nil
            return false
        }
        guard event.isMark(.report) else { return false }
        if event.value == 0 { return complete(at: event.time) }
        // This SYN_REPORT ends a piece of a frame that exceeded the kernel's buffer. If no further events follow, the
        // kernel drops the final SYN_REPORT of the frame (K7).
        if splitDeadline == nil { splitDeadline = event.time &+ Self.splitSpan }
        return false
    }

    /// Completes the frame with the changes of all slots that had events since the last frame.
    private mutating func complete(at time: Int64) -> Bool {
        splitDeadline = nil
        if time < frame.time {
            metrics.backwardFrames += 1
        } else {
            frame.time = time
        }
        while touched != 0 {
            let slot = touched.trailingZeroBitCount
            touched &= touched - 1
            emit(slot)
        }
        exchanged = 0
        isDelivered = true
        return true
    }

    @inline(__always) private mutating func emit(_ slot: Int) {
        frame.changes.append(ContactChange(slot: Int32(truncatingIfNeeded: slot), state: slots[slot]))
    }
}
