internal import Bridge
internal import CommandSupport
internal import Contacts
internal import InputEvents
internal import InputHub
internal import LiveInput
internal import Platform
internal import PluginAPI
internal import Recordings
internal import ResponderKit
internal import Systemd

/// Replays recorded events to a `ReplayStage`, frame by frame.
struct Replay {
    private let stage: any ReplayStage
    private var hub: InputHub { stage.hub }
    /// Event loop that paces the replay at the recorded speed; nil to replay as fast as possible.
    private let loop: EventLoop?
    /// True after SIGINT, SIGTERM or SIGHUP, after the reader has closed `stream`, and after a failed wait. Later
    /// events are then ignored.
    private(set) var isInterrupted = false
    /// Called before each wait, so that buffered output can be written.
    private let willWait: () -> Void
    private let inspectionWatch: EventLoop.Watch?
    /// Output that ends a paced replay when its reader closes it.
    private let stream: Output?
    private let streamWatch: EventLoop.Watch?
    private var numbers: [Int32?] = []
    private var frame: ContiguousArray<RawEvent> = []
    private var current = 0
    private var hasPanel = false
    private var hasEvents = false
    /// Time of the first event; nil before the first frame.
    private(set) var start: Int64?
    /// Called after each complete frame of a device has been processed; nil by default.
    var onReport: ((_ device: Int32, _ time: Int64) -> Void)?
    /// Recorded plugin commands that are not repeated yet, in order of time.
    var commands: ArraySlice<RecordedCommand> = []
    private var pace: (recorded: Int64, clock: Int64)?

    /// Creates a replay. With `isPaced`, the inspector processes requests while the replay waits for a frame, and the
    /// replay ends when the reader of `stream` closes it.
    init(
        _ stage: any ReplayStage,
        isPaced: Bool,
        to stream: Output? = nil,
        for inspection: ReplayInspection? = nil,
        willWait: @escaping () -> Void
    ) throws(SystemError) {
        self.stage = stage
        loop = isPaced ? try EventLoop() : nil
        try loop?.takeEndSignals()
        inspectionWatch = try loop.flatMap { loop throws(SystemError) in try inspection?.watch(on: loop) }
        self.stream = stream
        streamWatch = try loop.flatMap { loop throws(SystemError) in
            try stream.flatMap { stream throws(SystemError) in try loop.watch(readerOf: stream.file) }
        }
        self.willWait = willWait
    }

    /// Adds the devices with their screens, and reports ignored devices.
    mutating func add(_ devices: [DeviceDescription], before screens: RecordedScreens? = nil) {
        for (index, device) in devices.enumerated() {
            numbers.append(stage.add(device, before: screens?.indices[index]) { Console.complain($0) })
        }
        hasPanel = numbers.contains { $0.map { hub.panel($0) != nil } ?? false }
    }

    /// Reason why no touch was possible; nil if a touch was possible.
    var reasonForNoTouch: String? {
        if !hasPanel { return "no device of the recording is a usable touchscreen" }
        return hasEvents ? nil : "the recording describes a touchscreen but contains no events"
    }

    /// Adds an event; processes the frame when the frame is complete.
    mutating func take(_ recorded: RecordedEvent) {
        if recorded.device != current { flush() }
        current = recorded.device
        hasEvents = true
        frame.append(recorded.event)
        // A frame of this length is processed in parts; no real device sends such a frame.
        if recorded.event.isMark(.report) || frame.count == 1 << 14 { flush() }
    }

    /// Ends the replay by removing all devices from the stage. Active touches are then cancelled, except in an
    /// `ExplainSession`.
    mutating func finish() {
        flush()
        for command in commands { stage.repeatCommand(command) }
        for number in numbers {
            guard let number else { continue }
            if let panel = hub.panel(number), panel.metrics().invalidSlots > 0 {
                let count = panel.metrics().invalidSlots
                let events = count == 1 ? "1 event" : "\(count) events"
                Console.complain(
                    "panel '\(panel.description.name)' reported \(events) for invalid slots "
                        + "(not announced by the panel, or above the limit of \(PanelProtocol.slotLimit) slots); "
                        + "the contacts in these slots were rejected"
                )
            }
            stage.remove(number)
        }
    }

    private mutating func flush() {
        defer { frame.removeAll(keepingCapacity: true) }
        guard let first = frame.first, let last = frame.last else { return }
        if start == nil {
            start = first.time
            stage.start(at: first.time)
        }
        while let command = commands.first, command.time < first.time {
            if let loop { wait(for: command.time, on: loop) }
            if isInterrupted { return }
            stage.repeatCommand(commands.removeFirst())
        }
        guard let number = numbers[current] else { return }
        if let loop { wait(for: last.time, on: loop) } else if EndSignals.arePending { isInterrupted = true }
        if isInterrupted { return }
        hub.take(frame.span, of: number)
        // An empty frame, as in a touch script, only advances the clock: timers that are due at its time fire.
        if frame.count == 1, last.isMark(.report) { hub.advance(to: last.time) }
        if last.isMark(.report) { onReport?(number, last.time) }
        stage.carryOutCommands()
    }

    /// Waits until the event is due at the recorded speed. Timers that are due earlier fire on time.
    private mutating func wait(for time: Int64, on loop: EventLoop) {
        willWait()
        while let due = hub.nextDeadline, due < time, pace != nil {
            sleep(until: due, on: loop)
            if isInterrupted { return }
            hub.advance(to: due)
            willWait()
        }
        sleep(until: time, on: loop)
    }

    private mutating func sleep(until time: Int64, on loop: EventLoop) {
        guard let pace else {
            pace = (time, MonotonicClock.now)
            return
        }
        let due = pace.clock &+ (time &- pace.recorded)
        while !isInterrupted, MonotonicClock.now < due {
            do throws(SystemError) {
                try loop.turn(until: due)
                isInterrupted = loop.isEndRequested || stream?.hasReader == false
            } catch {
                isInterrupted = true
            }
        }
    }
}
