import ResponderKit
import TestTraits
import Testing

@Suite struct GestureStateTests {
    typealias State = GestureRecognizer.State

    static let states: [State] = [.possible, .began, .changed, .ended, .cancelled, .failed]
    /// All legal state transitions.
    static let legal: [State: [State]] = [
        .possible: [.began, .ended, .failed], .began: [.changed, .ended, .cancelled],
        .changed: [.changed, .ended, .cancelled],
    ]

    @Test(.rule("G1")) func `a recognizer starts as possible, and recognized is an alias of ended`() {
        #expect(GestureRecognizer().state == .possible)
        #expect(TapGestureRecognizer().state == .possible)
        #expect(PanGestureRecognizer().state == .possible)
        #expect(State.recognized == .ended)
        #expect(Set(Self.states).count == 6)
    }

    @Test(.rule("G2", "G47")) func `a tap goes from possible to ended or failed`() {
        let stage = Stage()
        let view = stage.addView()
        let tap = stage.attach("tap", TapGestureRecognizer(), to: view)
        let log = stage.watchTransitions()
        stage.tap(150, 150, at: 0)
        #expect(log.take() == ["tap possible>ended: gesture", "tap ended>possible: reset"])
        stage.down(1, 150, 150, at: 1000)
        stage.move(1, 270, 150, at: 1010)
        #expect(tap.state == .failed)
        stage.up(at: 1020)
        #expect(
            log.take() == [
                "tap possible>failed: movedTooFar(distance: 120.0, limit: 45.0)", "tap failed>possible: reset",
            ]
        )
        #expect(stage.log.filter { $0.hasPrefix("tap") } == ["tap ended"])
    }

    @Test(.rule("G2")) func `a swipe goes from possible to ended or failed`() {
        let stage = Stage()
        let view = stage.addView()
        _ = stage.attach("swipe", SwipeGestureRecognizer(), to: view)
        let log = stage.watchTransitions()
        stage.down(1, 110, 150, at: 0)
        stage.move(1, 230, 150, at: 100)
        #expect(log.take() == ["swipe possible>ended: gesture"])
        stage.up(at: 110)
        #expect(log.take() == ["swipe ended>possible: reset"])
        stage.down(1, 110, 150, at: 1000)
        stage.up(at: 1020)
        #expect(log.take() == ["swipe possible>failed: liftedEarly", "swipe failed>possible: reset"])
        #expect(stage.log.filter { $0.hasPrefix("swipe") } == ["swipe ended"])
    }

    @Test(.rule("G4"), arguments: states, states)
    func `an illegal transition has no effect`(old: State, new: State) {
        let stage = Stage()
        let view = stage.addView()
        let one = stage.attach("a", .waits, to: view)
        stage.down(1, 150, 150, at: 0)
        switch old {
        case .possible: break
        case .began, .ended, .failed: one.state = old
        case .changed, .cancelled:
            one.state = .began
            one.state = old
        }
        #expect(one.state == old)
        let log = stage.watchTransitions()
        _ = stage.recorder.take()
        let isLegal = Self.legal[old, default: []].contains(new)
        one.state = new
        #expect(one.state == (isLegal ? new : old))
        #expect(log.take() == (isLegal ? ["a \(old)>\(new): subclass"] : []))
        #expect(stage.log.filter { $0.hasPrefix("a ") } == (isLegal && new != .failed ? ["a \(new)"] : []))
    }

    @Test(.rule("G4")) func `a recognizer without a view has no state to change`() {
        let one = ScriptedRecognizer("a", .waits, Recorder())
        one.state = .began
        one.state = .failed
        one.deadline = 3
        #expect(one.state == .possible)
        #expect(one.deadline == nil)
        #expect(one.recorder.lines == [])
    }

    @Test(.rule("G5")) func `began, each changed and ended call the actions`() {
        let stage = Stage()
        let view = stage.addView()
        stage.attach("a", .follows, to: view)
        stage.down(1, 150, 150, at: 0)
        for step in 1...4 as ClosedRange<Int64> { stage.move(1, 150 + Double(step), 150, at: step * 10) }
        stage.up(at: 50)
        #expect(
            stage.log == ["v began", "a began", "v cancelled", "a changed", "a changed", "a changed", "a ended"]
        )
    }

    @Test(.rule("G5")) func `cancelled calls the actions, and possible and failed do not`() {
        let stage = Stage()
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        one.writes = .resets
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.cancel(at: 20)
        #expect(stage.recorder.take() == ["v began", "a began", "v cancelled", "a cancelled", "a reset"])
        stage.tap(150, 150, at: 1000)
        #expect(stage.log == ["v began", "v ended", "a reset"])
    }
}
