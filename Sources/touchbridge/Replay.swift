internal import Bridge
internal import Glibc
internal import InputEvents
internal import Recordings
internal import ResponderKit

/// Feeds recorded events to a hub, frame by frame.
struct Replay {
    private let hub: InputHub
    private let isPaced: Bool
    private var numbers: [Int32?] = []
    private var frame: ContiguousArray<RawEvent> = []
    private var current = 0
    private var pace: (recorded: Int64, clock: Int64)?

    init(_ hub: InputHub, isPaced: Bool) {
        self.hub = hub
        self.isPaced = isPaced
    }

    /// Adds the recorded devices; those that nothing can be done with are told of and left out.
    mutating func add(_ devices: [DeviceDescription], before screen: Rect) throws {
        for device in devices { numbers.append(hub.add(device, before: screen) { Console.complain($0) }) }
    }

    /// Takes one event; a frame is handed on when it is complete.
    mutating func take(_ recorded: RecordedEvent) {
        if recorded.device != current { flush() }
        current = recorded.device
        frame.append(recorded.event)
        if recorded.event.isMark(.report) { flush() }
    }

    /// The recording is over: what was begun is cancelled.
    mutating func finish() {
        flush()
        for number in numbers { if let number { hub.remove(number) } }
    }

    private mutating func flush() {
        defer { frame.removeAll(keepingCapacity: true) }
        guard let last = frame.last, let number = numbers[current] else { return }
        if isPaced { wait(for: last.time) }
        hub.take(frame.span, of: number)
    }

    private mutating func wait(for time: Int64) {
        let now = Clock.now
        guard let pace else {
            pace = (time, now)
            return
        }
        let rest = time - pace.recorded - (now - pace.clock)
        if rest > 0 { usleep(UInt32(clamping: rest)) }
    }
}
