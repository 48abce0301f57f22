// These tests run in release builds only, because unoptimized code allocates more.
#if !DEBUG

internal import Bridge
import CAllocationCount
import InputEvents
internal import InputHub
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
import HandlerEvents
import Platform
import PluginAPI
import ResponderKit
import Schema
import TestTraits
import Testing
import TestSupport
internal import TouchTrace

/// Tests that event delivery to plugins allocates nothing.
@Suite(.tags(.allocation)) struct HandlerAllocationTests {
    @Test(
        arguments: [
            "on: { touches: [c.count: ~, c.count: { x: '{{x}}' }], touchesMoved: { c.count: ~, pass: true } }",
            "class: Control, on: { touchDragInside: c.count }",
            "class: Slider, thumbSize: [20, 2000], range: [0, 1e9], on: { valueChanged: c.count }",
            "class: Slider, vertical: true, thumbSize: [31, 1], tapsSetValue: true, step: 0.001, range: [0, 1e9], on: { valueChanged: c.count }",
            "gestures: [{ type: pan, on: { changed: c.count } }]",
            "follows: { gestures: [pan, pinch, rotation], on: { changed: c.count } }",
            "subviews: [{ on: { touchesMoved: { c.count: ~, pass: true } } }], on: { touchesMoved: { c.count: ~, pass: true } }",
            // Tree commands with constant values, and with values of the event.
            "id: page, on: { touches: [c.count: ~, tree.set: { view: page, tag: 5, alpha: 1 }, tree.toggle: { view: page, property: clipsToBounds }] }",
            "id: page, on: { touches: [c.count: ~, tree.set: { view: part, alpha: '{{force}}', center: ['{{x}}', 5] }] }, subviews: [{ id: part, frame: [0, 0, 1, 1] }]",
            "class: Control, id: page, on: { touchDragInside: [c.count, { tree.send: { view: other, event: touchDown } }] }, subviews: [{ id: other, class: Button, frame: [0, 990, 9, 9] }]",
        ],
        ["", kiosk]
    )
    func `moving fingers reach plugins without allocation`(_ view: String, _ screen: String) throws {
        let stage = try CountingStage(view, screen: screen)
        for finger in 0..<Int32(3) { stage.take(Streams.down(finger, finger, 10 * finger, 10, at: 1)) }
        var time: Int64 = 1000
        var frame: ContiguousArray<RawEvent> = []
        func run(_ frames: Int) {
            for step in 0..<frames {
                frame.removeAll(keepingCapacity: true)
                time += 1000
                for finger in 0..<Int32(3) {
                    frame.append(RawEvent(.slot, finger, at: time))
                    // The fingers move back and forth, so successive locations are close together.
                    frame.append(RawEvent(.contactX, Int32(abs(step % 200 - 100)), at: time))
                    frame.append(RawEvent(.contactY, Int32(abs((step + 50) % 200 - 100)), at: time))
                }
                frame.append(RawEvent(.report, at: time))
                stage.take(frame)
            }
        }
        run(1000)
        let (before, taken) = (allocation_count(), stage.count)
        run(1000)
        #expect(allocation_count() - before == 0)
        #expect(stage.count - taken >= 999)
    }

    @Test
    func `ghost and wake detection allocate nothing, whatever the number of fingers`() throws {
        func allocations(_ screen: String) throws -> UInt64 {
            let stage = try CountingStage("on: { touches: c.count }", screen: screen)
            var (random, time) = (SplitMix64(seed: 1), Int64(1000))
            func tap(_ count: Int) {
                for _ in 0..<count {
                    time += Int64.random(in: 100_000...900_000, using: &random)
                    let (x, y) = (
                        Int32.random(in: 0..<1000, using: &random), Int32.random(in: 0..<1000, using: &random)
                    )
                    stage.take(Streams.down(0, 1, x, y, at: time))
                    time += 60_000
                    stage.take(Streams.up(0, at: time))
                }
            }
            tap(500)
            let (before, taken) = (allocation_count(), stage.count)
            tap(500)
            let allocations = allocation_count() - before
            #expect(stage.count - taken == 1000, "each handler call is counted")
            return allocations
        }
        #expect(try allocations(Self.kiosk) == allocations(""))
    }

    @Test
    func `decisions for a dump after a crash are stored without allocation`() throws {
        func allocations(storesDecisions: Bool) throws -> (count: UInt64, decisions: Int) {
            let view = "id: page, gestures: [{ type: tap, on: { recognized: c.count } }], on: { touchesBegan: c.count }"
            let stage = try CountingStage(view, application: "", storesDecisions: storesDecisions)
            var time: Int64 = 1000
            func tap(_ count: Int) {
                for _ in 0..<count {
                    time += 500_000
                    stage.take(Streams.down(0, 1, 100, 100, at: time))
                    time += 60_000
                    stage.take(Streams.up(0, at: time))
                }
            }
            tap(500)
            let (before, taken) = (allocation_count(), stage.count)
            tap(500)
            let allocations = allocation_count() - before
            #expect(stage.count - taken == 1000, "each handler call is counted")
            return (allocations, storesDecisions ? stage.decisionCount : 0)
        }
        let (plain, storing) = (try allocations(storesDecisions: false), try allocations(storesDecisions: true))
        #expect(plain.count == storing.count)
        // The memory was full, so records were also overwritten.
        #expect(storing.decisions > 2000, "\(storing.decisions) decisions")
    }

    /// Properties of a kiosk's screen, without its size.
    private static let kiosk =
        ", input: { filters: { ghosts: 10min } }, dark: { after: 1h, do: c.count, wake: c.count }"
}

#endif
