import Bridge
import HandlerEvents
import JSON
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import TestTraits
import Testing

/// Buttons with `autorepeat`.
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
