import Bridge
import InputEvents
internal import InputHub
import LayoutFile
internal import LayoutPlans
import PluginAPI
import Report
import Schema

/// Cost of touch accommodations and of handler calls with conditions, rate limits and delays, compared with a layout
/// without them.
enum CallRows {
    static func measure() -> [Row] {
        var rows = [
            call("`when:` that is true", "when: '{{x}} >= 0'", frame: 1000),
            call("`atMost:` that rejects the call", "atMost: 5/s", frame: 1000),
        ]
        for count in [1, 100, 1000] {
            let name = count == 1 ? "1 call" : "\(count) calls"
            rows.append(call("`after:`, postponed, with \(name) waiting", "after: 50ms", count, frame: 1000))
            rows.append(
                call("`after:`, made after its delay, with \(name) waiting", "after: 5ms", count, frame: 10_000)
            )
        }
        for (name, keys) in [
            ("holdDuration, ignoreRepeat", "holdDuration: 50ms, ignoreRepeat: 50ms"),
            ("tapAssistance, minimumMovement", "tapAssistance: initial, gestureDelay: 50ms, minimumMovement: 10"),
        ] {
            for fingers: Int32 in [1, 10] { rows.append(accommodations(name, keys, fingers)) }
        }
        return rows
    }

    /// Returns the row for calls with the given keys; `frame` is the frame interval in microseconds.
    private static func call(_ what: String, _ keys: String, _ count: Int = 1, frame: Int64) -> Row {
        func way(_ keys: String) -> CallWay {
            let calls = Array(repeating: "{ memo.note: ~\(keys) }", count: count).joined(separator: ", ")
            return CallWay(calls: calls, screen: "", fingers: 1, frame: frame)
        }
        let (without, with) = (way(""), way(", \(keys)"))
        let frames = max(20, 10_000 / count)
        let samples = Measure.turns(15, calls: frames * count) {
            with.move(frames)
        } _: {
            without.move(frames)
        }
        return Row(
            "Calls, for each call and frame of one finger",
            what,
            unit: "ns",
            ours: samples.ours,
            beside: Row.Peer("without the key", samples.theirs),
            remark: "The time includes the frame, whose cost the calls share."
        )
    }

    private static func accommodations(_ what: String, _ keys: String, _ fingers: Int32) -> Row {
        func way(_ screen: String) -> CallWay {
            CallWay(calls: "memo.note", screen: screen, fingers: fingers, frame: 8000)
        }
        let (without, with) = (way(""), way(", accommodations: { \(keys) }"))
        let strokes = 200
        let samples = Measure.turns(15, calls: strokes * CallWay.framesPerStroke) {
            with.strokes(strokes)
        } _: {
            without.strokes(strokes)
        }
        return Row(
            "Touch accommodations, for each frame of a stroke",
            "\(what), \(fingers) \(fingers == 1 ? "finger" : "fingers")",
            unit: "ns",
            ours: samples.ours,
            beside: Row.Peer("without accommodations", samples.theirs),
            remark: "Strokes of 30 frames of 8 ms, with pauses of 100 ms. Withheld movement causes no calls."
        )
    }
}

/// A pipeline with one view; each moved touch triggers handler calls.
private final class CallWay {
    static let framesPerStroke = 30

    private let pipeline: Pipeline
    private let number: Int32
    private let fingers: Int32
    private let frame: Int64
    private var time: Int64 = 1_000_000
    private var step: Int32 = 0
    private var isDown = false
    private var events: ContiguousArray<RawEvent> = []

    init(calls: String, screen: String, fingers: Int32, frame: Int64) {
        (self.fingers, self.frame) = (fingers, frame)
        let text = """
            plugins: { memo: { type: memo } }
            screens: [{ size: [1920, 1080]\(screen) }]
            root: { multipleTouchEnabled: true, on: { touchesMoved: [\(calls)] } }
            """
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        guard let plan = layout.flatMap({ LayoutPlan($0, types: [Memo.type], reading) }) else {
            fatalError("\(reading.sorted)")
        }
        pipeline = Pipeline(plan, Pipeline.Options())
        pipeline.start(at: 0)
        var panel = PipelineBench.panel()
        panel.properties = [.direct]
        guard let number = pipeline.add(panel, complain: { print($0) }) else { fatalError("no panel") }
        self.number = number
    }

    /// Sends frames in which all fingers move.
    func move(_ frames: Int) {
        if !isDown { send(.down) }
        isDown = true
        for _ in 0..<frames { send(.move) }
    }

    /// Sends strokes: all fingers go down, move and lift.
    func strokes(_ count: Int) {
        for _ in 0..<count {
            send(.down)
            for _ in 0..<Self.framesPerStroke - 2 { send(.move) }
            send(.up)
            time += 100_000
        }
    }

    private enum Change { case down, move, up }

    private func send(_ change: Change) {
        time += frame
        step += 1
        events.removeAll(keepingCapacity: true)
        for finger in 0..<fingers {
            events.append(RawEvent(.slot, finger, at: time))
            if change != .move {
                let id = change == .up ? -1 : (step % 6000) * 10 + finger
                events.append(RawEvent(.trackingID, id, at: time))
            }
            events.append(RawEvent(.contactX, 200 + finger * 300 + step % 300, at: time))
            events.append(RawEvent(.contactY, 1000 + step % 400, at: time))
        }
        events.append(RawEvent(.report, at: time))
        let sent = events
        pipeline.take(sent.span, of: number)
    }
}
