internal import Bridge
internal import Evdev
internal import Glibc
internal import InputEvents
internal import Recordings

/// Reads devices and brings what they say to a hub until it is told to stop or none is left.
final class LiveSession {
    private let hub: InputHub
    private let limit: Int64?
    private let signals: EndSignals
    /// Called when all that was read together has been handed on.
    var didHandOn: () -> Void = {}
    private var sources: [LiveSource] = []
    /// The descriptors to wait for: that of the signals, then one for each source.
    private var files: [pollfd] = []
    private(set) var frameCount = 0
    /// When it last had nothing to do, until it was woken up.
    private var wait = Int64.max..<Int64.max

    /// Input is stamped before it can be read; a timer waits so long for input that is older than itself, so that a
    /// replay, where all input is there, comes to the same.
    private static let grace: Int64 = 2_000

    init(_ hub: InputHub, limit seconds: Double?) throws(SignalError) {
        self.hub = hub
        limit = seconds.map { Clock.now + Int64($0 * 1_000_000) }
        signals = try EndSignals()
        files.append(pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0))
    }

    func add(
        _ reader: DeviceReader,
        _ number: Int32?,
        grab: GrabPolicy,
        record: @escaping (RawEvent) throws(RecordingError) -> Void
    ) {
        sources.append(LiveSource(reader, number, grab, record))
        files.append(pollfd(fd: reader.fileDescriptor, events: Int16(POLLIN), revents: 0))
    }

    /// Runs until a signal, the time limit, or the end of the last device; then what was begun is cancelled.
    func run() throws {
        // Also after a failure every touch has its end.
        defer { for source in sources { if let number = source.number { hub.remove(number) } } }
        try readUntilTheEnd()
        try stop()
    }

    private func readUntilTheEnd() throws {
        // What is known before anything happens is read at once.
        var isMore = true
        while sources.contains(where: { !$0.isGone }) {
            for place in files.indices { files[place].revents = 0 }
            let start = Clock.now
            let count = poll(&files, nfds_t(files.count), isMore ? 0 : timeout)
            if count < 0, errno != EINTR, errno != EAGAIN { throw SignalError(number: errno) }
            if files[0].revents != 0 { break }
            let now = Clock.now
            if !isMore { wait = start..<now }
            isMore = try read()
            // What came while it was reading may be younger than what another device has said meanwhile.
            isMore = try handOn(until: sources.count > 1 ? now : .max) || isMore
            fireTimers(isMore)
            didHandOn()
            if let limit, Clock.now >= limit { break }
        }
    }

    private var timeout: Int32 {
        let now = Clock.now
        var wait = Int64.max
        if let due = hub.nextDeadline { wait = due - now + Self.grace }
        if let limit { wait = min(wait, limit - now) }
        return wait == .max ? -1 : Int32(clamping: (max(wait, 0) + 999) / 1000)
    }

    /// Reads what every device has; true when one of them may have more.
    private func read() throws(EvdevError) -> Bool {
        var isMore = false
        for (place, source) in sources.enumerated() where !source.isGone {
            let outcome = try source.reader.read(into: &source.events)
            if source.frame == nil { source.findFrame() }
            if let complaint = source.complaintOfLag(at: Clock.now, wait: wait) { Console.complain(complaint) }
            switch outcome {
            case .drained: break
            case .more: isMore = true
            case .removed:
                source.isGone = true
                files[place + 1].fd = -1
                Console.complain("'\(source.reader.description.name)' is gone")
            }
        }
        return isMore
    }

    /// Hands complete frames on in the order of their time, whichever device they are of; true when there is one that
    /// is too young.
    private func handOn(until time: Int64) throws -> Bool {
        var isLeft = false
        while let first = sources.min(by: { $0.firstTime < $1.firstTime }), first.frame != nil {
            guard first.firstTime <= time else {
                isLeft = true
                break
            }
            try hand(first)
        }
        for source in sources {
            source.forgetWhatWasHandedOn()
            if source.isGone, source.frame == nil, let number = source.number {
                hub.remove(number)
                source.number = nil
            }
            grabIfFree(source)
        }
        return isLeft
    }

    private func hand(_ source: LiveSource) throws(RecordingError) {
        guard let range = source.frame else { return }
        for place in range { try source.record(source.events[place]) }
        if let number = source.number { hub.take(source.events.span.extracting(range), of: number) }
        source.next = range.upperBound
        source.findFrame()
        frameCount += 1
    }

    /// Takes the device for itself as soon as that leaves nobody with half a touch (L3).
    private func grabIfFree(_ source: LiveSource) {
        guard source.grab == .auto, !source.isGone, !source.reader.isGrabbed, !source.reader.isTouched else { return }
        do throws(EvdevError) {
            try source.reader.grab()
        } catch {
            // It goes on without, and says so once.
            source.grab = .never
            Console.complain("\(error)")
        }
    }

    /// Timers wait for input that is still to be read.
    private func fireTimers(_ isMore: Bool) {
        guard !isMore else { return }
        while let due = hub.nextDeadline, Clock.now >= due + Self.grace { hub.advance(to: due) }
    }

    /// Ends with an empty frame, so that the recording knows how far the clock has come.
    private func stop() throws {
        _ = try handOn(until: .max)
        let now = Clock.now
        for source in sources where !source.isGone {
            // A frame without an end is not taken down, and nobody heard of it.
            source.finish(at: now)
            try hand(source)
        }
    }
}
