internal import CInput
internal import CLibevdev
internal import DeviceNodes
internal import Glibc
internal import InputEvents

extension DeviceReader {
    /// Reads the device's initial state. `discover` delivers this state; the kernel sends later changes as events.
    func readInitialState() throws(EvdevError) {
        discoveryTime = tb_now()
        // If events arrived since the node was opened, libevdev's state may include only some of them. Therefore the
        // state is read again.
        if hasEventsPending {
            guard let time = try synchronizeState() else {
                throw EvdevError(errorNumber: ENODEV, device: path, while: "reading its state")
            }
            discoveryTime = time
        }
        for button in buttons { reported.set(button.type, button.code, isOn: value(of: button) != 0) }
        for slot in reported.ids.indices { reported.set(trackingID(inSlot: slot), inSlot: slot) }
        reported.select(device.currentSlot)
    }

    /// Delivers a SYN_DROPPED, then the initial state: pressed keys, contacts that are down, and the values of all axes
    /// (K5, K6). Slots without a contact contain the values of earlier contacts (K4).
    func discover(into frames: inout FrameQueue) {
        isDiscovered = true
        frames.append(RawEvent(.dropped, at: discoveryTime))
        for button in buttons where button.type == .key {
            let value = value(of: button)
            if value != 0 { frames.append(RawEvent(KeyCode(rawValue: button.code), value, at: discoveryTime)) }
        }
        reported.removeContacts()
        appendState(to: &frames, at: discoveryTime)
    }

    /// Resynchronizes after lost events: delivers a SYN_DROPPED, then the changed buttons, ended contacts, new contacts
    /// and the values of all axes. Returns false if the device is gone.
    func repair(into frames: inout FrameQueue) throws(EvdevError) -> Bool {
        counters.repairs += 1
        guard let time = try synchronizeState() else { return false }
        needsRepair = false
        frames.append(RawEvent(.dropped, at: time))
        for button in buttons {
            let value = value(of: button)
            guard reported.set(button.type, button.code, isOn: value != 0) else { continue }
            frames.append(RawEvent(time: time, type: button.type, code: button.code, value: value))
        }
        appendState(to: &frames, at: time)
        return true
    }

    /// Reads the device's state through libevdev. Discards the events that were queued before, because the state
    /// already includes their changes (K1a).
    ///
    /// Retries if events arrived during the snapshot, because the state may or may not include these events. Returns
    /// the time of the snapshot, or nil if the device is gone.
    private func synchronizeState() throws(EvdevError) -> Int64? {
        var time: Int64 = 0
        for _ in 0..<4 {
            time = tb_now()
            guard try step(LIBEVDEV_READ_FLAG_FORCE_SYNC), try step(LIBEVDEV_READ_FLAG_SYNC) else { return nil }
            if !hasEventsPending { break }
        }
        return time
    }

    /// Performs one step of a libevdev synchronization. FORCE_SYNC requests the synchronization. SYNC makes libevdev
    /// read the state and return sync events; the step reads all of them. Returns false if the device is gone.
    ///
    /// Ignores the sync events, because they describe changes since libevdev last read the state. This class needs the
    /// changes since it last delivered a state.
    private func step(_ flag: libevdev_read_flag) throws(EvdevError) -> Bool {
        var event = input_event()
        while true {
            let status = libevdev_next_event(device.pointer, UInt32(flag.rawValue), &event)
            switch status {
            case Status.repair: if flag == LIBEVDEV_READ_FLAG_FORCE_SYNC { return true }
            case -EINTR, Status.success: continue
            case -EAGAIN: return true
            case -ENODEV: return false
            default: throw EvdevError(errorNumber: -status, device: path, while: "resynchronizing it")
            }
        }
    }

    /// Appends the values of all axes. If the tracking id of a slot changed, first appends the id -1 to end the old
    /// contact, and then the new id.
    private func appendState(to frames: inout FrameQueue, at time: Int64) {
        for code in plainAxes {
            frames.append(RawEvent(Axis(rawValue: code), device.value(EventType.absolute.rawValue, code), at: time))
        }
        for slot in reported.ids.indices {
            let (before, now) = (reported.ids[slot], trackingID(inSlot: slot))
            frames.append(RawEvent(.slot, Int32(slot), at: time))
            if before != now, before != SlotState.none {
                frames.append(RawEvent(.trackingID, SlotState.none, at: time))
            }
            if before != now, now != SlotState.none { frames.append(RawEvent(.trackingID, now, at: time)) }
            reported.set(now, inSlot: slot)
            for code in slotAxes {
                frames.append(RawEvent(Axis(rawValue: code), device.value(inSlot: slot, of: code), at: time))
            }
        }
        if !reported.ids.isEmpty { frames.append(RawEvent(.slot, device.currentSlot, at: time)) }
        reported.select(device.currentSlot)
        frames.append(RawEvent(.report, at: time))
    }

    private var hasEventsPending: Bool { libevdev_has_event_pending(device.pointer) > 0 }
    private func trackingID(inSlot slot: Int) -> Int32 { device.value(inSlot: slot, of: Axis.trackingID.rawValue) }
    private func value(of button: Button) -> Int32 { device.value(button.type.rawValue, button.code) }
}

/// Return values of `libevdev_next_event` on success; errors are negative.
private enum Status {
    static let success = Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue)
    /// The event is part of a resynchronization.
    static let repair = Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
}
