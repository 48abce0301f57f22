internal import Bridge
internal import FlightLog
import Glibc
import InputEvents
internal import InputHub
import LayoutFile
internal import LayoutPlans
import ResponderKit
internal import TouchTrace

/// Cost per frame of two observers: the flight recorder (on by default), and the inspector with an open page.
enum WatchBench {
    enum Watch: CaseIterable { case unobserved, recorder, page }

    static func run() {
        var table = Table(
            "From the events of a frame to its views, by observers, in ns per frame: median (least–most)",
            [
                "stream", "no observer, p50", "p99", "flight recorder, p50", "p99", "recorder and page, p50", "p99",
                "the page adds to p99",
            ]
        )
        for fingers: Int32 in [1, 2, 10] {
            var ways = Watch.allCases.map { Way($0, fingers) }
            var halves = [[Double]](repeating: [], count: ways.count)
            var tails = halves
            // Discards the first round, which warms the caches. The variants alternate, so changes of the machine's
            // speed affect all variants equally.
            for round in 0...Measure.rounds {
                for index in ways.indices {
                    let times = ways[index].play()
                    guard round > 0 else { continue }
                    halves[index].append(Double(times[times.count / 2]))
                    tails[index].append(Double(times[times.count * 99 / 100]))
                }
            }
            let (half, tail) = (halves.map { Figure($0) }, tails.map { Figure($0) })
            table.add(
                "\(fingers) moving \(fingers == 1 ? "finger" : "fingers")",
                half[0].text,
                tail[0].text,
                half[1].text,
                tail[1].text,
                half[2].text,
                tail[2].text,
                (tail[2].median - tail[1].median).short
            )
        }
        table.show()
    }

    struct Way {
        private let pipeline: Pipeline
        let outlet: TraceRecorder.Outlet?
        private let number: Int32
        private var stream: ContiguousArray<RawEvent>
        private let ends: [Int]

        init(_ watch: Watch, _ fingers: Int32) {
            let text = "screens: [{ size: [1920, 1080] }]\nroot: { id: root, multipleTouchEnabled: true }"
            let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
            guard let plan = layout.flatMap({ LayoutPlan($0, types: [], reading) }) else { fatalError("no layout") }
            pipeline = Pipeline(plan)
            if watch != .unobserved {
                pipeline.hub.log = EventLog(capacity: 1 << 18)
                pipeline.record([], capacity: 1 << 15, for: .flightRecorder)
            }
            outlet = watch == .page ? TraceRecorder.Outlet(records: 1 << 14, handlerEvents: 256) : nil
            if watch == .page {
                pipeline.record([.hitTests, .moves], capacity: 1 << 17, for: .inspector).outlet = outlet
            }
            pipeline.start(at: 0)
            stream = ContiguousArray(PipelineBench.moves(fingers))
            ends = stream.indices.filter { [stream] in stream[$0].isMark(.report) }.map { $0 + 1 }
            var panel = PipelineBench.panel()
            panel.properties = [.direct]
            guard let number = pipeline.add(panel, complain: { print($0) }) else { fatalError("no panel") }
            self.number = number
        }

        /// Plays all frames; returns the time of each frame in nanoseconds, in ascending order.
        mutating func play() -> [Int64] {
            var times: [Int64] = []
            times.reserveCapacity(ends.count)
            for frame in ends.indices {
                let before = WatchBench.now
                take(frame)
                times.append(WatchBench.now - before)
                // Empties the queue outside the measured time; in the service, the inspector's thread does this.
                while outlet?.records.take() != nil {}
            }
            moveOn()
            return times.sorted()
        }

        var frameCount: Int { ends.count }

        func take(_ frame: Int) {
            let start = frame > 0 ? ends[frame - 1] : 0
            pipeline.take(stream.span.extracting(start..<ends[frame]), of: number)
        }

        /// Shifts the timestamps, so that the next round is later.
        mutating func moveOn() {
            for end in ends { stream[end - 1].time += 9_000_000 }
        }
    }

    /// Time of CLOCK_MONOTONIC, in nanoseconds.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
