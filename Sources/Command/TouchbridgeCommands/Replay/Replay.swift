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

/// Feeds recorded events to a stage, frame by frame.
struct Replay {
    private let stage: any ReplayStage
    private var hub: InputHub { stage.hub }
    /// Waits at the recorded speed; nil for as fast as possible.
    private let loop: EventLoop?
    /// One of the signals has come, and nothing more is taken.
    private(set) var isInterrupted = false
    /// Called before it waits, so that who watches sees what there is.
    private let willWait: () -> Void
    private let inspectionWatch: EventLoop.Watch?
    private var numbers: [Int32?] = []
    private var frame: ContiguousArray<RawEvent> = []
    private var current = 0
    private var hasPanel = false
    private var hasEvents = false
    private var hasBegun = false
    /// Told when a device has reported.
    var onReport: ((_ device: Int32, _ time: Int64) -> Void)?
    private var pace: (recorded: Int64, clock: Int64)?

    /// A replay, which at the recorded speed has somebody who looks served between the frames.
    init(
        _ stage: any ReplayStage,
        isPaced: Bool,
        for inspection: ReplayInspection? = nil,
        willWait: @escaping () -> Void
    ) throws(SystemError) {
        self.stage = stage
        loop = isPaced ? try EventLoop() : nil
        try loop?.takeEndSignals()
        inspectionWatch = try loop.flatMap { loop throws(SystemError) in try inspection?.watch(on: loop) }
        self.willWait = willWait
    }

    /// Adds the recorded devices before their screens; reports those that are ignored.
    mutating func add(_ devices: [DeviceDescription], before screens: RecordedScreens? = nil) {
        for (index, device) in devices.enumerated() {
            numbers.append(stage.add(device, before: screens?.indices[index]) { Console.complain($0) })
        }
        hasPanel = numbers.contains { $0.map { hub.panel($0) != nil } ?? false }
    }

    /// Why there cannot have been a touch; nil when there could.
    var reasonForNoTouch: String? {
        if !hasPanel { return "none of its devices is a touchscreen that can be used" }
        return hasEvents ? nil : "it describes a touchscreen and holds no event"
    }

    /// Takes one event; a frame is handed on when it is complete.
    mutating func take(_ recorded: RecordedEvent) {
        if recorded.device != current { flush() }
        current = recorded.device
        hasEvents = true
        frame.append(recorded.event)
        // A frame without an end, as no device sends it, is handed on in pieces.
        if recorded.event.isMark(.report) || frame.count == 1 << 14 { flush() }
    }

    /// The recording is over: what was begun is cancelled.
    mutating func finish() {
        flush()
        for number in numbers {
            guard let number else { continue }
            if let panel = hub.panel(number), panel.metrics().invalidSlots > 0 {
                Console.complain(
                    "'\(panel.description.name)' named \(panel.metrics().invalidSlots) times a slot that it has not announced, "
                        + "or more than \(PanelProtocol.slotLimit) of them: those contacts were left out"
                )
            }
            stage.remove(number)
        }
    }

    private mutating func flush() {
        defer { frame.removeAll(keepingCapacity: true) }
        guard let first = frame.first, let last = frame.last else { return }
        if !hasBegun { stage.start(at: first.time) }
        hasBegun = true
        guard let number = numbers[current] else { return }
        if let loop { wait(for: last.time, on: loop) } else if EndSignals.haveCome { isInterrupted = true }
        if isInterrupted { return }
        hub.take(frame.span, of: number)
        if last.isMark(.report) { onReport?(number, last.time) }
        stage.carryOutCommands()
    }

    /// Waits as long as the recording did, and lets timers fire when they are due.
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
                isInterrupted = loop.isToldToEnd
            } catch {
                isInterrupted = true
            }
        }
    }
}
