internal import CInput
internal import CLibevdev
internal import Glibc
public import InputEvents

extension DeviceReader {
    /// Appends what the device has said since the last call, up to a bound, and never waits for it.
    public func read(into events: inout ContiguousArray<RawEvent>) throws(EvdevError) -> Outcome {
        let start = events.count
        if !isDiscovered {
            discover(into: &events)
        }
        if isRepairWanted {
            guard try repair(into: &events, isForced: true) else { return .removed }
        }
        let oldest = events.count
        let complaints = device.complaints
        var event = input_event()
        while events.count - start < Self.mostAtOnce {
            let status = libevdev_next_event(device.pointer, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
            guard status == Status.success else {
                switch status {
                case Status.repair:
                    counters.drops += 1
                    // What waited longest is lost; the mark of the loss is the oldest that is left.
                    noteLag(since: RawEvent(event).time)
                    guard try repair(into: &events, isForced: false) else { return .removed }
                    continue
                case -EAGAIN:
                    measureLag(events, from: oldest)
                    return .drained
                case -EINTR: continue
                case -ENODEV: return .removed
                default: throw EvdevError(errorNumber: -status, device: path, while: "reading from it")
                }
            }
            if complaints.pointee.double_ids | complaints.pointee.bad_slots != 0 || isSlotIgnored {
                guard try handleComplaints(event, &events) else { return .removed }
            } else {
                events.append(RawEvent(event))
            }
        }
        measureLag(events, from: oldest)
        return .more
    }

    /// Sorts out an event of a stream that libevdev found something wrong with; false when the device is gone.
    private func handleComplaints(
        _ event: input_event,
        _ events: inout ContiguousArray<RawEvent>
    ) throws(EvdevError) -> Bool {
        let found = device.complaints.pointee
        device.complaints.pointee = tb_complaints()
        if found.bad_slots > 0 {
            // libevdev has made it the last slot; whatever it says of that one is not true (K9).
            counters.badSlots += 1
            isSlotIgnored = true
            return true
        }
        let isContactAxis = event.type == EventType.absolute.rawValue && event.code >= Axis.slot.rawValue
        if isContactAxis, event.code == Axis.slot.rawValue { isSlotIgnored = false }
        if !(isSlotIgnored && isContactAxis) { events.append(RawEvent(event)) }
        guard found.double_ids > 0, !isSlotIgnored else { return true }
        // libevdev has dropped the new contact, so its picture and everything after would be wrong (K3).
        counters.doubleIDs += Int(found.double_ids)
        return try repair(into: &events, isForced: true)
    }

    /// The first event is the oldest, so it tells how long the device had to wait for us (K13).
    private func measureLag(_ events: ContiguousArray<RawEvent>, from index: Int) {
        guard index < events.count else { return }
        noteLag(since: events[index].time)
    }

    private func noteLag(since time: Int64) {
        let lag = tb_now() - time
        counters.longestLag = max(counters.longestLag, lag)
        counters.lags.add(lag)
        guard lag > ReaderCounters.tolerableLag else { return }
        counters.lateReads += 1
        counters.lastLag = lag
    }
}

/// What libevdev answers when it has an event; otherwise it answers an error's number below zero.
enum Status {
    static let success = Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue)
    /// The event is about a repair: events were lost, or this one makes good for some.
    static let repair = Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
}

extension RawEvent {
    @inline(__always)
    init(_ event: input_event) {
        self.init(
            time: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec),
            type: EventType(rawValue: event.type),
            code: event.code,
            value: event.value
        )
    }
}
