internal import CMtdev
internal import InputEvents

/// Assigns slots and tracking ids to the contacts of a panel that uses multitouch protocol A. The library mtdev
/// converts the panel's events to protocol B (V1).
///
/// Buffers each frame until it is complete, and drops events that cause undefined behavior in mtdev. mtdev writes out
/// of bounds for an unknown axis. It loops endlessly if all its slots are occupied. For a contact without id, position
/// or size, it reads uninitialized memory.
final class ContactMatcher {
    /// Number of contacts that were dropped because the frame had more contacts than mtdev supports (V11).
    private(set) var excessContacts = 0

    private let device: UnsafeMutablePointer<mtdev>
    private let contactLimit: Int
    private var pending: ContiguousArray<RawEvent> = []
    private var contacts = 0
    /// Whether the last contact of the current frame still lacks its SYN_MT_REPORT. The events of this contact begin at
    /// index `start` of `pending`.
    private var isOpen = false
    private var start = 0
    private let hasIDs: Bool
    private let hasSizes: Bool
    /// Whether the frame reports that nothing touches the panel.
    private var isLifted = false

    /// Limit frame-events (limits.md, Panels and the kernel): maximum number of events in one frame of multitouch
    /// protocol A. If exceeded: further contacts of the frame are dropped.
    ///
    /// The limit equals the size of mtdev's event buffer.
    private static let eventLimit = 480

    init(for description: DeviceDescription) {
        guard let device = mtdev_new(), mtdev_init(device) == 0 else { fatalError("out of memory") }
        self.device = device
        pending.reserveCapacity(Self.eventLimit)
        // On a panel with tracking ids, mtdev may need slots for the contacts of both the current and the previous
        // frame. The limit is therefore lower on such a panel.
        hasIDs = description.has(.trackingID)
        hasSizes = description.has(.touchMajor)
        contactLimit = hasIDs ? 15 : 31
        for (axis, range) in description.axes where axis.isOfContact && description.has(axis) {
            let code = CInt(axis.rawValue)
            // Hides the size axis of a panel without tracking ids. Otherwise, mtdev would read the size even of a
            // contact that reports no size.
            mtdev_set_mt_event(device, code, axis == .touchMajor && !hasIDs ? 0 : 1)
            mtdev_set_abs_minimum(device, code, range.minimum)
            mtdev_set_abs_maximum(device, code, range.maximum)
            // Sets the announced fuzz, because the kernel applies fuzz only on panels with slots. mtdev's default fuzz,
            // a 250th of the range, would drop small motions.
            mtdev_set_abs_fuzz(device, code, range.fuzz)
            mtdev_set_abs_resolution(device, code, range.resolution)
        }
        // In recordings made by old tools, axes have no ranges, so the loop above skips these axes.
        for axis in [Axis.contactX, .contactY, .trackingID] where description.has(axis) {
            mtdev_set_mt_event(device, CInt(axis.rawValue), 1)
        }
    }

    // `mtdev_close_delete` also frees mtdev's buffers, which `mtdev_delete` would leak.
    deinit { mtdev_close_delete(device) }

    /// Adds an event to the current frame; the event must not be SYN_REPORT.
    func add(_ event: RawEvent) {
        if event.type == .absolute, Axis(rawValue: event.code).isOfContact {
            if !isOpen { start = pending.count }
            isOpen = true
            append(event)
        } else if event.isMark(.contactReport) {
            closeContact(event.time)
        } else if event.reportsNoContact {
            isLifted = true
        }
    }

    /// Ends the frame and passes it to mtdev. Returns false if the frame contained no information about contacts.
    func endFrame(at time: Int64) -> Bool {
        defer { clear() }
        // A panel may omit SYN_MT_REPORT after the last contact, and in a frame without contacts.
        if isOpen { closeContact(time) }
        if isLifted, pending.isEmpty { closeContact(time) }
        guard !pending.isEmpty else { return false }
        for event in pending { pass(event) }
        pass(RawEvent(.report, at: time))
        return true
    }

    /// Returns the next event that mtdev converted to protocol B; nil if no converted event is left.
    func next() -> RawEvent? {
        while mtdev_empty(device) == 0 {
            var event = input_event()
            mtdev_get_event(device, &event)
            guard event.type == EventType.absolute.rawValue else { continue }
            return RawEvent(time: 0, type: .absolute, code: event.code, value: event.value)
        }
        return nil
    }

    /// Discards an incomplete frame.
    func clear() {
        pending.removeAll(keepingCapacity: true)
        (contacts, isOpen, isLifted) = (0, false, false)
    }

    private func closeContact(_ time: Int64) {
        if isOpen {
            isOpen = false
            if contacts < contactLimit, !isContact {
                pending.removeSubrange(start...)
                return
            }
            contacts += 1
        }
        if contacts > contactLimit { excessContacts += 1 }
        append(RawEvent(.contactReport, at: time))
    }

    /// Whether the last contact of the frame touches the panel and has all values that mtdev requires. On a panel
    /// without tracking ids, size 0 means that nothing touches the panel; this is then stored in `isLifted`.
    private var isContact: Bool {
        if hasIDs { return lastValue(of: .trackingID) != nil }
        if hasSizes, lastValue(of: .touchMajor) == 0 {
            isLifted = true
            return false
        }
        return lastValue(of: .contactX) != nil && lastValue(of: .contactY) != nil
    }

    /// Returns the value of an axis for the last contact of the frame; nil if the panel did not report the value.
    private func lastValue(of axis: Axis) -> Int32? {
        var value: Int32?
        for index in start..<pending.count where pending[index].code == axis.rawValue { value = pending[index].value }
        return value
    }

    private func append(_ event: RawEvent) {
        let fits = contacts + (isOpen ? 1 : 0) <= contactLimit && pending.count < Self.eventLimit
        if fits { pending.append(event) }
    }

    private func pass(_ event: RawEvent) {
        var raw = input_event()
        raw.type = event.type.rawValue
        raw.code = event.code
        raw.value = event.value
        mtdev_put_event(device, &raw)
    }
}

extension Axis {
    /// Whether mtdev treats the axis as a contact axis.
    fileprivate var isOfContact: Bool { (Axis.touchMajor.rawValue...Axis.contactDistance.rawValue).contains(rawValue) }
}

extension RawEvent {
    /// Whether the event reports that nothing touches the panel: `BTN_TOUCH` or `ABS_PRESSURE` with value 0.
    fileprivate var reportsNoContact: Bool {
        guard value == 0 else { return false }
        return type == .key
            ? KeyCode(rawValue: code) == .touch : type == .absolute && Axis(rawValue: code) == .pressure
    }
}
