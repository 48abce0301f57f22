internal import Bridge
import CAllocationCount
internal import FlightLog
import Foundation
import HandlerEvents
import InputEvents
internal import InputHub
import JSON
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
import Platform
import PluginAPI
import Schema
import TestSupport
import TestTraits
import Testing
internal import TouchTrace
import YAML

/// Tests that memory use does not grow with run time: counts the allocator's blocks and bytes.
@Suite(.tags(.leaks)) struct LeakTests {
    /// `scripts/sanitize leaks` requests a million touches and a thousand reloads.
    private static func number(_ name: String, unless usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual
    }

    #if DEBUG
    private static let (usualTouches, usualReloads) = (4_000, 20)
    #else
    private static let (usualTouches, usualReloads) = (100_000, 100)
    #endif

    /// Each round has the same strokes, one command of each type, a reconnection of the panel, and two reloads. A round
    /// ends in its initial state.
    @Test
    func `touches, reloads, replugging and commands leak no memory`() throws {
        let touches = Self.number("TOUCHBRIDGE_LEAK_TOUCHES", unless: Self.usualTouches)
        let rounds = Self.number("TOUCHBRIDGE_LEAK_RELOADS", unless: Self.usualReloads) / 2
        let life = try Life()
        // Warm-up: names of recently removed devices are retained, and rings fill up once.
        for _ in 0..<40 { try life.round(60) }
        for _ in 0..<3 { try life.round(touches / rounds) }
        let (blocks, bytes) = (allocation_live_blocks(), allocation_live_bytes())
        for _ in 0..<rounds { try life.round(touches / rounds) }
        // Measured before the expectations, which allocate memory.
        let growth = (blocks: allocation_live_blocks() - blocks, bytes: allocation_live_bytes() - bytes)
        #expect(growth.blocks == 0)
        // For each block, the allocator may return up to 15 bytes more than requested, with a different number each
        // time.
        #expect(abs(growth.bytes) < 4096)
        #expect(life.touches >= touches)
        #expect(Counter.heard > touches)
    }

    /// Prevents the optimizer from removing an unused block.
    private nonisolated(unsafe) static var kept: UnsafeMutableRawPointer?

    /// Tests the detection of a leak.
    @Test
    func `a leaked block is detected`() {
        let (blocks, bytes) = (allocation_live_blocks(), allocation_live_bytes())
        Self.kept = malloc(16)
        let more = (blocks: allocation_live_blocks() - blocks, bytes: allocation_live_bytes() - bytes)
        free(Self.kept)
        let rest = (blocks: allocation_live_blocks() - blocks, bytes: allocation_live_bytes() - bytes)
        #expect(more.blocks == 1 && more.bytes >= 16 && more.bytes < 64)
        #expect(rest.blocks == 0 && rest.bytes == 0)
    }
}

/// A running pipeline with a trace, a flight recorder and an observer.
private final class Life {
    private let pipeline: Pipeline
    private let outlet = TraceRecorder.Outlet(records: 4096, handlerEvents: 256)
    private var time: Int64 = 1_000_000
    private(set) var touches = 0

    init() throws {
        pipeline = Pipeline(try Self.plan(Self.first))
        pipeline.record([.hitTests, .moves], capacity: 4096).outlet = outlet
        pipeline.hub.log = EventLog(capacity: 4096)
        pipeline.trace { _ in }
        pipeline.start(at: time)
    }

    func round(_ count: Int) throws {
        for text in [Self.second, Self.first] {
            let panel = try #require(pipeline.add(Streams.panel()) { _ in })
            strokes(count / 2, of: panel)
            ask()
            _ = pipeline.reload(try Self.plan(text))
            pipeline.remove(panel)
        }
    }

    private func strokes(_ count: Int, of panel: Int32) {
        var random = SplitMix64(seed: 7)
        var down = [false, false, false]
        func step() {
            time += Int64.random(in: 2000...120_000, using: &random)
            pipeline.advance(to: time)
        }
        func coordinate() -> Int32 { Int32.random(in: 0..<1000, using: &random) }
        var left = count
        while left > 0 || down.contains(true) {
            let finger = Int.random(in: 0..<3, using: &random)
            step()
            switch (down[finger], left > 0) {
            case (false, true):
                pipeline.take(
                    Streams.down(Int32(finger), Int32(left), coordinate(), coordinate(), at: time).span,
                    of: panel
                )
                down[finger] = true
                (left, touches) = (left - 1, touches + 1)
            case (true, _) where Bool.random(using: &random):
                pipeline.take(Streams.up(Int32(finger), at: time).span, of: panel)
                down[finger] = false
            case (true, _):
                pipeline.take(Streams.move(Int32(finger), coordinate(), coordinate(), at: time).span, of: panel)
            case (false, false): break
            }
            while outlet.records.take() != nil {}
            while outlet.handlerEvents.take() != nil {}
        }
        time += 10_000_000
        pipeline.advance(to: time)
    }

    private func ask() {
        let guest: JSONValue = ["id": "guest", "frame": [0, 0, 50, 50], "subviews": [["id": "other"]]]
        for command: TreeCommand in [
            .set(view: "door", properties: ["alpha": 0.5]), .add(guest, to: "page", at: nil),
            .send(view: "door", event: "touchUpInside"), .raise(gesture: "own", state: "began"),
            .focus(view: "page"), .describe(view: nil), .remove(view: "guest"), .cancelTouches(view: nil),
            .set(view: "nobody", properties: [:]),
        ] {
            _ = pipeline.commands.submit(command, from: "c") { _ in }
            pipeline.carryOutCommands()
        }
    }

    private static func plan(_ text: String) throws -> LayoutPlan {
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: [Counter.type], reading) }
        return try #require(plan, "\(reading.sorted.map(\.problem.message))")
    }

    private static func layout(_ mood: String, _ more: String) -> String {
        """
        plugins: { c: { type: counter, mood: \(mood) } }
        screens:
          - size: [1000, 1000]
            idle: { after: 5s, do: [c.count] }
            dark: { after: 8s, do: c.count, wake: c.count }
            on: { ghost: c.count }
            input: { filters: { ghosts: 10min } }
        on: { touches: c.count }
        firstResponder: field
        root:
          id: page
          multipleTouchEnabled: true
          on: { touches: { c.count: { at: '{{x}},{{y}}' }, pass: true } }
          controller: { present: { id: sheet, view: { id: sheetView, hidden: true } } }
          gestures:
            - { id: pinch, type: pinch, on: { changed: c.count }, simultaneousWith: "*" }
            - { id: edge, type: screenEdgePan, edges: all, delaysTouchesBegan: true, on: { recognized: c.count } }
          subviews:
            - { id: door, class: Button, frame: [0, 0, 400, 400], on: { touchUpInside: c.count, touchDown: c.count } }
            - { id: lamp, class: Switch, frame: [400, 0, 300, 200], on: { valueChanged: c.count } }
            - { id: volume, class: Slider, frame: [0, 400, 600, 200], range: [0, 10], on: { valueChanged: c.count } }
            - id: map
              frame: [600, 200, 400, 600]
              transform: { rotation: 10 }
              multipleTouchEnabled: true
              gestures:
                - { id: tap, type: tap, on: { recognized: c.count } }
                - { id: twice, type: tap, taps: 2, on: { recognized: c.count } }
                - { id: hold, type: longPress, on: { began: c.count } }
                - { id: pan, type: pan, on: { changed: c.count, ended: c.count } }
                - { id: turn, type: rotation, on: { changed: c.count } }
                - { id: own, type: custom, requireToFail: tap }
              sequences: [{ id: steps, steps: [tap, tap], on: { recognized: c.count, failed: c.count } }]
            - { id: field, frame: [0, 600, 300, 200], on: { touches: c.count } }
        \(more)
        """
    }

    private static let first = layout("calm", "    - { id: one, frame: [300, 600, 100, 100] }")
    private static let second = layout("gay", "    - { id: two, frame: [300, 700, 100, 100], subviews: [{ id: x }] }")
}

/// A plugin that counts its events.
private final class Counter: Plugin {
    nonisolated(unsafe) static var heard = 0

    struct Settings: Equatable, Sendable {
        var mood = ""
    }

    static let type = PluginType(
        Table<Settings>("counter", "Counts.", of: Settings()) {
            Key("mood", Setting<String>.text, \.mood, "What makes one counter another.")
        },
        handlers: [HandlerType("count", Setting<TemplateValue>.anything, default: TemplateValue.null, "Counts.")]
    ) { (_, _) throws(ServiceError) in Counter() }

    func start() throws(ServiceError) {}

    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        Self.heard += 1
        _ = binding.arguments.expanded(handlerEvent, binding)
        return .accepted
    }

    var health: PluginHealth { PluginHealth() }
}
