internal import Bridge
internal import CommandSupport
package import DeviceNodes
package import Evdev
package import InputEvents
package import InputHub
package import LayoutFile
internal import Metrics
package import Platform
internal import PluginAPI
internal import Recordings
internal import ResponderKit

/// Delegate of a `LiveInputDriver`: removes devices from the input hub and reports problems.
package protocol LiveInputDelegate: AnyObject {
    /// Called when a device was removed or cannot be read. The device's pending frames are still processed after the
    /// call. An error that the method throws ends the event-loop iteration.
    func didLose(_ source: DeviceStream, _ failure: EvdevError?) throws
    /// Called after the last frame of a removed device has been processed, or when the driver stops reading a device.
    /// The delegate must remove the device from the hub.
    func remove(_ number: Int32)
    /// Called after a device has been grabbed.
    func didGrab()
    /// Called with a message about a problem with a device.
    func report(_ problem: String)
}

/// Reads devices, merges their frames in time order, and passes the frames to the input hub.
package final class LiveInputDriver {
    private let hub: InputHub
    @exclusivity(unchecked) private(set) var sources: ContiguousArray<DeviceStream> = []
    package weak var delegate: (any LiveInputDelegate)?
    /// Whether the driver reports events that were read long after their timestamps (K13).
    package var reportsLateReads = true
    @exclusivity(unchecked) package private(set) var frameCount = 0

    /// Time of the next input that `generate` produces, such as a tap of the virtual finger; `.max` if there is none.
    @exclusivity(unchecked) package var generatedTime = Int64.max
    /// Passes the input that is due at `generatedTime` to the hub, and then sets `generatedTime` to the time of the
    /// next input. The driver calls this function in time order with the frames of the devices.
    package var generate: () -> Void = {}

    /// Clock that stores its last reading; also measures the duration of calls to in-process plugins.
    private let clock: InputClock
    /// Latest clock time: the time that was passed to `turn(at:wait:)`, or the time after the last processed frame.
    @exclusivity(unchecked) private var lastTime: Int64 = 0

    /// Delay of timers after their deadline, in microseconds. Input with an earlier timestamp may become readable only
    /// after the deadline; the delay preserves the order of timers and input, as in a replay.
    private static let grace: Int64 = 2_000

    package init(_ hub: InputHub, clock: InputClock) { (self.hub, self.clock) = (hub, clock) }

    package func add(_ source: DeviceStream) { sources.append(source) }

    /// Stops reading a device and cancels its touches.
    package func remove(_ source: DeviceStream) {
        sources.removeAll { $0 === source }
        detach(source)
    }

    package func removeAll() { for source in sources { remove(source) } }

    private func detach(_ source: DeviceStream) {
        guard let number = source.number else { return }
        source.number = nil
        delegate?.remove(number)
        source.panel = nil
    }

    /// Time of the next event-loop iteration if no input arrives; nil if neither a timer nor generated input is
    /// scheduled.
    package var nextTurn: Int64? {
        let first = min(hub.nextDeadline ?? .max, generatedTime)
        return first == .max ? nil : first + Self.grace
    }

    /// Timestamp for actions between events. All input with an earlier timestamp has been read.
    package var now: Int64 { min(MonotonicClock.now - Self.grace, generatedTime - 1) }

    /// Reads available input and processes complete frames. Returns whether more input is available, and the time after
    /// the last frame.
    ///
    /// `wait` is the last period in which the event loop waited for input (K13).
    package func turn(at now: Int64, wait: Range<Int64>) throws -> (isMore: Bool, time: Int64) {
        lastTime = now
        clock.begin(at: now)
        defer { clock.discard() }
        var isMore = try read(now, wait)
        // With several devices, processes only frames up to `now`. A frame that arrived during the reads may be later
        // than unread input of another device.
        isMore = try forward(until: sources.count > 1 ? now : .max) || isMore
        let time = lastTime
        if !isMore { fireTimers(at: time) }
        return (isMore, time)
    }

    private func read(_ now: Int64, _ wait: Range<Int64>) throws -> Bool {
        var isMore = false
        for index in sources.indices {
            isMore = try sources.unretained(index)._withUnsafeGuaranteedRef { try read($0, now, wait) } || isMore
        }
        return isMore
    }

    /// Reads a device; returns true if more input is available.
    @inline(__always)
    private func read(_ source: DeviceStream, _ now: Int64, _ wait: Range<Int64>) throws -> Bool {
        if source.isRemoved { return false }
        // With several devices, reads the clock again. Otherwise, the time spent on other devices would count as a read
        // delay of this device.
        let readAt = sources.count > 1 ? MonotonicClock.now : now
        var failure: EvdevError?
        var outcome = DeviceReader.Outcome.removed
        do throws(EvdevError) {
            outcome = try source.reader.read(into: &source.frames, at: readAt)
        } catch {
            failure = error
        }
        if reportsLateReads, let complaint = source.complaintOfLag(at: readAt, wait: wait) {
            delegate?.report(complaint)
        }
        if outcome == .removed {
            source.isRemoved = true
            try delegate?.didLose(source, failure)
            clock.discard()
        }
        return outcome == .more
    }

    /// Processes complete frames up to `time` in time order; returns true if a later complete frame remains.
    private func forward(until time: Int64) throws -> Bool {
        var isLeft = false
        if sources.count == 1 { try processAll(of: sources.unretained(0)) } else { isLeft = try merge(until: time) }
        var isAnyOver = false
        for index in sources.indices {
            let isDone = sources.unretained(index)._withUnsafeGuaranteedRef { source in
                source.frames.compact()
                return !source.isOver && !source.wantsGrab
            }
            if isDone { continue }
            let source = sources[index]
            if source.isOver { detach(source) } else { grab(source) }
            isAnyOver = isAnyOver || source.isOver
        }
        if isAnyOver { sources.removeAll { $0.isOver } }
        return isLeft
    }

    /// Processes all frames of the only device. This is the fast path, because most kiosks have only one device and its
    /// frames need no merging.
    @inline(__always)
    private func processAll(of source: Unmanaged<DeviceStream>) throws {
        try source._withUnsafeGuaranteedRef { source in
            while let frame = source.frames.first {
                generateInput(before: source.frames[frame.lowerBound].time)
                try processFirst(of: source)
            }
        }
    }

    /// Processes the frames of several devices in time order; returns true if a frame later than `time` remains.
    private func merge(until time: Int64) throws -> Bool {
        while let source = oldest {
            guard source.firstTime <= time else { return true }
            generateInput(before: source.firstTime)
            try processFirst(of: source)
        }
        return false
    }

    /// The device with the earliest complete frame; nil if no device has a complete frame.
    private var oldest: DeviceStream? {
        let first = sources.min { $0.firstTime < $1.firstTime }
        return first?.frames.first == nil ? nil : first
    }

    @inline(__always)
    private func generateInput(before time: Int64) { while generatedTime < time { generate() } }

    private func processFirst(of source: DeviceStream) throws {
        try source.frames.withFirst { events in
            if let record = source.record { for index in events.indices { try record(events[index]) } }
            guard let number = source.number else { return }
            hub.take(events, of: number)
            lastTime = MonotonicClock.now
            clock.begin(at: lastTime)
            source.count(events, handledAt: lastTime)
        }
        source.frames.removeFirst()
        frameCount += 1
    }

    private func grab(_ source: DeviceStream) {
        clock.discard()
        do throws(EvdevError) {
            try source.reader.grab()
            delegate?.didGrab()
        } catch {
            // Continues without a grab, and reports the error only once.
            (source.grab, source.isSibling) = (.never, false)
            delegate?.report("\(error)")
        }
    }

    /// Fires the timers whose deadline plus `grace` is not later than `time`. The other timers wait for a later call of
    /// `turn(at:wait:)`.
    private func fireTimers(at time: Int64) {
        let limit = time - Self.grace
        while true {
            let due = hub.nextDeadline ?? .max
            // As in a replay, input precedes the timers that are due at the same time.
            if generatedTime <= min(due, limit) {
                generate()
            } else if due <= limit {
                hub.advance(to: due)
            } else {
                return
            }
        }
    }

    /// Processes complete frames and then an empty frame for each device, so that a recording contains the end time.
    package func finish() throws {
        defer { clock.discard() }
        _ = try forward(until: .max)
        let now = MonotonicClock.now
        for source in sources where !source.isRemoved {
            // Incomplete frames are neither recorded nor processed.
            source.finish(at: now)
            try processFirst(of: source)
        }
    }
}

/// An open device and its unprocessed frames.
package final class DeviceStream: PanelReader {
    package let reader: DeviceReader
    /// Device number in the `InputHub`; nil if the hub ignores the device.
    package var number: Int32?
    package var grab: InputLayout.Grab
    /// Whether the device must be grabbed because it is another device node of a grabbed panel.
    package var isSibling = false
    /// Records an event; nil if no recording is made.
    let record: ((RawEvent) throws(RecordingError) -> Void)?
    /// Frames that are not yet processed.
    @exclusivity(unchecked) package var frames = FrameQueue()
    var isRemoved = false
    /// Whether the device was removed and all of its frames have been processed.
    var isOver: Bool { isRemoved && frames.first == nil }
    /// Whether the device must be grabbed now. A grab waits until nothing is pressed; otherwise, other readers would
    /// miss the release (L3).
    var wantsGrab: Bool {
        (grab == .auto || isSibling) && !isRemoved && !reader.isGrabbed && !reader.isTouched
    }
    /// Panel of the device; nil if the device is not a panel.
    package var panel: Panel? {
        didSet {
            oldValue?.reader = nil
            panel?.reader = self
        }
    }
    /// Metrics of the processed frames.
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

    // The panel's reference to its reader is unowned and must be cleared before the reader is deallocated.
    deinit { panel?.reader = nil }

    package convenience init(_ reader: DeviceReader, _ number: Int32?, _ grab: InputLayout.Grab) {
        self.init(reader, number, grab, record: nil)
    }

    /// Returns a warning about late reads and their cause, at most once a minute (K13); otherwise nil.
    func complaintOfLag(at now: Int64, wait: Range<Int64>) -> String? {
        guard let notice = lag.look(at: reader.counters, now: now, wait: wait) else { return nil }
        let (count, longest) = (notice.count, notice.longest / 1000)
        return "events of '\(reader.description.name)' were read"
            + (count == 1 ? " \(longest) ms late: " : " late \(count) times, by up to \(longest) ms: ")
            + Self.blame(isReadersFault: notice.isReadersFault, isRecording: record != nil)
    }

    /// Returns the cause of a late read, and a remedy.
    static func blame(isReadersFault: Bool, isRecording: Bool) -> String {
        guard isReadersFault else {
            return "the kernel scheduled touchbridge late; if this continues, reduce the machine's load"
        }
        let remedy =
            isRecording
            ? "record to a faster disk or without --trace"
            : "run without --trace, and check the layout's 'library' plugins for slow calls"
        return "touchbridge was busy; if this continues, \(remedy)"
    }

    /// Counts a frame that was processed at time `now`.
    package func count(_ frame: Span<RawEvent>, handledAt now: Int64) {
        let time = frame[frame.count - 1].time
        processed.events += frame.count
        processed.frames += 1
        processed.latency.add(now - time)
        guard let panel else { return }
        rate.note(time, isTouched: panel.presentCount > 0)
    }

    /// Metrics since the device was opened.
    package var metrics: PanelMetrics {
        var metrics = processed
        metrics.add(reader.metrics)
        metrics.reportRate = rate.perSecond
        return metrics
    }

    /// Time of the first event of the first complete frame; `.max` if there is none. Frames in recordings are sorted by
    /// this time too.
    var firstTime: Int64 { frames.first.map { frames[$0.lowerBound].time } ?? .max }

    /// Replaces all frames with an empty frame; discards an incomplete frame.
    package func finish(at time: Int64) {
        frames.removeAll()
        frames.append(RawEvent(.report, at: time))
    }
}
