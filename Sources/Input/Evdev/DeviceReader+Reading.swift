internal import CInput
public import DeviceNodes
internal import Glibc
public import InputEvents
internal import Metrics

extension DeviceReader {
    /// Appends the events since the last call, up to a bound, and marks the ends of frames; never waits for the device.
    ///
    /// The kernel hands out whole frames, so one call of `read` gets all that there is, and nothing is left to ask for
    /// when it gave less than there was room for.
    public func read(into frames: inout FrameQueue) throws(EvdevError) -> Outcome {
        if !isDiscovered {
            discover(into: &frames)
        }
        if isRepairWanted {
            guard try repair(into: &frames) else { return .removed }
        }
        while true {
            let count = tb_read_events(fileDescriptor, buffer.events, Self.mostAtOnce)
            switch count {
            case -EINTR: continue
            case -EAGAIN, 0: return .drained
            case -ENODEV: return .removed
            case ..<0: throw EvdevError(errorNumber: -count, device: path, while: "reading from it")
            default:
                // The first event is the oldest, so it tells how long the device had to wait for us (K13).
                noteLag(since: buffer[0].time)
                guard try take(Int(count), into: &frames) else { return .removed }
                return count < Self.mostAtOnce ? .drained : .more
            }
        }
    }

    /// Appends what was read, up to an event after which the state is unknown; then appends the state itself, and drops
    /// the events behind, which are older (K1a). False when the device is gone.
    ///
    /// This is the first of two passes over the events; the second one decodes frames (`FrameAssembler`).
    private func take(_ count: Int, into frames: inout FrameQueue) throws(EvdevError) -> Bool {
        // What is kept and not appended yet.
        var (start, end) = (0, 0)
        for index in 0..<count {
            let event = buffer[index]
            switch reported.follow(event) {
            case .known:
                buffer.keep(event, at: end)
                end &+= 1
                continue
            case .frameEnd:
                buffer.keep(event, at: end)
                end &+= 1
                frames.append(buffer.kept(start..<end), endsFrame: true)
                start = end
                continue
            case .slotUnknown:
                metrics.invalidSlots += 1
                continue
            case .ofUnknownSlot: continue
            case .idChanged: metrics.trackingIDReuses += 1
            case .lost: metrics.synDropped += 1
            }
            frames.append(buffer.kept(start..<end), endsFrame: false)
            return try repair(into: &frames)
        }
        if start < end { frames.append(buffer.kept(start..<end), endsFrame: false) }
        return true
    }

    private func noteLag(since time: Int64) {
        let lag = tb_now() &- time
        counters.longestLag = max(counters.longestLag, lag)
        metrics.lag.add(lag)
        guard lag > ReaderCounters.tolerableLag else { return }
        counters.lateReads += 1
        counters.lastLag = lag
    }
}

/// State of a device as far as its events were handed on: the contact of each slot, and the keys and switches that are on.
///
/// libevdev knows the same, but only if every event goes through it one by one, which costs more than all that comes
/// after. So libevdev is asked for the state only for a repair, which compares it with this one.
struct ReportedState {
    /// What an event is to the reader.
    enum Verdict {
        case known
        /// It ends a frame, or a piece of one (K7).
        case frameEnd
        /// It names a slot that the device did not announce (K9).
        case slotUnknown
        /// It is about such a slot.
        case ofUnknownSlot
        /// Another contact is in the slot although the last one has not ended (K3).
        case idChanged
        /// The kernel dropped events (K1).
        case lost
    }

    /// The contact that each slot holds; none on devices without slots.
    private(set) var ids: ContiguousArray<Int32>
    private var cursor = SlotCursor()
    private var keys = KeySet()
    private var switches = KeySet()

    /// Maximum number of slots whose state libevdev knows.
    private static let mostSlots = 256

    init(slotCount: Int) {
        ids = ContiguousArray(repeating: SlotState.none, count: min(slotCount, Self.mostSlots))
    }

    /// Whether a contact, a key or a button is down.
    var isTouched: Bool { !keys.isEmpty || ids.contains { $0 != SlotState.none } }

    /// Follows an event of the stream.
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
        // Without slots, these axes mean something else (K11).
        case .invalidSelection: return ids.isEmpty ? .known : .slotUnknown
        case .ofInvalidSlot: return ids.isEmpty ? .known : .ofUnknownSlot
        case .ofSlot:
            guard code == Axis.trackingID.rawValue else { return .known }
            let slot = Int(cursor.slot)
            // A state that was taken in the middle of a frame knows an id that the frame then repeats.
            let isSame = value == SlotState.none || ids[slot] == SlotState.none || ids[slot] == value
            guard isSame else { return .idChanged }
            ids[slot] = value
            return .known
        }
    }

    // MARK: The state of the device

    /// Sets a key or switch; true when that changed it.
    @discardableResult
    mutating func set(_ type: EventType, _ code: UInt16, isOn: Bool) -> Bool {
        type == .key ? keys.set(code, isOn) : switches.set(code, isOn)
    }

    /// Sets the contact in a slot.
    mutating func set(_ id: Int32, inSlot slot: Int) { ids[slot] = id }

    /// Removes all contacts: none was handed on.
    mutating func removeContacts() { for slot in ids.indices { ids[slot] = SlotState.none } }

    /// Sets the slot that the next event is about.
    mutating func select(_ slot: Int32) { cursor = SlotCursor(slot: min(max(slot, 0), Int32(max(ids.count - 1, 0)))) }
}

/// Room for what the kernel gives at once, in which it is made into what is handed on: that is shorter, so there is no
/// need of a second room.
struct ReadBuffer: ~Copyable {
    private let start: UnsafeMutableRawPointer

    init(_ count: Int) {
        start = .allocate(
            byteCount: count * MemoryLayout<input_event>.stride,
            alignment: MemoryLayout<input_event>.alignment
        )
    }

    deinit { start.deallocate() }

    /// Where the kernel puts them.
    var events: UnsafeMutablePointer<input_event> { start.assumingMemoryBound(to: input_event.self) }

    /// What the kernel put at a place; to be asked for before something is kept there.
    @inline(__always)
    subscript(place: Int) -> RawEvent {
        RawEvent(start.load(fromByteOffset: place &* MemoryLayout<input_event>.stride, as: input_event.self))
    }

    /// Puts down what is to be handed on, at no later place than where it was.
    @inline(__always)
    func keep(_ event: RawEvent, at place: Int) {
        start.storeBytes(of: event, toByteOffset: place &* MemoryLayout<RawEvent>.stride, as: RawEvent.self)
    }

    func kept(_ range: Range<Int>) -> UnsafeBufferPointer<RawEvent> {
        let events = start.bindMemory(to: RawEvent.self, capacity: range.upperBound)
        return UnsafeBufferPointer(start: events + range.lowerBound, count: range.count)
    }
}

extension RawEvent {
    @inline(__always)
    init(_ event: input_event) {
        self.init(
            // Whatever a kernel says, it does not stop us.
            time: Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec),
            type: EventType(rawValue: event.type),
            code: event.code,
            value: event.value
        )
    }
}
