internal import CInput
public import DeviceNodes
internal import Glibc
public import InputEvents

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
                counters.badSlots += 1
                continue
            case .ofUnknownSlot: continue
            case .idChanged: counters.doubleIDs += 1
            case .lost: counters.drops += 1
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
