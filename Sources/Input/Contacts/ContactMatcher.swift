internal import CMtdev
internal import InputEvents

/// Finds out which contact is which on a panel that only lists places: protocol A becomes protocol B by mtdev (V1).
///
/// A frame is held here until it is complete. Mtdev must not see all that a panel may send: it writes outside its
/// memory for axes that it does not know, never returns when all its slots are taken at once, and what a contact does
/// not tell of its id, its place or its size it takes from whatever its memory holds.
final class ContactMatcher {
    /// Contacts of one frame beyond mtdev's room; they are left out (V11).
    private(set) var excess = 0

    private let device: UnsafeMutablePointer<mtdev>
    private let contactLimit: Int
    private var pending: ContiguousArray<RawEvent> = []
    private var contacts = 0
    /// A contact of this frame is not complete yet; in `pending` it begins at `start`.
    private var isOpen = false
    private var start = 0
    private let hasIDs: Bool
    private let hasSizes: Bool
    /// The frame says that nothing touches.
    private var isLifted = false

    /// Limit frame-events (Panels and the kernel): events in one frame of protocol A. Past it: contacts that do not fit
    /// are dropped.
    ///
    /// mtdev's buffer holds no more.
    private static let eventLimit = 480

    init(for description: DeviceDescription) {
        guard let device = mtdev_new(), mtdev_init(device) == 0 else { fatalError("out of memory") }
        self.device = device
        pending.reserveCapacity(Self.eventLimit)
        // With ids, a frame can need slots for all its contacts and for all of the frame before.
        hasIDs = description.has(.trackingID)
        hasSizes = description.has(.touchMajor)
        contactLimit = hasIDs ? 15 : 31
        for (axis, range) in description.axes where axis.isOfContact && description.has(axis) {
            let code = CInt(axis.rawValue)
            // Without ids mtdev would ask every contact for its size, also one that does not tell it.
            mtdev_set_mt_event(device, code, axis == .touchMajor && !hasIDs ? 0 : 1)
            mtdev_set_abs_minimum(device, code, range.minimum)
            mtdev_set_abs_maximum(device, code, range.maximum)
            // What the panel announces, as the kernel filters slots only. Left alone, mtdev would take a 250th of the
            // range for noise and thin out the motions.
            mtdev_set_abs_fuzz(device, code, range.fuzz)
            mtdev_set_abs_resolution(device, code, range.resolution)
        }
        // Recordings of old tools announce axes without ranges.
        for axis in [Axis.contactX, .contactY, .trackingID] where description.has(axis) {
            mtdev_set_mt_event(device, CInt(axis.rawValue), 1)
        }
    }

    // `mtdev_delete` alone would leave its buffers behind.
    deinit { mtdev_close_delete(device) }

    /// Takes an event of the panel that is not the report.
    func put(_ event: RawEvent) {
        if event.type == .absolute, Axis(rawValue: event.code).isOfContact {
            if !isOpen { start = pending.count }
            isOpen = true
            append(event)
        } else if event.isMark(.contactReport) {
            closeContact(event.time)
        } else if event.saysLifted {
            isLifted = true
        }
    }

    /// Ends the frame; true when it told which contacts there are.
    func report(at time: Int64) -> Bool {
        defer { clear() }
        // The last contact's mark may be missing, and so may the mark that stands for "none".
        if isOpen { closeContact(time) }
        if isLifted, pending.isEmpty { closeContact(time) }
        guard !pending.isEmpty else { return false }
        for event in pending { pass(event) }
        pass(RawEvent(.report, at: time))
        return true
    }

    /// The next event of the panel as if it had slots, nil when there is no more.
    func next() -> RawEvent? {
        while mtdev_empty(device) == 0 {
            var event = input_event()
            mtdev_get_event(device, &event)
            guard event.type == EventType.absolute.rawValue else { continue }
            return RawEvent(time: 0, type: .absolute, code: event.code, value: event.value)
        }
        return nil
    }

    /// Forgets a frame that was broken off.
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
        if contacts > contactLimit { excess += 1 }
        append(RawEvent(.contactReport, at: time))
    }

    /// Whether what was listed last can be followed, and touches: without ids, no size is no contact.
    private var isContact: Bool {
        if hasIDs { return told(.trackingID) != nil }
        if hasSizes, told(.touchMajor) == 0 {
            isLifted = true
            return false
        }
        return told(.contactX) != nil && told(.contactY) != nil
    }

    /// What the last one in the list told of an axis.
    private func told(_ axis: Axis) -> Int32? {
        var value: Int32?
        for place in start..<pending.count where pending[place].code == axis.rawValue { value = pending[place].value }
        return value
    }

    private func append(_ event: RawEvent) {
        let room = contacts + (isOpen ? 1 : 0) <= contactLimit && pending.count < Self.eventLimit
        if room { pending.append(event) }
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
    /// Whether mtdev knows it as an axis of contacts.
    fileprivate var isOfContact: Bool { (Axis.touchMajor.rawValue...Axis.contactDistance.rawValue).contains(rawValue) }
}

extension RawEvent {
    /// Whether it says, beside the list of contacts, that nothing touches.
    fileprivate var saysLifted: Bool {
        guard value == 0 else { return false }
        return type == .key
            ? KeyCode(rawValue: code) == .touch : type == .absolute && Axis(rawValue: code) == .pressure
    }
}
