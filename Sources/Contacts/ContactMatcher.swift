internal import CMtdev
internal import InputEvents

/// Finds out which contact is which on a panel that only lists places: protocol A becomes protocol B by mtdev (V1).
final class ContactMatcher {
    private let device: UnsafeMutablePointer<mtdev>
    /// A contact of this frame is not complete yet.
    private var isOpen = false
    /// The frame holds a contact, or says that there is none.
    private var hasContact = false
    private var isLifted = false

    init(for description: DeviceDescription) {
        guard let device = mtdev_new() else { fatalError("out of memory") }
        self.device = device
        mtdev_init(device)
        for (axis, range) in description.axes where axis.isOfContact && description.has(axis) {
            let code = CInt(axis.rawValue)
            mtdev_set_mt_event(device, code, 1)
            mtdev_set_abs_minimum(device, code, range.minimum)
            mtdev_set_abs_maximum(device, code, range.maximum)
            // Left alone, mtdev would take a 250th of the range for noise and thin out the motions.
            mtdev_set_abs_fuzz(device, code, range.fuzz)
            mtdev_set_abs_resolution(device, code, range.resolution)
        }
    }

    deinit { mtdev_delete(device) }

    /// Takes an event of the panel.
    func put(_ event: RawEvent) {
        if event.type == .absolute, Axis(rawValue: event.code).isOfContact {
            (hasContact, isOpen) = (true, true)
        } else if event.isMark(.contactReport) {
            (hasContact, isOpen) = (true, false)
        } else if event.saysLifted {
            isLifted = true
        } else if event.isMark(.report) {
            // The last contact's mark may be missing, and so may the mark that stands for "none" (V1).
            if isOpen || (isLifted && !hasContact) { pass(RawEvent(.contactReport, at: event.time)) }
            clear()
        }
        pass(event)
    }

    /// The next event of the panel as if it had slots, nil when mtdev needs more.
    func next() -> RawEvent? {
        guard mtdev_empty(device) == 0 else { return nil }
        var event = input_event()
        mtdev_get_event(device, &event)
        let time = Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)
        return RawEvent(time: time, type: EventType(rawValue: event.type), code: event.code, value: event.value)
    }

    /// Forgets a frame that was broken off.
    func clear() { (hasContact, isOpen, isLifted) = (false, false, false) }

    private func pass(_ event: RawEvent) {
        var raw = input_event()
        raw.time.tv_sec = Int(event.time / 1_000_000)
        raw.time.tv_usec = Int(event.time % 1_000_000)
        raw.type = event.type.rawValue
        raw.code = event.code
        raw.value = event.value
        mtdev_put_event(device, &raw)
    }
}

extension Axis {
    fileprivate var isOfContact: Bool { (Axis.touchMajor.rawValue...Axis.toolY.rawValue).contains(rawValue) }
}

extension RawEvent {
    /// Whether it says, beside the list of contacts, that nothing touches.
    fileprivate var saysLifted: Bool {
        guard value == 0 else { return false }
        return type == .key
            ? KeyCode(rawValue: code) == .touch : type == .absolute && Axis(rawValue: code) == .pressure
    }
}
