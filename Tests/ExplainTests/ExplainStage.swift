internal import Bridge
import BuiltinPlugins
import Explain
import JSON
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import Schema
internal import Snapshots
import Testing
internal import TouchTrace

/// A layout with simulated touches and a trace of its decisions.
final class ExplainStage {
    let pipeline: Pipeline
    let facts: LayoutFacts
    private(set) var records: [TraceRecord] = []
    private(set) var delivered: [TraceRecorder.DeliveredEvent] = []
    var explainer: Explainer

    init(_ layout: String, only touch: Int? = nil, limit: Int = 1000, isDryRun: Bool = true) throws {
        let text = "plugins: { out: { type: log } }\nscreens: [{ name: kiosk, size: [400, 300] }]\n" + layout
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: BuiltinPlugins.all, reading) }
        var options = Pipeline.Options()
        options.isDryRun = isDryRun
        pipeline = Pipeline(try #require(plan, "\(reading.sorted.map { "\($0)" })"), options)
        let recorder = pipeline.record([.hitTests, .moves], capacity: 64)
        facts = pipeline.facts
        explainer = Explainer(pipeline.names, facts, only: touch, limit: limit)
        recorder.add { [unowned self] record, handlerEvent in
            explainer.take(record, handlerEvent)
            records.append(record)
            if let handlerEvent {
                delivered.append(
                    TraceRecorder.DeliveredEvent(number: record.eventNumber, handlerEvent: handlerEvent)
                )
            }
        }
    }

    func send(_ change: TouchSample.Change, _ x: Double, _ y: Double, at time: Int64, finger: Int32 = 0) {
        pipeline.advance(to: time)
        let sample = TouchSample(FingerID(device: 1, contact: finger), change, at: Point(x: x, y: y))
        pipeline.application.send(TouchFrame(time: time, [sample]))
    }

    func tap(_ x: Double, _ y: Double, at time: Int64) {
        send(.began, x, y, at: time)
        send(.ended, x, y, at: time + 50_000)
    }

    var explanations: [TouchExplanation] { explainer.explanation.explanations }

    static let button = """
        root:
          id: page
          subviews:
            - id: order
              class: Button
              frame: [100, 100, 100, 60]
              on: { touchUpInside: [{ out.write: "at {{x}}" }] }
        """

    /// Plays touches on a layout, and explains touch number `touch`.
    static func explain(_ layout: String, touch: Int, _ play: (ExplainStage) -> Void) throws -> TouchExplanation {
        let stage = try ExplainStage(layout)
        play(stage)
        return try #require(stage.explainer.explanation.touch(touch))
    }

    func down(_ fingers: [(finger: Int32, x: Double, y: Double)], at time: Int64) {
        for (finger, x, y) in fingers { send(.began, x, y, at: time, finger: finger) }
    }
}
