import Bridge
import InputEvents
import JSON
import LayoutFile
import PluginAPI
import Report
import Schema

/// What commands of plugins, pages and brokers take of the input thread, in a tree of 5000 views.
///
/// A command is read and checked where it is submitted, which is another thread's time and not measured here.
enum CommandRows {
    private static let group = "Commands, 5000 views"
    private static let goal = 1_000_000.0

    static func measure() throws -> [Row] {
        var rows: [Row] = []
        let long = String(repeating: "a", count: 60_000)
        rows += try row("`set` of one property", [.set(view: "v0", properties: ["alpha": 0.5])])
        rows += try row("`set` of a frame that all others depend on", resizing)
        rows += try row("`set` of a view whose name is misspelled", [.set(view: "w0", properties: ["alpha": 0.5])])
        rows += try row("`set` of a view with a name of 60 000 bytes", [.set(view: long, properties: ["alpha": 0.5])])
        rows += try row("`set` of 1500 unknown properties", [.set(view: "v0", properties: unknown)])
        rows += try row(
            "`add` of 100 views, then their `remove`",
            [.add(many, to: "page", at: nil), .remove(view: "new")]
        )
        rows += try row("`focus` of a name that is unknown, after `add` and `remove`", changing)
        rows += try row("`describe` of 200 views", [.describe(view: "group0")])
        rows += try row("`remove` of 5000 views", [.remove(view: "page")], isOnce: true)
        rows.append(try percentile())
        return rows
    }

    private static var unknown: JSONValue { .object((0..<1500).map { .init("key\($0)", 1) }) }

    private static var many: JSONValue {
        let inner: [JSONValue] = (0..<99).map {
            .object([.init("id", .text("new\($0)")), .init("frame", [0, 0, "50%", 10])])
        }
        return ["id": "new", "subviews": .list(inner)]
    }

    private static var resizing: [TreeCommand] {
        [[0, 0, 900, 900], [0, 0, 800, 800]].map { .set(view: "page", properties: ["frame": $0]) }
    }

    private static var changing: [TreeCommand] {
        [.add(["id": "new"], to: "page", at: nil), .remove(view: "new"), .focus(view: "w0")]
    }

    /// The most that one of the commands takes, for each turn: between two events as a service carries it out.
    private static func row(_ what: String, _ commands: [TreeCommand], isOnce: Bool = false) throws -> [Row] {
        var stage = try CommandStage()
        let samples = try (0..<(isOnce ? 7 : 15)).map { _ in
            if isOnce { stage = try CommandStage() }
            return commands.map { stage.time($0) }.max() ?? 0
        }
        let ours = isOnce ? samples : Array(samples.dropFirst())
        return [Row(group, what, unit: "ns", ours: ours, goals: [.value(atMost: goal)])]
    }

    /// The 99th percentile from a touch to its handler with 100 commands a second, beside the same without.
    ///
    /// A touch comes at any time: one that comes while a command is carried out waits for the rest of it.
    private static func percentile() throws -> Row {
        let stage = try CommandStage()
        let commands: [TreeCommand] = [
            .set(view: "v0", properties: ["alpha": 0.5]), .set(view: "w0", properties: ["alpha": 0.5]),
        ]
        var random = Random(seed: 1)
        func p99(_ withCommands: Bool) -> Double {
            var latencies: [Double] = []
            var taken = 0.0
            for number in 0..<2000 {
                if withCommands, number % 12 < 10 { taken = stage.time(commands[number % commands.count]) }
                let touch = stage.touch()
                // A command begins every 10 ms, the touch at any time within them.
                let phase = random.double(below: 10_000_000)
                latencies.append(touch + (withCommands ? max(0, taken - phase) : 0))
            }
            latencies.sort()
            return latencies[latencies.count * 99 / 100]
        }
        _ = p99(true)
        var (with, without) = ([Double](), [Double]())
        for _ in 0..<15 {
            with.append(p99(true))
            without.append(p99(false))
        }
        return Row(
            group,
            "touch to handler, 99th percentile, at 100 commands a second",
            unit: "ns",
            ours: with,
            beside: Row.Peer("ourselves without commands", without),
            goals: [.ratio(atMost: 1.05)],
            remark: "Half of the commands name a view that does not exist. Processor time, and the rest of a command "
                + "that is being carried out when the touch comes."
        )
    }
}

/// A pipeline with 5000 views below a page, in groups of 200.
private final class CommandStage {
    private let pipeline: Pipeline
    private let number: Int32
    private var frame: Int32 = 0

    init() throws {
        let groups = (0..<25).map { group in
            let views = (0..<199).map { "{ id: v\(group * 199 + $0), frame: [\($0)%, 0, 1%, \"10%\"] }" }
            return "{ id: group\(group), subviews: [\(views.joined(separator: ", "))] }"
        }
        let text = """
            screens: [{ size: [1920, 1080] }]
            root: { id: page, subviews: [\(groups.joined(separator: ", "))] }
            """
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        guard let plan = layout.flatMap({ LayoutPlan($0, types: [], reading) }) else {
            fatalError("\(reading.sorted)")
        }
        pipeline = Pipeline(plan)
        pipeline.start(at: 0)
        var panel = PipelineBench.panel()
        panel.properties = [.direct]
        guard let number = pipeline.add(panel, complain: { print($0) }) else { fatalError("no panel") }
        self.number = number
    }

    /// Nanoseconds of the longest piece of a command that the input thread does between two events.
    func time(_ command: TreeCommand) -> Double {
        guard pipeline.commands.submit(command, from: "bench", reply: nil) else { fatalError("no room") }
        var longest = 0.0
        var isLeft = true
        while isLeft {
            let piece = Measure.effort(calls: 1) {
                isLeft = pipeline.carryOutCommands(at: 0, within: TimeSpan(microseconds: 0))
            }
            longest = max(longest, piece)
        }
        return longest
    }

    /// Nanoseconds that one frame of a moving finger takes.
    func touch() -> Double {
        frame += 1
        let time = Int64(frame) * 8000
        var events: ContiguousArray<RawEvent> = [RawEvent(.slot, 0, at: time)]
        if frame == 1 { events.append(RawEvent(.trackingID, 1, at: time)) }
        events.append(RawEvent(.contactX, 300 + frame % 400, at: time))
        events.append(RawEvent(.contactY, 2000 + frame % 300, at: time))
        events.append(RawEvent(.report, at: time))
        return Measure.effort(calls: 1) { pipeline.take(events.span, of: number) }
    }
}
