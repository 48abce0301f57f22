public import InputEvents

/// Decodes a panel's events into frames: the changes of slots between two reports.
///
/// This is the second of two passes over the events; `DeviceReader` makes the first pass, which detects lost events.
public struct FrameAssembler: ~Copyable {
    /// The last completed frame; the next call overwrites it.
    public private(set) var frame = EventFrame()
    /// Counts of the panel's protocol violations.
    public private(set) var metrics = PanelMetrics()

    private let panel: PanelProtocol
    private let isSingle: Bool
    // Variable with an initial value, for the same reason as in `Digitizer`.
    private var matcher: ContactMatcher?
    private let count: Int
    private var slots = SlotTable<SlotState>(repeating: SlotState())
    private var cursor = SlotCursor()
    /// Bit mask of the slots with events since the last report, and bit mask of the slots whose contact changed.
    private var touched: UInt32 = 0
    private var exchanged: UInt32 = 0
    private var isDelivered = false
    private var hasBegun = false
    /// Time at which the current split frame counts as complete without its final report; nil if the frame is not
    /// split.
    private var splitDeadline: Int64?
    /// Whether the rest of an incomplete frame is skipped up to the next report (K1).
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

    /// Sets the values from the time when the device was opened, because the kernel reports only changes (K4, K5).
    private mutating func readValues(of device: DeviceDescription) {
        switch panel {
        case .slots: cursor.slot = min(max(device.axes[.slot]?.value ?? 0, 0), Int32(count - 1))
        case .anonymous: break
        case .single:
            slots[0].x = device.axes[.x]?.value ?? 0
            slots[0].y = device.axes[.y]?.value ?? 0
        }
    }

    /// Decodes events from `next` on, up to a report or to an event later than the deadline. Returns whether a frame is
    /// complete.
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
            // A piece of a split frame also sets a deadline.
            if isComplete || splitDeadline != nil { return isComplete }
            limit = deadline
        }
        return false
    }

    /// Maximum time in microseconds from the first piece of a split frame to its last event (K7).
    ///
    /// Before Linux 5.4, each piece has the time at which the kernel delivered it, so the times of the pieces differ by
    /// tens of microseconds. Panels report at intervals of 4 ms or more, so an event after this span belongs to the
    /// next frame.
    package static let splitSpan: Int64 = 2_000

    /// Time at which pending pieces count as a frame if their report has not arrived; nil if no pieces are pending.
    public var pendingTime: Int64? { splitDeadline }

    /// Completes a pending split frame; returns false if no split frame is pending. The frame's time is limited to the
    /// range from the time of the pieces to `pendingTime`.
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

    /// Handles a mark of a panel whose contacts are matched; returns whether the mark completed a frame.
    private mutating func takeMatchedMark(_ event: RawEvent) -> Bool {
        guard let matcher else { return false }
        if event.isMark(.dropped) {
            // The matcher does not support repairs and does not need them: every report of protocol A lists all
            // contacts.
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
        // A contact that is listed again counts as reported, even if its values did not change (V12).
        for slot in 0..<count where slots[slot].trackingID != SlotState.none { touched |= 1 << UInt32(slot) }
    }

    /// Stops skipping an incomplete frame. A discovery only reports whether a contact is down; positions follow in the
    /// first report.
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
        // The kernel assigns no tracking ids below zero, but a recording may contain them.
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
        // If the panel has BTN_TOUCH, the key determines whether the contact touches. The distance is valid only while
        // the key is up, and may be outdated (V9).
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

    /// Handles a mark; returns whether the mark completed a frame.
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
        // The report ends a piece of a frame that exceeded the kernel's buffer. The kernel drops the frame's final
        // report if no event precedes it (K7).
        if splitDeadline == nil { splitDeadline = event.time &+ Self.splitSpan }
        return false
    }

    /// Completes the frame from the slots that were reported since the last frame.
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
