internal import Bridge
internal import CSignals
internal import Evdev
internal import Glibc
internal import InputEvents
internal import Recordings

/// Reads devices and brings what they say to a hub until it is told to stop or none is left.
final class LiveSession {
    private let hub: InputHub
    private let limit: Int64?
    private let signals: Int32
    private var sources: [Source] = []
    private(set) var frameCount = 0

    /// Input is stamped before it can be read; a timer waits so long for input that is older than itself, so that a
    /// replay, where all input is there, comes to the same.
    private static let grace: Int64 = 2_000

    private final class Source {
        let reader: DeviceReader
        let number: Int32?
        let grab: GrabPolicy
        let record: (RawEvent) throws(RecordingError) -> Void
        var events: ContiguousArray<RawEvent> = []
        /// The first event that has not been handed on.
        var next = 0
        var isGone = false

        init(
            _ reader: DeviceReader,
            _ number: Int32?,
            _ grab: GrabPolicy,
            _ record: @escaping (RawEvent) throws(RecordingError) -> Void
        ) {
            self.reader = reader
            self.number = number
            self.grab = grab
            self.record = record
        }

        /// The end of the first frame that is complete, and its time.
        var frame: (end: Int, time: Int64)? {
            var place = next
            while place < events.count {
                if events[place].isMark(.report) { return (place + 1, events[place].time) }
                place += 1
            }
            return nil
        }
    }

    init(_ hub: InputHub, limit seconds: Double?) throws {
        self.hub = hub
        limit = seconds.map { Clock.now + Int64($0 * 1_000_000) }
        signals = tb_open_end_signals()
    }

    deinit { close(signals) }

    func add(
        _ reader: DeviceReader,
        _ number: Int32?,
        grab: GrabPolicy,
        record: @escaping (RawEvent) throws(RecordingError) -> Void
    ) { sources.append(Source(reader, number, grab, record)) }

    /// Runs until a signal, the time limit, or the end of the last device.
    func run() throws {
        for source in sources where source.grab == .always { try source.reader.grab() }
        // What is known before anything happens is read at once.
        var isMore = true
        while sources.contains(where: { !$0.isGone }) {
            var files = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
            for source in sources {
                files.append(
                    pollfd(fd: source.isGone ? -1 : source.reader.fileDescriptor, events: Int16(POLLIN), revents: 0)
                )
            }
            _ = poll(&files, nfds_t(files.count), isMore ? 0 : timeout)
            if files[0].revents != 0 { break }
            isMore = try read()
            try handOn()
            fireTimers()
            if let limit, Clock.now >= limit { break }
        }
        try stop()
    }

    private var timeout: Int32 {
        let now = Clock.now
        var wait: Int64?
        for due in [hub.nextDeadline.map({ $0 + Self.grace }), limit] {
            guard let due else { continue }
            wait = min(wait ?? .max, max(0, due - now))
        }
        return wait.map { Int32(clamping: ($0 + 999) / 1000) } ?? -1
    }

    /// Reads what every device has; true when one of them may have more.
    private func read() throws -> Bool {
        var isMore = false
        for source in sources where !source.isGone {
            switch try source.reader.read(into: &source.events) {
            case .drained: break
            case .more: isMore = true
            case .removed: source.isGone = true
            }
        }
        return isMore
    }

    /// Hands complete frames on in the order of their time, whichever device they are of.
    private func handOn() throws {
        while true {
            var first: (source: Source, end: Int, time: Int64)?
            for source in sources {
                guard let frame = source.frame, frame.time < first?.time ?? .max else { continue }
                first = (source, frame.end, frame.time)
            }
            guard let first else { break }
            try hand(first.source, to: first.end)
        }
        for source in sources {
            source.events.removeSubrange(..<source.next)
            source.next = 0
            if source.isGone, let number = source.number { hub.remove(number) }
            if source.grab == .auto, !source.isGone, !source.reader.isGrabbed, !source.reader.isTouched {
                try source.reader.grab()
            }
        }
    }

    private func hand(_ source: Source, to end: Int) throws {
        for place in source.next..<end { try source.record(source.events[place]) }
        if let number = source.number { hub.take(source.events.span.extracting(source.next..<end), of: number) }
        source.next = end
        frameCount += 1
    }

    private func fireTimers() {
        while let due = hub.nextDeadline, Clock.now >= due + Self.grace { hub.advance(to: due) }
    }

    /// Ends with an empty frame, so that the recording knows how far the clock has come.
    private func stop() throws {
        let now = Clock.now
        for source in sources where !source.isGone {
            source.events.append(RawEvent(.report, at: now))
            try hand(source, to: source.events.count)
            if let number = source.number { hub.remove(number) }
        }
    }
}
