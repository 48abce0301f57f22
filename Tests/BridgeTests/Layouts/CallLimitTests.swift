import Bridge
import Foundation
import HandlerEvents
import InputEvents
import JSON
import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests `atMost:` and `after:` of handler calls.
struct CallLimitTests {
    private func stage(_ calls: String, _ rest: String = "", tracing: Bool = false) throws -> LayoutStage {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              subviews:
                - id: volume
                  class: Slider
                  frame: [0, 0, 331, 40]
                  range: [0, 100]
                  on: { valueChanged: \(calls) }
            \(rest)
            """,
            tracing: tracing
        )
        _ = stage.drain()
        return stage
    }

    /// Drags the slider's thumb to `value`. The value 0 begins the touch on the thumb.
    private func drag(_ stage: LayoutStage, to value: Double, at time: Int64) {
        if value == 0 { stage.down(16, 20, at: time) } else { stage.move(16 + value * 3, 20, at: time) }
    }

    private func values(_ stage: LayoutStage) -> [Double] { stage.journal.handlerEvents.map { $0.value.rounded() } }

    private func outcomes(_ stage: LayoutStage) -> [String] {
        stage.trace.filter { $0.contains(#""kind":"handler""#) }.map { line in
            line.components(separatedBy: #""outcome":""#)[1].filter(\.isLetter)
        }
    }

    // MARK: Rates

    @Test
    func `in any second, a call is made at most as often as its rate allows`() throws {
        let stage = try stage("{ m.note: ~, atMost: 3/s }", tracing: true)
        drag(stage, to: 0, at: 0)
        for step in 1...50 { drag(stage, to: Double(step), at: Int64(step) * 100_000) }
        let times = stage.journal.handlerEvents.map(\.time)
        #expect(times.prefix(6) == [100_000, 200_000, 300_000, 1_100_000, 1_200_000, 1_300_000])
        for time in times { #expect(times.count { (time..<time + 1_000_000).contains($0) } <= 3) }
        #expect(outcomes(stage).prefix(5) == ["accepted", "accepted", "accepted", "limited", "limited"])
        let health = try #require(stage.pipeline.plugins.health.first { $0.name == "m" }?.health)
        #expect(health.limited == 50 - times.count)
        #expect(health.dropped == 0)
    }

    @Test(.atLimit("call-rate"), arguments: [("100/s", 100, 1), ("2/min", 2, 60), ("1/h", 1, 3600)])
    func `rates count calls per second, minute and hour`(_ rate: String, _ count: Int, _ seconds: Int64) throws {
        let stage = try stage("m.note", "actions: { ring: { m.note: ~, atMost: \(rate) } }")
        func ring(_ times: Int, at time: Int64) {
            // Each plugin can send at most 50 actions per second.
            for number in 0..<times {
                let plugin = "p\(number / 40)"
                _ = stage.pipeline.commands.submit(.emit(action: "ring", value: 1), from: plugin, reply: nil)
            }
            _ = stage.pipeline.carryOutCommands(at: time, within: .init(microseconds: 1_000_000))
        }
        ring(count, at: 1)
        ring(1, at: seconds * 1_000_000)
        #expect(stage.journal.handlerEvents.count == count)
        ring(1, at: seconds * 1_000_000 + 1)
        #expect(stage.journal.handlerEvents.count == count + 1)
    }

    @Test
    func `the condition of a call is tested before its rate limit`() throws {
        let stage = try stage(#"{ m.note: ~, when: "{{value}} > 20", atMost: 1/s }"#)
        for (time, value) in [0, 10.0, 30, 40].enumerated() { drag(stage, to: value, at: Int64(time)) }
        #expect(values(stage) == [30])
    }

    @Test
    func `of several fingers in one frame, the rate allows the first ones`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root: { multipleTouchEnabled: true, on: { touches: { m.note: ~, atMost: 2/s } } }
            """,
            tracing: true
        )
        stage.send(began: [(100, 10), (300, 20), (150, 30)], at: 10)
        #expect(stage.journal.handlerEvents.map(\.touch) == [1, 2])
        // All events of the binding count against its rate.
        stage.up(100, 10, at: 20)
        #expect(stage.journal.handlerEvents.count == 2)
        #expect(outcomes(stage) == ["accepted", "accepted", "limited", "limited"])
    }

    @Test
    func `tree commands have rate limits, too`() throws {
        let stage = try stage("{ tree.set: { view: volume, tag: \"{{value}}\" }, atMost: 1/s }")
        for (time, value) in [0, 10.0, 30].enumerated() { drag(stage, to: value, at: Int64(time)) }
        #expect(try stage.view("volume").tag == 10)
    }

    // MARK: Delays

    @Test
    func `a delayed call is made with the last event when no event has followed`() throws {
        let stage = try stage("{ m.note: ~, after: 200ms }", tracing: true)
        drag(stage, to: 0, at: 0)
        for step in 1...5 { drag(stage, to: Double(step * 10), at: Int64(step) * 150_000) }
        stage.pipeline.advance(to: 949_999)
        #expect(values(stage) == [])
        stage.pipeline.advance(to: 950_000)
        #expect(values(stage) == [50])
        #expect(stage.journal.handlerEvents.map(\.time) == [950_000])
        #expect(outcomes(stage) == ["delayed", "delayed", "delayed", "delayed", "delayed", "accepted"])
        stage.pipeline.advance(to: 5_000_000)
        #expect(values(stage) == [50])
        drag(stage, to: 70, at: 6_000_000)
        stage.pipeline.advance(to: 6_200_000)
        #expect(values(stage) == [50, 70])
    }

    @Test
    func `an event at the due time postpones the call`() throws {
        let stage = try stage("{ m.note: ~, after: 200ms }")
        let number = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        func send(_ events: ContiguousArray<RawEvent>) { stage.pipeline.take(events.span, of: number) }
        send(ContiguousArray(Streams.down(0, 1, 16, 20, at: 1000)))
        send([RawEvent(.contactX, 46, at: 2000), RawEvent(.report, at: 2000)])
        send([RawEvent(.contactX, 76, at: 202_000), RawEvent(.report, at: 202_000)])
        #expect(stage.journal.handlerEvents.isEmpty)
        send([RawEvent(.contactX, 106, at: 402_001), RawEvent(.report, at: 402_001)])
        #expect(stage.journal.handlerEvents.map(\.time) == [402_000])
    }

    @Test
    func `the delay of a withheld touch begins when the touch is delivered`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              multipleTouchEnabled: true
              on: { touchesBegan: { m.note: ~, after: 100ms } }
              gestures: [{ type: touchLimit, maximumTouches: 1, decideWithin: 80ms }]
            """
        )
        stage.down(200, 200, at: 1000)
        stage.pipeline.advance(to: 180_000)
        #expect(stage.journal.handlerEvents.isEmpty, "the touch was delivered at 81 ms")
        stage.pipeline.advance(to: 181_000)
        #expect(stage.journal.handlerEvents.map(\.time) == [181_000])
    }

    @Test
    func `calls that are due at the same time are made in the order of their first events`() throws {
        let stage = try stage(
            "[{ m.note: b, after: 200ms }, { m.note: a, after: 100ms }, { m.note: c, after: 200ms }, m.note]"
        )
        drag(stage, to: 0, at: 0)
        drag(stage, to: 10, at: 1000)
        stage.pipeline.advance(to: 1_000_000)
        #expect(stage.drain().map { $0.suffix(3) } == ["ged", #""a""#, #""b""#, #""c""#])
    }

    @Test
    func `the delay of a call for a withheld touch begins when the touch is delivered`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              gestures: [{ type: longPress, delaysTouchesBegan: true }]
              on: { touchesBegan: { m.note: ~, after: 100ms } }
            """
        )
        stage.down(100, 100, at: 0)
        stage.up(100, 100, at: 300_000)
        stage.pipeline.advance(to: 1_000_000)
        #expect(stage.journal.handlerEvents.map(\.time) == [400_000])
    }

    @Test
    func `with a rate limit too, a delayed call waits until the rate allows it`() throws {
        let stage = try stage("{ m.note: ~, after: 10ms, atMost: 1/s }", tracing: true)
        drag(stage, to: 0, at: 0)
        drag(stage, to: 10, at: 1000)
        drag(stage, to: 20, at: 2000)
        drag(stage, to: 30, at: 500_000)
        drag(stage, to: 40, at: 1_100_000)
        stage.pipeline.advance(to: 3_000_000)
        #expect(values(stage) == [20, 30, 40])
        #expect(stage.journal.handlerEvents.map(\.time) == [12_000, 1_012_000, 2_012_000])
        let expected = ["delayed", "delayed", "accepted", "delayed", "accepted", "delayed", "accepted"]
        #expect(outcomes(stage) == expected)
    }

    @Test
    func `all events of a binding postpone one call, and a cancellation does not drop it`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root: { on: { touches: { m.note: "{{event}}", after: 100ms } } }
            """
        )
        _ = stage.drain()
        stage.down(10, 10, at: 0)
        stage.move(20, 10, at: 50_000)
        stage.pipeline.pause()
        stage.pipeline.advance(to: 149_999)
        #expect(stage.drain() == [])
        stage.pipeline.advance(to: 150_000)
        #expect(stage.journal.handlerEvents.map(\.event) == [.touchesCancelled])
        #expect(stage.journal.handlerEvents.map(\.stream) == [0])
    }

    @Test
    func `the removal of the device and of the view does not drop a delayed call`() throws {
        let stage = try stage("{ m.note: ~, after: 100ms }")
        drag(stage, to: 0, at: 0)
        drag(stage, to: 10, at: 1000)
        #expect(stage.ask(.remove(view: "volume")) == .done)
        stage.pipeline.advance(to: 1_000_000)
        #expect(values(stage) == [10])
    }

    @Test
    func `a reload and the end make delayed calls at once`() throws {
        let stage = try stage("[{ m.note: ~, after: 1h }, { tree.set: { view: volume, tag: 7 }, after: 1h }]")
        drag(stage, to: 0, at: 0)
        drag(stage, to: 10, at: 1000)
        let plan = stage.pipeline.plan
        _ = stage.pipeline.reload(plan, at: 2000)
        #expect(values(stage) == [10])
        // The tree command ran in the former tree, and its value survived the reload.
        #expect(try stage.view("volume").tag == 7)
        #expect(stage.pipeline.nextDeadline == nil)
        stage.up(46, 20, at: 2500)
        stage.down(46, 20, at: 3000)
        drag(stage, to: 20, at: 4000)
        #expect(values(stage) == [10])
        stage.pipeline.beginStopping()
        #expect(values(stage).last == 20)
    }

    @Test
    func `a reload makes a delayed call that waits for its rate`() throws {
        let stage = try stage("{ m.note: ~, after: 10ms, atMost: 1/min }")
        drag(stage, to: 0, at: 0)
        drag(stage, to: 10, at: 1000)
        drag(stage, to: 20, at: 500_000)
        stage.pipeline.advance(to: 600_000)
        #expect(values(stage) == [10])
        _ = stage.pipeline.reload(stage.pipeline.plan, at: 700_000)
        #expect(values(stage) == [10, 20])
    }

    @Test
    func `a delayed call that causes itself is made once for each delay`() throws {
        let calls = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              subviews:
                - { id: bell, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: [m.note, { tree.send: { view: bell, event: touchUpInside }, after: 100ms }] } }
            """
        )
        _ = calls.drain()
        calls.tap(50, 50, at: 0)
        calls.pipeline.advance(to: 1_050_000)
        #expect(calls.journal.handlerEvents.count == 11)
        // A reload makes delayed calls immediately. It drops new delayed calls caused by them, because the reload would
        // otherwise never end.
        _ = calls.pipeline.reload(calls.pipeline.plan, at: 1_060_000)
        calls.pipeline.advance(to: 9_000_000)
        #expect(calls.journal.handlerEvents.count == 12)
    }

    @Test
    func `live and replayed traces are equal`() throws {
        func trace(_ step: Int64) throws -> [String] {
            let stage = try stage("[{ m.note: ~, after: 100ms }, { m.note: ~, atMost: 2/s }]", tracing: true)
            for (index, value) in [0, 10.0, 20, 0, 50].enumerated() {
                let time = Int64(index) * 120_000
                // Unlike a replay, a live pipeline also wakes up between events.
                if step > 0 {
                    for now in stride(from: time - 119_000, to: time, by: Int(step)) { stage.pipeline.advance(to: now) }
                }
                drag(stage, to: value, at: time)
            }
            stage.pipeline.advance(to: 9_000_000)
            return stage.trace
        }
        #expect(try trace(0) == trace(7000))
        #expect(try trace(0).contains { $0.contains("delayed") })
    }

    // MARK: Errors

    @Test(
        .pastLimit("call-rate", "delayed-calls"),
        arguments: [
            (
                "{ m.note: ~, atMost: often }",
                "'atMost' must be a rate from 1 to 100 calls per s, min or h, such as 5/s"
            ),
            ("{ m.note: ~, atMost: 0/s }", "'atMost' must be a rate"),
            ("{ m.note: ~, atMost: 101/s }", "'atMost' must be a rate"),
            ("{ m.note: ~, atMost: 5 }", "'atMost' must be a rate"),
            ("{ m.note: ~, atMost: 5/day }", "'atMost' must be a rate"),
            ("{ m.note: ~, after: 0ms }", "'after' must be a time from 1ms to 1h"),
            ("{ m.note: ~, after: 61min }", "'after' must be a time from 1ms to 1h"),
            ("{ atMost: 5/s }", "'atMost' has no effect without a handler call; add a call, or remove 'atMost'"),
            ("{ do: [{ m.note: ~, after: 1s }], after: 2s }", "'m.note' has two delays; remove one"),
            ("{ do: [ring], atMost: 1/s }", "the action 'ring' cannot have a rate limit; bind it without 'atMost'"),
            (
                "[\(Array(repeating: "{ m.note: 1, after: 1s }", count: 1001).joined(separator: ", "))]",
                "more than 1000 calls in the layout have 'after'"
            ),
        ]
    )
    func `an invalid rate or delay is an error`(_ calls: String, _ message: String) {
        let (_, mistakes) = LayoutStage.read(
            "root: { class: Button, on: { touchDown: \(calls) }, actions: { ring: m.note } }"
        )
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }

    @Test(.atLimit("delayed-calls"))
    func `a thousand delayed calls are accepted`() throws {
        let calls = Array(repeating: "{ m.note: 1, after: 1s }", count: 1000).joined(separator: ", ")
        let stage = try stage("[\(calls)]")
        drag(stage, to: 0, at: 0)
        drag(stage, to: 10, at: 1000)
        stage.pipeline.advance(to: 2_000_000)
        #expect(stage.journal.handlerEvents.count == 1000)
    }

    @Test
    func `calls that switch a screen, and timers, restrict the keys`() {
        let dark = "screens: [{ size: [9, 9], dark: { after: 1s, wake: { m.note: ~, atMost: 1/s } } }]\nroot: {}"
        #expect(LayoutStage.read(dark).mistakes.contains { $0.contains("a call in 'dark' cannot have 'atMost'") })
        let timer = "root: {}\ntimers: [{ m.note: 1, every: 1s, after: 1s }]"
        #expect(LayoutStage.read(timer).mistakes.contains { $0.contains("'m.note' is never called") })
    }
}
