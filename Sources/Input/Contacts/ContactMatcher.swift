internal import CMtdev
internal import InputEvents

/// Assigns tracking ids to the contacts of a protocol A panel, which reports positions only. mtdev converts the events
/// to protocol B (V1).
///
/// Buffers each frame until it is complete, because some events of a panel must not reach mtdev. mtdev writes out of
/// bounds for unknown axes, and loops endlessly if all its slots are occupied at once. For a contact without an id, a
/// position or a size, mtdev reads uninitialized memory.
final class ContactMatcher {
    /// Number of contacts that were dropped because they exceed mtdev's capacity (V11).
    private(set) var excessContacts = 0

    private let device: UnsafeMutablePointer<mtdev>
    private let contactLimit: Int
    private var pending: ContiguousArray<RawEvent> = []
    private var contacts = 0
    /// Whether the last contact of this frame is incomplete; its events begin at `start` in `pending`.
    private var isOpen = false
    private var start = 0
    private let hasIDs: Bool
    private let hasSizes: Bool
    /// Whether the frame reports that nothing touches the panel.
    private var isLifted = false

    /// Limit frame-events (Panels and the kernel): events in one frame of multitouch protocol A. If exceeded: further
    /// contacts of the frame are dropped.
    ///
    /// This is the size of mtdev's buffer.
    private static let eventLimit = 480

    init(for description: DeviceDescription) {
        guard let device = mtdev_new(), mtdev_init(device) == 0 else { fatalError("out of memory") }
        self.device = device
        pending.reserveCapacity(Self.eventLimit)
        // On a panel with tracking ids, a frame can need slots for all its contacts and all contacts of the previous
        // frame.
        hasIDs = description.has(.trackingID)
        hasSizes = description.has(.touchMajor)
        contactLimit = hasIDs ? 15 : 31
        for (axis, range) in description.axes where axis.isOfContact && description.has(axis) {
            let code = CInt(axis.rawValue)
            // On a panel without tracking ids, mtdev reads the size of every contact, even of a contact that does not
            // report its size.
            mtdev_set_mt_event(device, code, axis == .touchMajor && !hasIDs ? 0 : 1)
            mtdev_set_abs_minimum(device, code, range.minimum)
            mtdev_set_abs_maximum(device, code, range.maximum)
            // Passes on the announced fuzz, because the kernel applies fuzz only to panels with slots. By default,
            // mtdev treats a 250th of the range as noise and drops small motions.
            mtdev_set_abs_fuzz(device, code, range.fuzz)
            mtdev_set_abs_resolution(device, code, range.resolution)
        }
        // Recordings made by old tools announce axes without ranges.
        for axis in [Axis.contactX, .contactY, .trackingID] where description.has(axis) {
            mtdev_set_mt_event(device, CInt(axis.rawValue), 1)
        }
    }

    // `mtdev_delete` alone leaks mtdev's buffers.
    deinit { mtdev_close_delete(device) }

    /// Adds an event other than SYN_REPORT.
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

    /// Ends the frame; returns whether the frame listed contacts.
    func endFrame(at time: Int64) -> Bool {
        defer { clear() }
        // SYN_MT_REPORT may be missing after the last contact, and for an empty list.
        if isOpen { closeContact(time) }
        if isLifted, pending.isEmpty { closeContact(time) }
        guard !pending.isEmpty else { return false }
        for event in pending { pass(event) }
        pass(RawEvent(.report, at: time))
        return true
    }

    /// Returns the panel's next event in protocol B; nil if no events are left.
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

    /// Whether the last listed contact can be tracked and touches the panel. On a panel without tracking ids, a size of
    /// 0 means that there is no contact.
    private var isContact: Bool {
        if hasIDs { return lastValue(of: .trackingID) != nil }
        if hasSizes, lastValue(of: .touchMajor) == 0 {
            isLifted = true
            return false
        }
        return lastValue(of: .contactX) != nil && lastValue(of: .contactY) != nil
    }

    /// Returns the last listed contact's value of an axis; nil if it was not reported.
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
    /// Whether the event reports, outside the list of contacts, that nothing touches the panel.
    fileprivate var reportsNoContact: Bool {
        guard value == 0 else { return false }
        return type == .key
            ? KeyCode(rawValue: code) == .touch : type == .absolute && Axis(rawValue: code) == .pressure
    }
}
