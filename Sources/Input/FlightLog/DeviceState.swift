internal import InputEvents

/// State of a device after the events that were passed to `apply`. A replay of later events needs this state, because
/// the kernel does not repeat unchanged values.
///
/// Every bit pattern is a valid state, so a state may be stored in a mapped file that outlives the process.
struct DeviceState: BitwiseCopyable {
    /// Kind of device; determines how the events are decoded.
    enum Kind: UInt8 {
        /// Every axis has one value.
        case plain = 0
        /// Each contact axis has one value per slot.
        case slots = 1
        /// Every frame lists all contacts, so contacts are not stored.
        case anonymous = 2
        /// The device may be used for typing, so only keys that type no character are stored.
        case keys = 3
    }

    /// Time of the last applied event, in microseconds.
    private(set) var time: Int64 = 0
    private var keys = KeySet()
    private var axes = InlineArray<64, Int32>(repeating: 0)
    /// Bit mask of the axes with a reported value.
    private var knownAxes: UInt64 = 0
    private var slots = InlineArray<512, Int32>(repeating: 0)
    private var knownSlotAxes = InlineArray<32, UInt16>(repeating: 0)
    private var cursor = SlotCursor()
    private var kindNumber: UInt8 = 0
    private var midFrame: UInt8 = 0
    private var history: UInt8 = 0
    /// Whether the current frame lists contacts; 0 or 1.
    private var listing: UInt8 = 0
    /// Whether the last complete frame listed contacts; 0 or 1.
    private var listed: UInt8 = 0

    private static let slotCount: Int32 = 32
    private static let firstSlotAxis = Axis.slot.rawValue + 1
    private static let trackingBit = UInt16(1) << (Axis.trackingID.rawValue - firstSlotAxis)

    init(of device: DeviceDescription) {
        cursor.slot = device.axes[.slot]?.value ?? 0
        let kind: Kind
        switch DeviceKind(of: device) {
        // An ignored device is recorded only if a layout accepts it as a touchscreen.
        case .touchscreen, .ignored:
            switch try? PanelProtocol(of: device) {
            case .slots: kind = .slots
            case .anonymous: kind = .anonymous
            case .single, nil: kind = .plain
            }
        // The keys of a pen report whether the pen is in range. No other state of a pen is needed.
        case .keys, .pen: kind = .keys
        case .accelerometer: kind = .plain
        }
        kindNumber = kind.rawValue
    }

    var kind: Kind { Kind(rawValue: kindNumber) ?? .plain }
    /// Whether the last applied event is part of an incomplete frame.
    var isMidFrame: Bool { midFrame != 0 }
    /// Whether any event was applied.
    var hasHistory: Bool { history != 0 }

    /// Whether a contact is on the panel; for keys and pens, whether a key is down.
    var isTouched: Bool {
        if keys.contains(KeyCode.touch.rawValue) { return true }
        switch kind {
        case .anonymous: return listed != 0
        case .slots: return (0..<Self.slotCount).contains { contact(in: $0) != nil }
        case .plain: return value(of: .pressure).map { $0 > 0 } ?? false
        case .keys: return !keys.isEmpty
        }
    }

    // MARK: Input

    @inline(__always)
    mutating func apply(_ event: RawEvent) {
        time = event.time
        history = 1
        switch event.type {
        case .absolute:
            midFrame = 1
            take(event.code, event.value)
        case .key:
            midFrame = 1
            keys.set(event.code, event.value != 0)
        case .synchronization where event.isMark(.report) && event.value == 0:
            midFrame = 0
            (listed, listing) = (listing, 0)
        default: midFrame = 1
        }
    }

    @inline(__always)
    private mutating func take(_ code: UInt16, _ value: Int32) {
        guard code < 64 else { return }
        if code >= Axis.slot.rawValue {
            if kindNumber == Kind.slots.rawValue { return takeOfContact(code, value) }
            if kindNumber == Kind.anonymous.rawValue {
                if code == Axis.contactX.rawValue { listing = 1 }
                return
            }
        }
        axes[Int(code)] = value
        knownAxes |= 1 << UInt64(code)
    }

    @inline(__always)
    private mutating func takeOfContact(_ code: UInt16, _ value: Int32) {
        guard cursor.decode(code, value, count: Int(Self.slotCount)) == .ofSlot else { return }
        let (slot, axis) = (Int(cursor.slot), code - Self.firstSlotAxis)
        slots[slot * 16 + Int(axis)] = value
        knownSlotAxes[slot] |= 1 << axis
    }

    // MARK: Output

    private func value(of axis: Axis) -> Int32? {
        knownAxes >> UInt64(axis.rawValue) & 1 != 0 ? axes[Int(axis.rawValue)] : nil
    }

    /// Returns the tracking id in a slot; nil if the slot has no contact.
    private func contact(in slot: Int32) -> Int32? {
        guard knownSlotAxes[Int(slot)] & Self.trackingBit != 0 else { return nil }
        let id = slots[Int(slot) * 16 + Int(Axis.trackingID.rawValue - Self.firstSlotAxis)]
        return id < 0 ? nil : id
    }

    /// Returns the state as the first events of a newly opened device: SYN_DROPPED, keys, axes, slots and SYN_REPORT.
    func discoveryEvents() -> [RawEvent] {
        var events = [RawEvent(.dropped, at: time)]
        for code in keys.codes { events.append(RawEvent(KeyCode(rawValue: code), 1, at: time)) }
        appendAxes(to: &events, at: time)
        if kind == .slots { appendSlots(to: &events, at: time) }
        events.append(RawEvent(.report, at: time))
        return events
    }

    /// Returns the state as the first events of a recording that begins at a time. Contacts go down in a second frame,
    /// because a replay ignores contacts of the first frame (K6).
    func openingEvents(at time: Int64) -> [RawEvent] {
        guard hasHistory else { return [] }
        let isDown = kind != .keys && isTouched
        let keyEvents = keys.codes.map { RawEvent(KeyCode(rawValue: $0), 1, at: time) }
        var events = [RawEvent(.dropped, at: time)] + (isDown ? [] : keyEvents)
        // The pressure of a panel without slots can mean that a finger touches the panel. If a finger is down, the
        // first frame therefore omits the pressure.
        appendAxes(to: &events, at: time, withPressure: !isDown)
        if kind == .slots { appendSlots(to: &events, at: time, withContacts: false) }
        events.append(RawEvent(.report, at: time))
        guard isDown else { return events }
        events += keyEvents
        if let pressure = value(of: .pressure) { events.append(RawEvent(.pressure, pressure, at: time)) }
        if kind == .slots { appendContacts(to: &events, at: time) { $0 } }
        events.append(RawEvent(.report, at: time))
        return events
    }

    /// Returns the events that lift all contacts; empty if no contact is down.
    func liftEvents(at time: Int64) -> [RawEvent] {
        guard kind != .keys, isTouched else { return [] }
        var events = keys.codes.map { RawEvent(KeyCode(rawValue: $0), 0, at: time) }
        switch kind {
        case .slots: appendContacts(to: &events, at: time) { _ in SlotState.none }
        case .anonymous: events.append(RawEvent(.contactReport, at: time))
        case .plain, .keys: if value(of: .pressure) != nil { events.append(RawEvent(.pressure, 0, at: time)) }
        }
        events.append(RawEvent(.report, at: time))
        return events
    }

    private func appendAxes(to events: inout [RawEvent], at time: Int64, withPressure: Bool = true) {
        for code in 0..<UInt16(64) {
            let axis = Axis(rawValue: code)
            guard let value = value(of: axis), withPressure || axis != .pressure else { continue }
            events.append(RawEvent(axis, value, at: time))
        }
    }

    private func appendSlots(to events: inout [RawEvent], at time: Int64, withContacts: Bool = true) {
        for slot in 0..<Self.slotCount where knownSlotAxes[Int(slot)] != 0 {
            events.append(RawEvent(.slot, slot, at: time))
            if withContacts, let id = contact(in: slot) { events.append(RawEvent(.trackingID, id, at: time)) }
            for axis in 0..<UInt16(16) {
                let bit = UInt16(1) << axis
                guard knownSlotAxes[Int(slot)] & bit != 0, bit != Self.trackingBit else { continue }
                let value = slots[Int(slot) * 16 + Int(axis)]
                events.append(RawEvent(Axis(rawValue: Self.firstSlotAxis + axis), value, at: time))
            }
        }
        events.append(RawEvent(.slot, cursor.slot, at: time))
    }

    /// Appends an event for the tracking id of each slot with a contact; `value` receives the current id.
    private func appendContacts(to events: inout [RawEvent], at time: Int64, _ value: (Int32) -> Int32) {
        for slot in 0..<Self.slotCount {
            guard let id = contact(in: slot) else { continue }
            events += [RawEvent(.slot, slot, at: time), RawEvent(.trackingID, value(id), at: time)]
        }
        events.append(RawEvent(.slot, cursor.slot, at: time))
    }

    /// Returns the events that release all contacts and keys, as for a removed device; empty if nothing is down and no
    /// frame is incomplete.
    func releaseEvents(at time: Int64) -> [RawEvent] {
        guard isTouched || isMidFrame else { return [] }
        var events = [RawEvent(.dropped, at: time)]
        for code in keys.codes { events.append(RawEvent(KeyCode(rawValue: code), 0, at: time)) }
        if kind == .slots {
            for slot in 0..<Self.slotCount where contact(in: slot) != nil {
                events += [RawEvent(.slot, slot, at: time), RawEvent(.trackingID, SlotState.none, at: time)]
            }
        }
        events.append(RawEvent(.report, at: time))
        return events
    }
}
