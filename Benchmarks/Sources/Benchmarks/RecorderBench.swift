internal import FlightLog
import InputEvents
internal import InputHub
import ResponderKit

/// Cost of the flight recorder's event log per event. The log is full, as in a long-running service.
enum RecorderBench {
    static func run() {
        var table = Table(
            "Cost of the flight recorder in the input pipeline, in ns per event: median (least–most)",
            ["stream", "without", "with", "added", "in percent"]
        )
        for fingers: Int32 in [1, 5, 10] {
            let (without, with) = (way(fingers, isRecorded: false), way(fingers, isRecorded: true))
            let (one, other) = Measure.pair(calls: with.callsPerRound, { without.play() }, { with.play() })
            let added = other.median - one.median
            table.add(
                "\(fingers) moving \(fingers == 1 ? "finger" : "fingers")",
                one.text,
                other.text,
                added.short,
                (100 * added / one.median).short
            )
        }
        table.show()
        copies()
    }

    /// Creates an input hub with a view. If `isRecorded` is true, the hub has a full event log.
    static func way(_ fingers: Int32, isRecorded: Bool) -> Way {
        let way = Way(fingers, log: isRecorded ? EventLog(capacity: 1 << 18) : nil)
        if isRecorded { for _ in 0...(1 << 18) / way.callsPerRound { way.play() } }
        return way
    }

    /// Prints how long a dump blocks the input thread: the time to copy the event log.
    private static func copies() {
        let way = way(5, isRecorded: true)
        var count = 0
        let figure = Measure.alone(calls: 20) { for _ in 0..<20 { count += way.log?.copy().newest == nil ? 0 : 1 } }
        let copying = Measure.alone(calls: 20) { for _ in 0..<20 { withExtendedLifetime(way.log?.copy()) {} } }
        precondition(count > 0)
        var table = Table("A full ring of 262144 events, in ns: median (least–most)", ["what", "time"])
        table.add("copied, on the input thread", copying.text)
        table.add("copied and looked through", figure.text)
        table.show()
    }

    final class Way {
        let application = Application()
        let hub: InputHub
        let log: EventLog?
        private let window: Window
        private var number: Int32 = 0
        private var stream: ContiguousArray<RawEvent>
        private let ends: [Int]
        let callsPerRound: Int
        var framesPerRound: Int { ends.count * 20 }

        init(_ fingers: Int32, log: EventLog?) {
            hub = InputHub(application)
            hub.log = log
            self.log = log
            let frame = Rect(x: 0, y: 0, width: 1920, height: 1080)
            window = Window(frame: frame, application: application)
            window.addSubview(View(frame: frame))
            window.makeKeyAndVisible()
            stream = ContiguousArray(PipelineBench.moves(fingers))
            ends = stream.indices.filter { [stream] in stream[$0].isMark(.report) }.map { $0 + 1 }
            callsPerRound = stream.count * 20
            number = (try? hub.addPanel(PipelineBench.panel(), settings: PanelSettings(screen: frame))) ?? 0
        }

        func play() {
            for _ in 0..<20 {
                var start = 0
                for end in ends {
                    stream.withUnsafeBufferPointer { hub.take($0.span.extracting(start..<end), of: number) }
                    start = end
                }
                for end in ends { stream[end - 1].time += 9_000_000 }
            }
        }
    }
}
