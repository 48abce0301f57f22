internal import Bridge
internal import CommandSupport
package import DeviceNodes
package import Evdev
package import InputEvents
package import InputHub
package import LayoutFile
internal import Metrics
internal import Platform
internal import PluginAPI
internal import Recordings

/// Brings what devices say to a hub, in the order of its time, whichever device it is of.
package final class LiveInputDriver {
    private let hub: InputHub
    @exclusivity(unchecked) private(set) var sources: [DeviceStream] = []
    /// Called when a device is gone, or could not be read any more; what it said before is still to be handed on.
    package var didLose: (DeviceStream, EvdevError?) throws -> Void = { _, _ in }
    /// Called when nobody is to hear of a device any more.
    package var remove: (Int32) -> Void
    /// Called when a device was taken for ourselves.
    package var didGrab: () -> Void = {}
    /// Where what is wrong with devices is told.
    package var complain: (String) -> Void = Console.complain
    /// Frames that were handed on.
    @exclusivity(unchecked) package private(set) var frameCount = 0

    /// Input is stamped before it can be read; a timer waits so long for input that is older than itself, so that a
    /// replay, where all input is there, comes to the same.
    private static let grace: Int64 = 2_000

    package init(_ hub: InputHub) {
        self.hub = hub
        remove = { hub.remove($0) }
    }

    package func add(_ source: DeviceStream) { sources.append(source) }

    /// Gives a device up; what it has begun is cancelled.
    package func giveUp(_ source: DeviceStream) {
        sources.removeAll { $0 === source }
        detach(source)
    }

    /// Gives all devices up.
    package func removeAll() { for source in sources { giveUp(source) } }

    private func detach(_ source: DeviceStream) {
        guard let number = source.number else { return }
        source.number = nil
        remove(number)
        source.panel = nil
    }

    /// When a turn is due although no device has anything to say.
    package var nextTurn: Int64? { hub.nextDeadline.map { $0 + Self.grace } }

    /// How far the clock has come for who acts between events: nothing that is still to be read is older.
    package var now: Int64 { MonotonicClock.now - Self.grace }

    /// Reads what there is and hands on what is complete; true when there is more to be read at once.
    ///
    /// `wait` is when nothing was to be done for the last time, up to when something was again (K13).
    package func turn(at now: Int64, wait: Range<Int64>) throws -> Bool {
        var isMore = try read(now, wait)
        // What came while it was reading may be younger than what another device has said meanwhile.
        isMore = try handOn(until: sources.count > 1 ? now : .max) || isMore
        if !isMore { fireTimers() }
        return isMore
    }

    private func read(_ now: Int64, _ wait: Range<Int64>) throws -> Bool {
        var isMore = false
        for source in sources where !source.isGone {
            var failure: EvdevError?
            do throws(EvdevError) {
                switch try source.reader.read(into: &source.frames) {
                case .drained: break
                case .more: isMore = true
                case .removed: source.isGone = true
                }
            } catch {
                failure = error
                source.isGone = true
            }
            // What another device took before it is no waiting.
            let readAt = sources.count > 1 ? MonotonicClock.now : now
            if let complaint = source.complaintOfLag(at: readAt, wait: wait) { complain(complaint) }
            if source.isGone { try didLose(source, failure) }
        }
        return isMore
    }

    /// Hands complete frames on in the order of their time; true when there is one that is too young.
    private func handOn(until time: Int64) throws -> Bool {
        var isLeft = false
        while let first = oldest {
            guard first.firstTime <= time else {
                isLeft = true
                break
            }
            try hand(first)
        }
        var isAnyOver = false
        for source in sources {
            source.frames.compact()
            if source.isOver { detach(source) } else { grabIfFree(source) }
            isAnyOver = isAnyOver || source.isOver
        }
        if isAnyOver { sources.removeAll { $0.isOver } }
        return isLeft
    }

    /// The device that has the oldest complete frame; most kiosks have no more than one device.
    private var oldest: DeviceStream? {
        let first = sources.count == 1 ? sources.first : sources.min { $0.firstTime < $1.firstTime }
        return first?.frames.first == nil ? nil : first
    }

    private func hand(_ source: DeviceStream) throws {
        guard let range = source.frames.first else { return }
        let events = source.frames.events
        if let record = source.record { for index in range { try record(events[index]) } }
        if let number = source.number {
            hub.take(events.span.extracting(range), of: number)
            source.count(range, handledAt: MonotonicClock.now)
        }
        source.frames.removeFirst()
        frameCount += 1
    }

    /// Takes the device for itself as soon as that leaves nobody with half a touch (L3).
    private func grabIfFree(_ source: DeviceStream) {
        guard source.grab == .auto || source.isSibling, !source.isGone, !source.reader.isGrabbed,
            !source.reader.isTouched
        else { return }
        do throws(EvdevError) {
            try source.reader.grab()
            didGrab()
        } catch {
            // It goes on without, and says so once.
            (source.grab, source.isSibling) = (.never, false)
            complain("\(error)")
        }
    }

    /// Timers wait for input that is still to be read.
    private func fireTimers() {
        while let due = hub.nextDeadline, MonotonicClock.now >= due + Self.grace { hub.advance(to: due) }
    }

    /// Hands on what is complete and ends with an empty frame, so that a recording knows how far the clock has come.
    package func finish() throws {
        _ = try handOn(until: .max)
        let now = MonotonicClock.now
        for source in sources where !source.isGone {
            // A frame without an end is not taken down, and nobody heard of it.
            source.finish(at: now)
            try hand(source)
        }
    }
}

/// A device that is read, and what it has said that nobody has heard yet.
package final class DeviceStream: PanelReader {
    package let reader: DeviceReader
    /// Its number at the hub, nil when the hub leaves it alone.
    package var number: Int32?
    package var grab: InputLayout.Grab
    /// Whether it is grabbed because the panel is that it belongs to.
    package var isSibling = false
    /// Takes down each event; nil when nobody does.
    let record: ((RawEvent) throws(RecordingError) -> Void)?
    /// What was read and not handed on.
    @exclusivity(unchecked) package var frames = FrameQueue()
    var isGone = false
    /// All complete frames from before it was gone have been handed on.
    var isOver: Bool { isGone && frames.first == nil }
    /// The panel that it is, if it is one.
    package var panel: Panel? {
        didSet {
            oldValue?.reader = nil
            panel?.reader = self
        }
    }
    /// Counts frames as they are processed.
    @exclusivity(unchecked) private var processed = PanelMetrics()
    @exclusivity(unchecked) private var rate = ReportRate()
    @exclusivity(unchecked) private var lag = ReadLatencyMonitor()

    init(
        _ reader: DeviceReader,
        _ number: Int32?,
        _ grab: InputLayout.Grab,
        record: ((RawEvent) throws(RecordingError) -> Void)?
    ) {
        (self.reader, self.number, self.grab, self.record) = (reader, number, grab, record)
    }

    // The panel does not retain its reader.
    deinit { panel?.reader = nil }

    package convenience init(_ reader: DeviceReader, _ number: Int32?, _ grab: InputLayout.Grab) {
        self.init(reader, number, grab, record: nil)
    }

    /// What is to be said, once a minute at most, of a device that was read late, and who is to blame (K13).
    func complaintOfLag(at now: Int64, wait: Range<Int64>) -> String? {
        guard let notice = lag.look(at: reader.counters, now: now, wait: wait) else { return nil }
        let (count, longest) = (notice.count, notice.longest / 1000)
        return "'\(reader.description.name)' had to wait for its reader"
            + (count == 1 ? ", \(longest) ms: " : " \(count) times, at most \(longest) ms: ")
            + Self.blame(isReadersFault: notice.isReadersFault, isRecording: record != nil)
    }

    /// Who let a device wait, and what may help.
    static func blame(isReadersFault: Bool, isRecording: Bool) -> String {
        guard isReadersFault else {
            return "the machine woke touchbridge up late; if that goes on, take load off the machine"
        }
        let remedy =
            isRecording
            ? "record to a faster disk or without --trace"
            : "do without --trace, and look for a shared object of the layout that takes long"
        return "touchbridge was busy; if that goes on, \(remedy)"
    }

    /// Counts a frame that has been handled at a time.
    package func count(_ frame: Range<Int>, handledAt now: Int64) {
        let time = frames.events[frame.upperBound - 1].time
        processed.events += frame.count
        processed.frames += 1
        processed.latency.add(now - time)
        guard let panel else { return }
        rate.note(time, isTouched: panel.presentCount > 0)
    }

    /// What was counted since the device was opened.
    package var metrics: PanelMetrics {
        var metrics = processed
        metrics.add(reader.metrics)
        metrics.reportRate = rate.perSecond
        return metrics
    }

    /// When the first complete frame began; the recording orders frames by it as well.
    var firstTime: Int64 { frames.first.map { frames.events[$0.lowerBound].time } ?? .max }

    /// Leaves nothing but an empty frame; an incomplete one is not handed on.
    package func finish(at time: Int64) {
        frames.removeAll()
        frames.append(RawEvent(.report, at: time))
    }
}
