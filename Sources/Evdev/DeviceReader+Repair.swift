internal import CInput
internal import CLibevdev
internal import Glibc
internal import InputEvents

extension DeviceReader {
    /// Takes the picture that `discover` tells of; what happens from here on is told as events.
    func takeFirstPicture() throws(EvdevError) {
        foundAt = tb_now()
        // What came in since the node was opened is in libevdev's picture in part only.
        guard hasEventsPending else { return }
        guard let time = try settle(isForced: true, keys: nil) else {
            throw EvdevError(errorNumber: ENODEV, device: path, while: "reading its state")
        }
        foundAt = time
    }

    /// Tells how the device was found: the contacts that are there, and the places that past ones left (K4, K5, K6).
    func discover(into events: inout ContiguousArray<RawEvent>) {
        isDiscovered = true
        events.append(RawEvent(.dropped, at: foundAt))
        for code in description.codes[.key, default: []].sorted() {
            let value = device.value(EventType.key.rawValue, code)
            if value != 0 { events.append(RawEvent(KeyCode(rawValue: code), value, at: foundAt)) }
        }
        appendState(to: &events, at: foundAt)
    }

    /// Makes good for lost events: tells which contacts are gone or new, and all places; false if the device is gone.
    func repair(into events: inout ContiguousArray<RawEvent>, isForced: Bool) throws(EvdevError) -> Bool {
        counters.repairs += 1
        let start = events.count
        for slot in idsBefore.indices { idsBefore[slot] = trackingID(inSlot: slot) }
        events.append(RawEvent(.dropped, at: 0))
        guard let time = try settle(isForced: isForced, keys: &events) else {
            events.removeSubrange(start...)
            return false
        }
        for index in start..<events.count { events[index].time = time }
        isRepairWanted = false
        isSlotIgnored = false
        appendState(to: &events, at: time)
        return true
    }

    /// Brings libevdev's picture up to date and drops what was queued, which is older than that (K1a).
    ///
    /// It is done again while events came in meanwhile, as nobody can say whether the picture has them already.
    /// Gives the time of the picture, or nothing if the device is gone. Keys that changed go to `keys`.
    private func settle(
        isForced: Bool,
        keys: UnsafeMutablePointer<ContiguousArray<RawEvent>>?
    ) throws(EvdevError) -> Int64? {
        var time: Int64 = 0
        var isForced = isForced
        for _ in 0..<4 {
            time = tb_now()
            if isForced, try !step(LIBEVDEV_READ_FLAG_FORCE_SYNC, nil) { return nil }
            if try !step(LIBEVDEV_READ_FLAG_SYNC, keys) { return nil }
            if !hasEventsPending { break }
            isForced = true
        }
        device.complaints.pointee = tb_complaints()
        return time
    }

    /// Reads with a flag of libevdev's until there is nothing more to synchronise; false if the device is gone.
    private func step(
        _ flag: libevdev_read_flag,
        _ keys: UnsafeMutablePointer<ContiguousArray<RawEvent>>?
    ) throws(EvdevError) -> Bool {
        var event = input_event()
        while true {
            let status = libevdev_next_event(device.pointer, UInt32(flag.rawValue), &event)
            switch status {
            case Status.repair:
                if flag == LIBEVDEV_READ_FLAG_FORCE_SYNC { return true }
                // Slots and axes are told in full afterwards, as libevdev ends contacts in reports of their own.
                let type = EventType(rawValue: event.type)
                if type == .key || type == .switch { keys?.pointee.append(RawEvent(event)) }
            case -EINTR, Status.success: continue
            case -EAGAIN: return true
            case -ENODEV: return false
            default: throw EvdevError(errorNumber: -status, device: path, while: "synchronising with it")
            }
        }
    }

    /// Tells all values; of a slot whose contact is another than before, first that the old one is gone.
    private func appendState(to events: inout ContiguousArray<RawEvent>, at time: Int64) {
        for code in plainAxes {
            events.append(RawEvent(Axis(rawValue: code), device.value(EventType.absolute.rawValue, code), at: time))
        }
        for slot in idsBefore.indices {
            let (before, now) = (idsBefore[slot], trackingID(inSlot: slot))
            events.append(RawEvent(.slot, Int32(slot), at: time))
            if before != now, before != SlotState.none {
                events.append(RawEvent(.trackingID, SlotState.none, at: time))
            }
            if before != now, now != SlotState.none { events.append(RawEvent(.trackingID, now, at: time)) }
            for code in slotAxes {
                events.append(RawEvent(Axis(rawValue: code), device.value(inSlot: slot, of: code), at: time))
            }
        }
        if !idsBefore.isEmpty { events.append(RawEvent(.slot, device.currentSlot, at: time)) }
        events.append(RawEvent(.report, at: time))
    }

    private var hasEventsPending: Bool { libevdev_has_event_pending(device.pointer) > 0 }
}
