// Unoptimised code allocates where the optimiser needs nothing, so this is part of the release run alone.
#if !DEBUG

import Bridge
import CAllocationCount
import InputEvents
import LayoutFile
import Occurrences
import PluginAPI
import ResponderKit
import Schema
import Testing

/// What goes to plugins costs no memory.
struct HandlerAllocationTests {
    @Test(
        arguments: [false, true],
        [
            "on: { touches: [c.count: ~, c.count: { x: '{{x}}' }], touchesMoved: { c.count: ~, pass: true } }",
            "class: Control, on: { touchDragInside: c.count }",
            "class: Slider, thumbSize: [20, 2000], range: [0, 1e9], on: { valueChanged: c.count }",
            "gestures: [{ type: pan, on: { changed: c.count } }]",
            "subviews: [{ on: { touchesMoved: { c.count: ~, pass: true } } }], on: { touchesMoved: { c.count: ~, pass: true } }",
        ]
    )
    func `moving fingers reach plugins without an allocation`(isRecorded: Bool, _ view: String) throws {
        let text = """
            plugins: { c: { type: counter } }
            screens: [{ size: [1000, 1000], idle: { after: 10s, do: [c.count] } }]
            root: { multipleTouchEnabled: true, \(view) }
            on: { touches: c.count }
            """
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: [Counter.type], reading) }
        let pipeline = Pipeline(try #require(plan, "\(reading.diagnostics)"))
        // Nobody takes anything out of the outlet, so that it fills up.
        if isRecorded {
            pipeline.record([.hitTests, .moves], capacity: 1000).outlet = .init(decisions: 4096, occurrences: 64)
        }
        pipeline.start(at: 0)
        let counter = try #require(pipeline.plugins.plugin("c") as? Counter)
        let number = try #require(pipeline.add(Streams.panel()) { _ in })
        for finger in 0..<Int32(3) {
            pipeline.take(Streams.down(finger, finger, 10 * finger, 10, at: 1).span, of: number)
        }
        var time: Int64 = 1000
        var frame: ContiguousArray<RawEvent> = []
        func run(_ frames: Int) {
            for step in 0..<frames {
                frame.removeAll(keepingCapacity: true)
                time += 1000
                for finger in 0..<Int32(3) {
                    frame.append(RawEvent(.slot, finger, at: time))
                    frame.append(RawEvent(.contactX, Int32(step % 900), at: time))
                    frame.append(RawEvent(.contactY, Int32(step % 700), at: time))
                }
                frame.append(RawEvent(.report, at: time))
                pipeline.take(frame.span, of: number)
            }
        }
        run(1000)
        let (before, taken) = (allocation_count(), counter.count)
        run(1000)
        #expect(allocation_count() - before == 0)
        #expect(counter.count - taken >= 999)
    }
}

/// A plugin that counts what it is told.
private final class Counter: Plugin {
    private(set) var count = 0

    static let type = PluginType(
        Table<Int>("counter", "Counts.", of: 0) {},
        handlers: [HandlerType("count", Setting<TemplateValue>.anything, default: TemplateValue.null, "Counts.")]
    ) { (_, _) throws(PluginError) in Counter() }

    func start() throws(PluginError) {}

    func take(_ occurrence: Occurrence, for binding: Binding) -> Answer {
        count += 1
        return .accepted
    }

    var health: PluginHealth { PluginHealth() }
}

#endif
