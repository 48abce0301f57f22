internal import CInput
public import DeviceNodes
internal import Glibc
public import InputEvents
internal import Metrics

extension DeviceReader {
    /// Reads the events that arrived since the last call, up to a limit, and appends them to `frames`. Never blocks.
    /// `now` is the time of the read; if `now` is nil, the method reads the clock.
    ///
    /// The kernel returns whole frames, and one `read` system call returns all events that fit into the buffer. If the
    /// buffer is not full, the kernel's queue is therefore empty.
    public func read(into frames: inout FrameQueue, at now: Int64? = nil) throws(EvdevError) -> Outcome {
        if !isDiscovered {
            discover(into: &frames)
        }
        if needsRepair {
            guard try repair(into: &frames) else { return .removed }
        }
        while true {
            let count = tb_read_events(fileDescriptor, buffer.events, Self.readLimit)
            switch count {
            case -EINTR: continue
            case -EAGAIN, 0: return .drained
            case -ENODEV: return .removed
            case ..<0: throw EvdevError(errorNumber: -count, device: path, while: "reading its events")
            default:
                // The first event is the oldest event, so its age is the delay of this read (K13).
                recordLag(since: buffer[0].time, at: now ?? tb_now())
                if let outcome = try take(Int(count), into: &frames) { return outcome }
                return count < Self.readLimit ? .drained : .more
            }
        }
    }

    /// Appends events until the device's state becomes unknown. Then appends the repaired state and drops the remaining
    /// events, which are older (K1a). Returns the outcome of the repair; nil if no repair was needed.
    ///
    /// This method makes the first of two passes over the events. `FrameAssembler` makes the second pass, which decodes
    /// frames.
    private func take(_ count: Int, into frames: inout FrameQueue) throws(EvdevError) -> Outcome? {
        for index in 0..<count {
            let event = buffer[index]
            switch reported.follow(event) {
            case .known: frames.append(event, endsFrame: false)
            case .frameEnd: frames.append(event, endsFrame: true)
            case .slotUnknown: metrics.invalidSlots += 1
            case .ofUnknownSlot: break
            case .idChanged:
                metrics.trackingIDReuses += 1
                return try repairWhileReading(&frames)
            case .lost:
                metrics.synDropped += 1
                return try repairWhileReading(&frames)
            }
        }
        return nil
    }

    /// Repairs the state and returns `more`, because an edge-triggered poll does not report events that arrived during
    /// the repair. Returns `removed` if the device was removed.
    private func repairWhileReading(_ frames: inout FrameQueue) throws(EvdevError) -> Outcome {
        try repair(into: &frames) ? .more : .removed
    }

    private func recordLag(since time: Int64, at now: Int64) {
        // The event may be newer than `now`, which the caller may have read earlier.
        let lag = max(0, now &- time)
        counters.longestLag = max(counters.longestLag, lag)
        metrics.lag.add(lag)
        guard lag > ReaderCounters.tolerableLag else { return }
        counters.lateReads += 1
        counters.lastLag = lag
    }
}

/// State of a device according to the delivered events: the contact of each slot, and the keys and switches that are
/// on.
///
/// libevdev can track this state only by processing every event, which would take longer than all other stages of the
/// input path. libevdev is therefore used only for repairs. A repair compares libevdev's state with the reported state.
struct ReportedState {
    /// Classification of an event by its effect on the reader.
    enum Verdict {
        case known
        /// The event ends a frame, or a piece of a split frame (K7).
        case frameEnd
        /// The event selects a slot that the device did not announce (K9).
        case slotUnknown
        /// The event is for a slot that the device did not announce.
        case ofUnknownSlot
        /// The event assigns a new tracking id to a slot whose contact has not ended (K3).
        case idChanged
        /// The event is SYN_DROPPED: the kernel dropped events (K1).
        case lost
    }

    /// Tracking id of the contact in each slot; empty on devices without slots.
    private(set) var ids: ContiguousArray<Int32>
    private var cursor = SlotCursor()
    private var keys = KeySet()
    private var switches = KeySet()

    /// Maximum number of slots that libevdev tracks.
    private static let maximumSlotCount = 256

    init(slotCount: Int) {
        ids = ContiguousArray(repeating: SlotState.none, count: min(slotCount, Self.maximumSlotCount))
    }

    /// Whether a contact or key is down.
    var isTouched: Bool { !keys.isEmpty || ids.contains { $0 != SlotState.none } }

    /// Updates the state with an event; returns the classification of the event.
    @inline(__always)
    mutating func follow(_ event: RawEvent) -> Verdict {
        switch event.type {
        case .absolute: return follow(event.code, event.value)
        case .synchronization:
            if event.isMark(.report) { return .frameEnd }
            if event.isMark(.dropped) { return .lost }
        case .key: keys.set(event.code, event.value != 0)
        case .switch: switches.set(event.code, event.value != 0)
        default: break
        }
        return .known
    }

    @inline(__always)
    private mutating func follow(_ code: UInt16, _ value: Int32) -> Verdict {
        switch cursor.decode(code, value, count: ids.count) {
        case .ofDevice, .selection: return .known
        // On a device without slots, the contact axes have other meanings (K11).
        case .invalidSelection: return ids.isEmpty ? .known : .slotUnknown
        case .ofInvalidSlot: return ids.isEmpty ? .known : .ofUnknownSlot
        case .ofSlot:
            guard code == Axis.trackingID.rawValue else { return .known }
            let slot = Int(cursor.slot)
            // A state read in the middle of a frame already contains the tracking ids of the remaining events.
            let isSame = value == SlotState.none || ids[slot] == SlotState.none || ids[slot] == value
            guard isSame else { return .idChanged }
            ids[slot] = value
            return .known
        }
    }

    // MARK: The state of the device

    /// Sets the state of a key or switch; returns whether the state changed.
    @discardableResult
    mutating func set(_ type: EventType, _ code: UInt16, isOn: Bool) -> Bool {
        type == .key ? keys.set(code, isOn) : switches.set(code, isOn)
    }

    /// Sets the tracking id of the contact in a slot.
    mutating func set(_ id: Int32, inSlot slot: Int) { ids[slot] = id }

    /// Removes all contacts. Called before the initial state is delivered, because no contact has been delivered yet.
    mutating func removeContacts() { for slot in ids.indices { ids[slot] = SlotState.none } }

    /// Selects the slot of the next events.
    mutating func select(_ slot: Int32) { cursor = SlotCursor(slot: min(max(slot, 0), Int32(max(ids.count - 1, 0)))) }
}

/// Buffer for the events of one `read` system call.
struct ReadBuffer: ~Copyable {
    /// Start of the buffer, into which the `read` system call writes.
    let events: UnsafeMutablePointer<input_event>

    init(_ count: Int) { events = .allocate(capacity: count) }

    deinit { events.deallocate() }

    /// The event that the kernel stored at an index.
    @inline(__always)
    subscript(index: Int) -> RawEvent { RawEvent(events[index]) }
}

extension RawEvent {
    @inline(__always)
    init(_ event: input_event) {
        self.init(
            // Wraps on overflow, so that an invalid kernel timestamp cannot crash the process.
            time: Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec),
            type: EventType(rawValue: event.type),
            code: event.code,
            value: event.value
        )
    }
}
