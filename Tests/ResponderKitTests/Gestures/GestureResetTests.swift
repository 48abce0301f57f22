import ResponderKit
import TestTraits
import Testing

/// Tests when a recognizer resets for a new attempt.
@Suite struct GestureResetTests {
    /// A tap recognizer that records its resets.
    final class ResettingTap: TapGestureRecognizer {
        let recorder: Recorder

        init(_ recorder: Recorder) {
            self.recorder = recorder
            super.init()
        }

        override func reset() {
            super.reset()
            recorder.write("reset \(state)")
        }
    }

    let stage = Stage()

    @Test(.rule("G47", "G48"))
    func `a finished recognizer receives no further moves of its fingers, and no new fingers`() {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let one = stage.attach("a", .recognizes(.move), to: view)
        one.writes = [.touches, .resets]
        stage.report(at: 0, .began(1, 150, 150), .began(2, 200, 150))
        stage.move(1, 160, 150, at: 10)
        #expect(stage.recorder.take() == ["a sees began 2", "v began 2", "a sees moved", "a ended", "v cancelled 2"])
        #expect(one.state == .ended)
        stage.move(1, 170, 150, at: 20)
        stage.down(3, 250, 150, at: 30)
        stage.up(1, at: 40)
        #expect(one.state == .ended)
        #expect(stage.recorder.take() == ["v began"])
        stage.up(2, at: 50)
        #expect(one.state == .possible)
        #expect(stage.recorder.take() == ["a reset"])
        stage.move(3, 260, 150, at: 60)
        stage.up(3, at: 70)
        #expect(stage.recorder.take() == ["v moved", "v ended"])
        stage.down(1, 150, 150, at: 1000)
        #expect(stage.log == ["a sees began", "v began"])
    }

    @Test(.rule("G47", "G48"), arguments: [ScriptedRecognizer.Plan.recognizes(.up), .fails(.up)])
    func `the reset follows the end of the event`(plan: ScriptedRecognizer.Plan) {
        let view = stage.addView()
        let one = stage.attach("a", plan, to: view)
        one.writes = .resets
        one.cancelsTouchesInView = false
        var states: [GestureRecognizer.State] = []
        view.onEnded = { [unowned one] _, _ in states.append(one.state) }
        stage.tap(150, 150, at: 0)
        if case .recognizes = plan {
            #expect(stage.log == ["v began", "a ended", "v ended", "a reset"])
            #expect(states == [.ended])
        } else {
            #expect(stage.log == ["v began", "v ended", "a reset"])
            #expect(states == [.failed])
        }
        #expect(one.state == .possible)
        #expect(one.numberOfTouches == 0)
    }

    @Test(.rule("G49")) func `a double tap is not reset between its taps`() {
        let view = stage.addView()
        let tap = stage.attach("tap", ResettingTap(stage.recorder), to: view)
        tap.numberOfTapsRequired = 2
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == ["v began"])
        #expect(tap.state == .possible)
        stage.tap(150, 150, at: 150)
        #expect(stage.recorder.take() == ["v began", "tap ended", "v cancelled 2", "reset possible"])
        stage.tap(150, 150, at: 3000)
        stage.advance(to: 6000)
        #expect(stage.log == ["v began", "v ended", "reset possible"])
    }

    @Test(.rule("G48")) func `a recognizer that never decides fails when its fingers lift`() {
        let view = stage.addView()
        stage.attach("a", .waits, to: view)
        let log = stage.watchTransitions()
        stage.tap(150, 150, at: 0)
        #expect(log.take() == ["a possible>failed: abandoned", "a failed>possible: reset"])
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("G48")) func `a gesture that never ends is cancelled when its fingers lift`() {
        let view = stage.addView()
        let one = stage.attach("a", .waits, to: view)
        one.onTouches = { recognizer, phase, _, _ in if phase == .moved { recognizer.state = .began } }
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(
            log.take() == [
                "a possible>began: subclass", "a began>cancelled: abandoned", "a cancelled>possible: reset",
            ]
        )
        #expect(stage.log == ["v began", "a began", "v cancelled", "a cancelled"])
    }

    @Test(.rule("G49")) func `a deadline keeps the attempt alive until it has passed`() {
        let view = stage.addView()
        let one = stage.attach("a", .waits, to: view)
        one.writes = [.touches, .resets]
        one.onTouches = { recognizer, phase, _, event in
            if phase == .ended { recognizer.deadline = event.timestamp + 0.5 }
        }
        one.onDeadline = { $0.recorder.write("deadline") }
        stage.tap(150, 150, at: 0)
        #expect(one.deadline == 0.55)
        #expect(stage.application.nextDeadline == 550_000)
        #expect(stage.recorder.take() == ["a sees began", "v began", "a sees ended"])
        stage.tap(150, 150, at: 200)
        #expect(stage.application.nextDeadline == 750_000)
        #expect(stage.recorder.take() == ["a sees began", "v began", "a sees ended"])
        stage.advance(to: 749)
        #expect(stage.recorder.take() == [])
        stage.advance(to: 750)
        #expect(stage.application.nextDeadline == nil)
        #expect(stage.recorder.take().first == "deadline")
    }

    @Test(.rule("G47", "G49")) func `a deadline does not outlive the attempt`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.up), to: view)
        one.onTouches = { recognizer, _, _, _ in recognizer.deadline = 1 }
        one.onDeadline = { $0.recorder.write("deadline") }
        stage.tap(150, 150, at: 0)
        #expect(one.deadline == nil)
        stage.advance(to: 2000)
        #expect(stage.log == ["v began", "a ended", "v cancelled"])
    }

    @Test(.rule("G49")) func `a deadline can recognize, and clearing it ends an attempt without fingers`() {
        let view = stage.addView()
        let one = stage.attach("a", .waits, to: view)
        one.onTouches = { recognizer, _, _, event in recognizer.deadline = event.timestamp + 0.5 }
        one.onDeadline = { $0.state = .recognized }
        let log = stage.watchTransitions()
        stage.tap(150, 150, at: 0)
        stage.advance(to: 1000)
        #expect(log.take() == ["a possible>ended: subclass", "a ended>possible: reset"])
        #expect(stage.recorder.take() == ["v began", "a ended", "v cancelled"])
        stage.tap(150, 150, at: 2000)
        one.deadline = nil
        stage.advance(to: 4000)
        #expect(log.take() == ["a possible>failed: abandoned", "a failed>possible: reset"])
        #expect(stage.log == ["v began", "v ended"])
    }
}
