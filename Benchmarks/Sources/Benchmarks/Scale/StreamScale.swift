internal import Bridge
import BuiltinPlugins
import Glibc
import InputEvents
internal import InputHub
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import Platform
import PluginAPI
import Report
import Schema
import Synchronization

/// Cost of sending a frame to many stream clients: CPU time of all threads, and of the input thread alone.
enum StreamScale {
    /// A stream accepts at most 256 clients, so more clients need more streams.
    private static let clientsOfOne = 250
    private static let frames: Int32 = 60

    static func measure() throws -> [ScalePoint] {
        // Each client uses one descriptor in this process and one in the process of the clients.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var points: [ScalePoint] = []
        for count in [1, 3, 10, 30, 100, 300, 1000] {
            let (all, input) = try samples(clients: count)
            for (name, samples) in [("all threads", all), ("of it the input thread", input)] {
                points.append(ScalePoint(chart: "clients", series: name, x: Double(count), samples: samples))
            }
        }
        return points
    }

    private static func samples(clients: Int) throws -> (all: [Double], input: [Double]) {
        let streams = (clients + clientsOfOne - 1) / clientsOfOne
        let way = try StreamWay(streams: streams)
        defer { way.stop() }
        let ports = try way.ports()
        let them = try StreamClients.start(clients, ports)
        defer { them.end() }
        var (all, input) = ([Double](), [Double]())
        for turn in 0...7 {
            let (before, threadBefore) = (time(CLOCK_PROCESS_CPUTIME_ID), time(CLOCK_THREAD_CPUTIME_ID))
            for _ in 0..<frames {
                way.play()
                // Waits 8 ms (125 Hz) plus 40 µs per client, so that one CPU can serve all clients.
                usleep(UInt32(8_000 + 40 * clients))
            }
            guard turn > 0 else { continue }
            all.append((time(CLOCK_PROCESS_CPUTIME_ID) - before) / Double(frames))
            input.append((time(CLOCK_THREAD_CPUTIME_ID) - threadBefore) / Double(frames))
        }
        let lost = way.lost
        if lost > 0 { Console.note("\(lost) moves were left out for \(clients) clients.") }
        return (all, input)
    }

    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// A layout whose view sends each touch to streams, and a panel with two fingers.
private final class StreamWay {
    private let pipeline: Pipeline
    private let number: Int32
    private let said = Said()
    private let streams: Int
    private var step: Int32 = 0

    /// Log lines of the plugins.
    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
    }

    init(streams: Int) throws {
        self.streams = streams
        let plugins = (0..<streams).map {
            "  s\($0): { type: stream, port: 0, origins: [\"\(StreamClients.origin)\"], clients: 256 }\n"
        }
        let calls = (0..<streams).map { "s\($0).send" }.joined(separator: ", ")
        let text = """
            screens: [{ size: [1920, 1080] }]
            plugins:
            \(plugins.joined())root: { id: root, multipleTouchEnabled: true, on: { touches: [\(calls)] } }
            """
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        guard let layout, let plan = LayoutPlan(layout, types: BuiltinPlugins.all, reading) else {
            throw ReportFiles.Failure(description: "\(reading.diagnostics)")
        }
        var options = Pipeline.Options()
        let said = said
        options.log = { entry in said.lines.withLock { $0.append(entry.message) } }
        options.clock = { WatchBench.now / 1000 }
        pipeline = Pipeline(plan, options)
        pipeline.start(at: 0)
        var panel = PipelineBench.panel()
        panel.properties = [.direct]
        guard let number = pipeline.add(panel, complain: { print($0) }) else {
            throw ReportFiles.Failure(description: "the panel is refused")
        }
        self.number = number
    }

    /// Returns the ports of the streams once all of them listen.
    func ports() throws -> [Int] {
        for _ in 0..<1000 {
            let ports = said.lines.withLock { $0 }.compactMap { line in
                line.contains("ws://") ? line.split(separator: ":").last.flatMap { Int($0) } : nil
            }
            if ports.count == streams { return ports }
            usleep(10_000)
        }
        throw ReportFiles.Failure(description: "the streams do not listen: \(said.lines.withLock { $0 })")
    }

    func play() {
        step += 1
        let time = Int64(step) * 8_000
        var events = ContiguousArray<RawEvent>()
        for finger: Int32 in 0..<2 {
            events.append(RawEvent(.slot, finger, at: time))
            if step == 1 { events.append(RawEvent(.trackingID, finger, at: time)) }
            events.append(RawEvent(.contactX, finger * 300 + step % 400, at: time))
            events.append(RawEvent(.contactY, 2000 + step % 300, at: time))
        }
        events.append(RawEvent(.report, at: time))
        pipeline.take(events.span, of: number)
    }

    /// Number of moves replaced or dropped before sending, summed over all clients.
    var lost: Int { pipeline.plugins.health.reduce(0) { $0 + $1.health.coalesced } }

    func stop() {
        pipeline.beginStopping()
        pipeline.finishStopping(within: TimeSpan(microseconds: 2_000_000))
    }
}
