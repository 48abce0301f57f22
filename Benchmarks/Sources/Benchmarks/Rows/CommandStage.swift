internal import Bridge
import Glibc
import HandlerEvents
import InputEvents
internal import InputHub
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import Platform
import PluginAPI
import ResponderKit
import Schema
internal import TouchTrace

/// A pipeline with about 5000 views. All views except the page and the groups have two gestures and a sequence; half of
/// these views are sliders.
final class CommandStage {
    /// Shape of the tree.
    enum Tree {
        /// 25 groups of 199 views in a page.
        case groups
        /// All views are subviews of the page.
        case siblings
        /// Three groups in the page: 1000 views, 100 views (the maximum number that a command removes at once), and all
        /// other views.
        case thousand
    }

    let pipeline: Pipeline
    private let clock = SimulatedClock()
    private let number: Int32
    private var frame: Int32 = 0
    private var hasNew = false
    private let pipe: (reading: Int32, writing: Int32)

    init(_ tree: Tree) throws {
        let groups: [[Int]] =
            switch tree {
            case .groups: (0..<25).map { group in (0..<199).map { group * 199 + $0 } }
            case .siblings: []
            case .thousand: [Array(0..<999), Array(999..<1098), Array(1098..<4996)]
            }
        let views =
            groups.isEmpty
            ? Self.views(Array(0..<4999))
            : groups.enumerated().map { "{ id: group\($0), subviews: [\(Self.views($1))] }" }.joined(separator: ", ")
        let text = """
            plugins: { memo: { type: memo } }
            screens: [{ size: [1920, 1080] }]
            root: { id: page, multipleTouchEnabled: true, subviews: [\(views)] }
            """
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        guard let plan = layout.flatMap({ LayoutPlan($0, types: [Memo.type], reading) }) else {
            fatalError("\(reading.sorted)")
        }
        var files: [Int32] = [0, 0]
        guard Glibc.pipe(&files) == 0 else { fatalError("no pipe") }
        pipe = (files[0], files[1])
        var options = Pipeline.Options()
        options.clock = { [clock] in clock.now }
        options.processorTime = { ProcessorClock.ofThread }
        pipeline = Pipeline(plan, options)
        pipeline.record([], capacity: 1 << 16, for: .flightRecorder)
        pipeline.start(at: 0)
        var panel = PipelineBench.panel()
        panel.properties = [.direct]
        guard let number = pipeline.add(panel, complain: { print($0) }) else { fatalError("no panel") }
        self.number = number
    }

    deinit {
        close(pipe.reading)
        close(pipe.writing)
    }

    private static func views(_ numbers: [Int]) -> String {
        numbers.map { number in
            """
            { id: v\(number), frame: ["\(number % 50)%", 0, "40%", "10%"], canBecomeFirstResponder: true, \
            \(number % 2 == 0 ? "class: Slider, alpha: 0.75, tag: 7, on: { valueChanged: memo.note }, " : "")\
            gestures: [{ id: a\(number), type: tap }, { id: b\(number), type: longPress }], \
            sequences: [{ steps: [a\(number), b\(number)], on: { ended: memo.note } }] }
            """
        }.joined(separator: ", ")
    }

    /// Returns the input-thread time of a command, in nanoseconds.
    func time(_ command: TreeCommand) -> Double {
        submit(command)
        return Measure.effort(calls: 1) { pipeline.carryOutCommands() }
    }

    func submit(_ command: TreeCommand) {
        if pipeline.commands.submit(command, from: "bench", reply: { _ in }) { hasNew = true }
    }

    /// Whether commands are due at `time` (in microseconds): new commands, or delayed commands.
    func hasCommands(at time: Int64) -> Bool {
        defer { hasNew = false }
        return hasNew || pipeline.commandTime ?? .max <= time
    }

    /// Executes the commands due at `time` (in microseconds). Returns their input-thread time in nanoseconds.
    func carryOut(at time: Int64) -> Double {
        clock.set(time)
        return Measure.effort(calls: 1) {
            _ = pipeline.carryOutCommands(at: pipeline.application.now, within: TimeSpan(microseconds: 1000))
        }
    }

    private func events(_ body: (inout ContiguousArray<RawEvent>, Int64) -> Void) -> ContiguousArray<RawEvent> {
        frame += 1
        let time = Int64(frame) * 1000
        var events: ContiguousArray<RawEvent> = []
        body(&events, time)
        events.append(RawEvent(.report, at: time))
        return events
    }

    /// Lifts all fingers and then puts down ten fingers.
    func putDownTenFingers() {
        for id: Int32 in [-1, frame] {
            let frame = events { events, time in
                for slot: Int32 in 0..<10 {
                    events.append(RawEvent(.slot, slot, at: time))
                    events.append(RawEvent(.trackingID, id < 0 ? -1 : id * 10 + slot, at: time))
                    guard id >= 0 else { continue }
                    events.append(RawEvent(.contactX, 300 + slot * 10, at: time))
                    events.append(RawEvent(.contactY, 2000, at: time))
                }
            }
            pipeline.take(frame.span, of: number)
        }
    }

    /// Returns the time to read and dispatch a frame with one moving finger, in nanoseconds.
    func touch() -> Double {
        let frame = events { events, time in
            events.append(RawEvent(.slot, 0, at: time))
            if self.frame == 1 { events.append(RawEvent(.trackingID, 1, at: time)) }
            events.append(RawEvent(.contactX, 300 + self.frame % 400, at: time))
            events.append(RawEvent(.contactY, 2000 + self.frame % 300, at: time))
        }
        // The kernel's `struct input_event` has 24 bytes.
        var bytes = [UInt8](repeating: 0, count: frame.count * 24)
        write(pipe.writing, bytes, bytes.count)
        return Measure.effort(calls: 1) {
            var waiting = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, -1)
            read(pipe.reading, &bytes, bytes.count)
            pipeline.take(frame.span, of: number)
        }
    }
}

/// Simulated time that advances at the speed of the wall clock.
private final class SimulatedClock: @unchecked Sendable {
    private var time: Int64 = 0
    private var setAt = ContinuousClock.now

    func set(_ time: Int64) { (self.time, setAt) = (time, .now) }
    var now: Int64 { time + Int64((ContinuousClock.now - setAt) / .microseconds(1)) }
}

/// A plugin that accepts every call and does nothing.
final class Memo: Plugin {
    static let type = PluginType(
        Schema.Table<Int>("memo", "Does nothing.", of: 0) {},
        handlers: [HandlerType("note", Setting<TemplateValue>.anything, default: TemplateValue.null, "Does nothing.")]
    ) { (_, _) throws(ServiceError) in Memo() }

    func start() throws(ServiceError) {}
    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult { .accepted }
    var health: PluginHealth { PluginHealth() }
}
