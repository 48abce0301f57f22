// Unoptimized code retains more than optimized code does; these tests run in release builds only.
#if !DEBUG

internal import Bridge
import CRetainCount
internal import FlightLog
import HandlerEvents
import InputEvents
internal import InputHub
import LayoutFile
internal import LayoutPlans
import Platform
import PluginAPI
import Schema
import TestSupport
import TestTraits
import Testing
internal import TouchTrace

/// Bounds on the retains and releases of a moved frame, from the panel's events to a handler.
@Suite(.tags(.allocation)) struct RetainTests {
    @Test(
        arguments: [
            ("on: { touches: c.count }", "", 20),
            (
                "gestures: [{ type: pan, cancelsTouchesInView: false, on: { changed: c.count } }], on: { touches: c.count }",
                ", idle: { after: 60s }, on: { idle: c.count }", 60
            ),
        ]
    )
    func `a moved frame costs a bounded number of retains and releases`(
        _ view: String,
        _ screen: String,
        _ limit: UInt64
    ) throws {
        let pipeline = try pipeline(view, screen)
        // The flight recorder of a service.
        pipeline.record([], capacity: 4096, for: .flightRecorder)
        pipeline.hub.log = EventLog(capacity: 4096)
        let number = try #require(pipeline.add(Streams.panel()) { _ in })
        pipeline.take(Streams.down(0, 0, 10, 10, at: 1).span, of: number)
        var time: Int64 = 1000
        var frame: ContiguousArray<RawEvent> = []
        func run(_ frames: Int) -> UInt64 {
            var calls: UInt64 = 0
            for step in 0..<frames {
                frame.removeAll(keepingCapacity: true)
                time += 1000
                frame.append(RawEvent(.contactX, Int32(abs(step % 200 - 100)), at: time))
                frame.append(RawEvent(.contactY, Int32(abs((step + 50) % 200 - 100)), at: time))
                frame.append(RawEvent(.report, at: time))
                retain_count_begin()
                pipeline.take(frame.span, of: number)
                calls += retain_count_end()
            }
            return calls
        }
        _ = run(1000)
        let perFrame = run(1000) / 1000
        #expect(perFrame <= limit)
        #expect(perFrame > 0, "the calls are counted")
    }

    private func pipeline(_ view: String, _ screen: String) throws -> Pipeline {
        let text = """
            plugins: { c: { type: counter } }
            screens: [{ size: [1000, 1000]\(screen) }]
            root: { multipleTouchEnabled: true, \(view) }
            """
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: [Counter.type], reading) }
        let pipeline = Pipeline(try #require(plan, "\(reading.diagnostics)"))
        pipeline.start(at: 0)
        return pipeline
    }
}

/// A plugin that counts its events.
private final class Counter: Plugin {
    private var count = 0

    static let type = PluginType(
        Table<Int>("counter", "Counts.", of: 0) {},
        handlers: [HandlerType("count", Setting<TemplateValue>.anything, default: TemplateValue.null, "Counts.")]
    ) { (_, _) throws(ServiceError) in Counter() }

    func start() throws(ServiceError) {}

    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        count += 1
        return .accepted
    }

    var health: PluginHealth { PluginHealth() }
}

#endif
