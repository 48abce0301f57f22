import Bridge
import HandlerEvents
import JSON
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests the repeated `touchDown` events of buttons with `autorepeat`.
struct AutorepeatTests {
    private func stage(_ calls: String = "m.note", tracing: Bool = false) throws -> LayoutStage {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              subviews:
                - id: louder
                  class: Button
                  frame: [0, 0, 100, 100]
                  trackingMargin: 0
                  autorepeat: { delay: 300ms, interval: 50ms }
                  on: { touchDown: \(calls), touchUpInside: n.note, touchCancel: n.note }
            """,
            tracing: tracing
        )
        _ = stage.drain()
        return stage
    }

    /// Times of the `touchDown` events, in milliseconds.
    private func times(_ stage: LayoutStage) -> [Int64] {
        stage.journal.handlerEvents.filter { $0.event == .touchDown }.map { $0.time / 1000 }
    }

    @Test
    func `a pressed button sends touchDown again after the delay, and then after each interval`() throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        stage.pipeline.advance(to: 420_000)
        #expect(times(stage) == [0, 300, 350, 400])
        stage.up(50, 50, at: 425_000)
        stage.pipeline.advance(to: 2_000_000)
        #expect(times(stage) == [0, 300, 350, 400])
        #expect(stage.journal.handlerEvents.count { $0.event == .touchUpInside } == 1)
        #expect(stage.pipeline.nextDeadline == nil)
        // Repetitions belong to no touch.
        #expect(stage.journal.handlerEvents.filter { $0.event == .touchDown }.map(\.touch) == [1, 0, 0, 0])
    }

    @Test
    func `a brief tap and a command's event are not repeated`() throws {
        let stage = try stage()
        stage.tap(50, 50, at: 0)
        #expect(stage.ask(.send(view: "louder", event: "touchDown")) == .done)
        stage.pipeline.advance(to: 2_000_000)
        #expect(times(stage).count == 2 && stage.pipeline.nextDeadline == nil)
    }

    @Test
    func `a command's events of a pressed button neither postpone nor end the repetitions`() throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        stage.pipeline.advance(to: 290_000)
        for event in ["touchDown", "touchUpInside", "touchUpOutside", "touchCancel"] {
            #expect(stage.ask(.send(view: "louder", event: event)) == .done)
        }
        stage.pipeline.advance(to: 360_000)
        #expect(times(stage).filter { $0 > 290 } == [300, 350])
    }

    @Test
    func `a second finger neither doubles the rate nor continues the repetitions`() throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        stage.down(60, 60, at: 100_000, finger: 1)
        stage.pipeline.advance(to: 420_000)
        #expect(times(stage) == [0, 300, 350, 400])
        stage.up(50, 50, at: 425_000)
        stage.pipeline.advance(to: 2_000_000)
        #expect(times(stage) == [0, 300, 350, 400] && stage.pipeline.nextDeadline == nil)
    }

    @Test
    func `a lift outside the button ends the repetitions, so that no timer remains`() throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        stage.move(200, 200, at: 310_000)
        stage.up(200, 200, at: 320_000)
        #expect(times(stage) == [0, 300] && stage.pipeline.nextDeadline == nil)
    }

    @Test
    func `a new press starts with the delay again`() throws {
        let stage = try stage()
        stage.tap(50, 50, at: 0)
        stage.down(50, 50, at: 200_000)
        stage.pipeline.advance(to: 560_000)
        #expect(times(stage) == [0, 200, 500, 550])
    }

    @Test
    func `an event at the time of a repetition comes first`() throws {
        let stage = try stage()
        let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        // The touch is inside the button: 100 of the panel's 1000 units correspond to 40 of the screen's 400 points.
        stage.pipeline.take(Streams.down(0, 1, 100, 100, at: 1).span, of: panel)
        stage.pipeline.take(Streams.up(0, at: 350_001).span, of: panel)
        stage.pipeline.advance(to: 2_000_000)
        #expect(stage.journal.handlerEvents.map(\.time) == [1, 300_001, 350_001])
    }

    @Test
    func `a hidden button repeats, as the touch goes on`() throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        #expect(stage.ask(.set(view: "louder", properties: ["hidden": true])) == .done)
        stage.pipeline.advance(to: 360_000)
        #expect(times(stage) == [0, 300, 350])
    }

    @Test(.atLimit("autorepeat-count"), .tags(.determinism), arguments: [Int64(70_000), 1_000_000, 3_600_000_000])
    func `a press is repeated 1000 times, also in a gap without events`(_ step: Int64) throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        for now in stride(from: step, through: max(step, 60_000_000), by: Int(step)) { stage.pipeline.advance(to: now) }
        #expect(times(stage) == [0] + (0..<1000).map { 300 + 50 * $0 })
    }

    @Test(.pastLimit("autorepeat-count"))
    func `after 1000 repetitions, the next press repeats again`() throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        stage.pipeline.advance(to: 100_000_000)
        #expect(times(stage).count == 1001 && stage.pipeline.nextDeadline == nil)
        stage.up(50, 50, at: 100_000_000)
        stage.down(50, 50, at: 101_000_000)
        stage.pipeline.advance(to: 101_360_000)
        #expect(times(stage).count == 1004)
    }

    @Test(.tags(.determinism))
    func `timers, delayed calls and two buttons with equal times have the same order live and replayed`() throws {
        func lines(_ step: Int64) throws -> [String] {
            let button = "class: Button, autorepeat: { delay: 100ms, interval: 20ms }"
            let stage = try LayoutStage(
                """
                screens: [{ size: [400, 400] }]
                timers: [{ every: 100ms, m.note: timer }]
                root:
                  subviews:
                    - { id: a, frame: [0, 0, 100, 100], \(button), on: { touchDown: [m.note: a, { m.note: late, after: 20ms }] } }
                    - { id: b, frame: [200, 0, 100, 100], \(button), on: { touchDown: { m.note: b } } }
                """
            )
            _ = stage.drain()
            stage.down(250, 50, at: 0, finger: 1)
            stage.down(50, 50, at: 0)
            for now in stride(from: step, through: 840_000, by: Int(step)) { stage.pipeline.advance(to: now) }
            return zip(stage.drain(), stage.journal.handlerEvents).map { "\($1.time) \($0)" }
        }
        let all = try lines(840_000)
        #expect(all.count > 80)
        #expect(try lines(20_000) == all && lines(1000) == all)
    }

    @Test
    func `a button on a page that is dismissed, and one whose superview is removed, stop`() throws {
        for isPage in [true, false] {
            let button = "class: Button, autorepeat: {}, on: { touchDown: m.note, touchCancel: n.note }"
            let stage = try LayoutStage(
                """
                screens: [{ size: [400, 400] }]
                root:
                  controller: { id: home, class: ViewController, pages: [{ id: sheet, view: { \(button) } }] }
                  subviews: [{ id: group, subviews: [{ \(button) }] }]
                actions: { open: { tree.present: sheet }, close: { tree.dismiss: sheet } }
                """
            )
            if isPage { #expect(stage.ask(.emit(action: "open", value: 0)) == .done) }
            stage.down(50, 50, at: 0)
            stage.pipeline.advance(to: 610_000)
            #expect(stage.journal.handlerEvents.count == 3)
            #expect(stage.ask(isPage ? .emit(action: "close", value: 0) : .remove(view: "group")) == .done)
            stage.pipeline.advance(to: 2_000_000)
            #expect(stage.journal.handlerEvents.map(\.event) == [.touchDown, .touchDown, .touchDown, .touchCancel])
            #expect(stage.pipeline.nextDeadline == nil)
        }
    }

    @Test
    func `nothing is repeated while the finger is outside`() throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        stage.move(150, 50, at: 310_000)
        stage.move(50, 50, at: 460_000)
        stage.pipeline.advance(to: 520_000)
        #expect(times(stage) == [0, 300, 500])
    }

    @Test(arguments: ["cancel", "disable", "remove", "pause", "reload"])
    func `a cancellation ends the repetitions`(_ cause: String) throws {
        let stage = try stage()
        stage.down(50, 50, at: 0)
        stage.pipeline.advance(to: 310_000)
        switch cause {
        case "cancel": #expect(stage.ask(.cancelTouches(view: nil)) == .done)
        case "disable": #expect(stage.ask(.set(view: "louder", properties: ["enabled": false])) == .done)
        case "remove": #expect(stage.ask(.remove(view: "louder")) == .done)
        case "pause": stage.pipeline.pause()
        default: _ = stage.pipeline.reload(stage.pipeline.plan, at: 310_000)
        }
        stage.pipeline.advance(to: 2_000_000)
        #expect(times(stage) == [0, 300] && stage.pipeline.nextDeadline == nil)
    }

    @Test
    func `a handler can disable its button during a repetition`() throws {
        let stage = try stage("[m.note, { tree.disable: louder, when: \"{{touch}} == 0\" }]")
        stage.down(50, 50, at: 0)
        stage.pipeline.advance(to: 2_000_000)
        #expect(times(stage) == [0, 300] && stage.pipeline.nextDeadline == nil)
        #expect(stage.journal.handlerEvents.count { $0.event == .touchCancel } == 1)
    }

    @Test(.tags(.determinism))
    func `live and replayed traces are equal`() throws {
        func trace(_ step: Int64) throws -> [String] {
            let stage = try stage("[m.note, { tree.toggle: { view: louder, property: selected } }]", tracing: true)
            stage.down(50, 50, at: 0)
            if step > 0 {
                for now in stride(from: step, to: 900_000, by: Int(step)) { stage.pipeline.advance(to: now) }
            }
            stage.up(50, 50, at: 900_000)
            return stage.trace
        }
        #expect(try trace(0) == trace(7000))
        #expect(try trace(0).count { $0.contains(#""event":"touchDown""#) } > 12)
    }

    @Test(.atLimit("autorepeat-rate"))
    func `an interval of 20 ms makes fifty events per second`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root: { class: Button, autorepeat: { delay: 20ms, interval: 20ms }, on: { touchDown: m.note } }
            """
        )
        stage.down(50, 50, at: 0)
        stage.pipeline.advance(to: 1_000_000)
        #expect(times(stage).count == 51)
    }

    @Test(
        .pastLimit("autorepeat-rate"),
        arguments: [
            ("class: Button, autorepeat: { interval: 19ms }", "'interval' must be a time from 20ms to 10s"),
            ("class: Button, autorepeat: { delay: 10.1s }", "'delay' must be a time from 20ms to 10s"),
            ("class: Slider, autorepeat: {}", "a Slider has no 'autorepeat'; use a Button, or remove 'autorepeat'"),
            ("class: Button, autoRepeat: {}", "did you mean 'autorepeat'?"),
        ]
    )
    func `mistakes are reported with the remedy`(_ keys: String, _ message: String) {
        let mistakes = LayoutStage.read("root: { \(keys), on: { touchDown: m.note } }").mistakes
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }

    @Test
    func `autorepeat without a handler of touchDown is a warning`() {
        let mistakes = LayoutStage.read("root: { class: Button, autorepeat: {}, on: { touchUpInside: m.note } }")
            .mistakes
        #expect(mistakes.count == 1 && mistakes[0].contains("'autorepeat' repeats 'touchDown'"), "\(mistakes)")
    }
}
