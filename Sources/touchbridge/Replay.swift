internal import Bridge
internal import Contacts
internal import Glibc
internal import InputEvents
internal import Recordings
internal import ResponderKit

/// Feeds recorded events to a hub, frame by frame.
struct Replay {
    private let hub: InputHub
    private let isPaced: Bool
    /// Called before it waits, so that who watches sees what there is.
    private let willWait: () -> Void
    private var numbers: [Int32?] = []
    private var frame: ContiguousArray<RawEvent> = []
    private var current = 0
    private var pace: (recorded: Int64, clock: Int64)?

    init(_ hub: InputHub, isPaced: Bool, willWait: @escaping () -> Void) {
        self.hub = hub
        self.isPaced = isPaced
        self.willWait = willWait
    }

    /// Adds the recorded devices; those that nothing can be done with are told of and left out.
    mutating func add(_ devices: [DeviceDescription], before screen: Rect) {
        for device in devices { numbers.append(hub.add(device, before: screen) { Console.complain($0) }) }
    }

    /// Takes one event; a frame is handed on when it is complete.
    mutating func take(_ recorded: RecordedEvent) {
        if recorded.device != current { flush() }
        current = recorded.device
        frame.append(recorded.event)
        // A frame without an end, as no device sends it, is handed on in pieces.
        if recorded.event.isMark(.report) || frame.count == 1 << 14 { flush() }
    }

    /// The recording is over: what was begun is cancelled.
    mutating func finish() {
        flush()
        for number in numbers {
            guard let number else { continue }
            if let panel = hub.panel(number), panel.oddities.badSlots > 0 {
                Console.complain(
                    "'\(panel.description.name)' named \(panel.oddities.badSlots) times a slot that it has not announced, "
                        + "or more than \(PanelProtocol.slotLimit) of them: those contacts were left out"
                )
            }
            hub.remove(number)
        }
    }

    private mutating func flush() {
        defer { frame.removeAll(keepingCapacity: true) }
        guard let last = frame.last, let number = numbers[current] else { return }
        if isPaced { wait(for: last.time) }
        hub.take(frame.span, of: number)
    }

    /// Waits as long as the recording did, and lets timers fire when they are due.
    private mutating func wait(for time: Int64) {
        willWait()
        while let due = hub.nextDeadline, due < time, pace != nil {
            sleep(until: due)
            hub.advance(to: due)
            willWait()
        }
        sleep(until: time)
    }

    private mutating func sleep(until time: Int64) {
        let now = Clock.now
        guard let pace else {
            pace = (time, now)
            return
        }
        var rest = (time &- pace.recorded) &- (now - pace.clock)
        while rest > 0 {
            usleep(UInt32(min(rest, 500_000)))
            rest = (time &- pace.recorded) &- (Clock.now - pace.clock)
        }
    }
}
