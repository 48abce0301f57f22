internal import CInput
public import DeviceNodes
internal import Glibc
public import InputEvents

extension DeviceReader {
    /// Appends what the device has said since the last call, up to a bound, and never waits for it.
    ///
    /// The kernel hands out whole frames, so one call of `read` gets all that there is, and nothing is left to ask for
    /// when it gave less than there was room for.
    public func read(into events: inout ContiguousArray<RawEvent>) throws(EvdevError) -> Outcome {
        if !isDiscovered {
            discover(into: &events)
        }
        if isRepairWanted {
            guard try repair(into: &events) else { return .removed }
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
                guard try take(Int(count), into: &events) else { return .removed }
                return count < Self.mostAtOnce ? .drained : .more
            }
        }
    }

    /// Appends what was read, up to where it can be followed no further; then how things stand is told instead, and
    /// what is left is older than that (K1a). False when the device is gone.
    private func take(_ count: Int, into events: inout ContiguousArray<RawEvent>) throws(EvdevError) -> Bool {
        var kept = 0
        var isLost = false
        for place in 0..<count {
            let event = buffer[place]
            switch account.follow(event) {
            case .known:
                buffer.keep(event, at: kept)
                kept &+= 1
                continue
            case .slotUnknown:
                if event.isSlot { counters.badSlots += 1 }
                continue
            case .idChanged: counters.doubleIDs += 1
            case .lost: counters.drops += 1
            }
            isLost = true
            break
        }
        events.append(contentsOf: buffer.kept(kept))
        guard isLost else { return true }
        return try repair(into: &events)
    }

    private func noteLag(since time: Int64) {
        let lag = tb_now() &- time
        counters.longestLag = max(counters.longestLag, lag)
        counters.lags.add(lag)
        guard lag > ReaderCounters.tolerableLag else { return }
        counters.lateReads += 1
        counters.lastLag = lag
    }
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

    func kept(_ count: Int) -> UnsafeBufferPointer<RawEvent> {
        UnsafeBufferPointer(start: start.bindMemory(to: RawEvent.self, capacity: count), count: count)
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

    var isSlot: Bool { type == .absolute && code == Axis.slot.rawValue }
}
