import ResponderKit
import TestTraits
import Testing

/// Tests gestures interrupted by a change of the recognizer or its view.
@Suite struct GestureBreakOffTests {
    enum Way: CaseIterable { case disable, detach, removeView }
    typealias State = GestureRecognizer.State

    static let states: [State] = [.possible, .began, .changed, .ended, .cancelled, .failed]

    let stage = Stage()

    private func breakOff(_ one: GestureRecognizer, _ way: Way) {
        switch way {
        case .disable: one.isEnabled = false
        case .detach: one.view?.removeGestureRecognizer(one)
        case .removeView: one.view?.removeFromSuperview()
        }
    }

    private func cause(_ way: Way) -> String { way == .disable ? "disabled" : "removed" }

    private func bring(_ one: GestureRecognizer, to state: State) {
        switch state {
        case .possible: break
        case .began, .ended, .failed: one.state = state
        case .changed, .cancelled:
            one.state = .began
            one.state = state
        }
    }

    @Test(.rule("G50", "G51"), arguments: Way.allCases, states)
    func `aborting cancels a gesture that began and fails one that did not`(way: Way, state: State) {
        let parent = stage.addView("p")
        let view = stage.addView("v", to: parent)
        let one = stage.attach("a", .waits, to: view)
        one.writes = .touches
        stage.down(1, 150, 150, at: 0)
        bring(one, to: state)
        _ = stage.recorder.take()
        let log = stage.watchTransitions()
        breakOff(one, way)
        var expected: [String] = []
        switch state {
        case .possible: expected = ["a possible>failed: \(cause(way))"]
        case .began, .changed: expected = ["a \(state)>cancelled: \(cause(way))"]
        case .ended, .cancelled, .failed: break
        }
        #expect(log.take().filter { !$0.hasSuffix("reset") } == expected)
        #expect(
            stage.recorder.take().filter { $0.hasPrefix("a") }
                == (state == .began || state == .changed ? ["a cancelled"] : [])
        )
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.log.filter { $0.hasPrefix("a") } == [])
        #expect(one.state == .possible)
        #expect(log.take().filter { !$0.hasSuffix("reset") } == [])
    }

    @Test(.rule("G50", "G51"), arguments: Way.allCases)
    func `a gesture aborted in its own action is cancelled at once`(way: Way) {
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        one.addAction { if $0.state == .began { breakOff($0, way) } }
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(
            log.take().filter { !$0.hasSuffix("reset") } == [
                "a possible>began: subclass", "a began>cancelled: \(cause(way))",
            ]
        )
        stage.move(1, 170, 150, at: 20)
        stage.up(at: 30)
        #expect(stage.log.filter { $0.hasPrefix("a") } == ["a began", "a cancelled"])
        #expect(stage.log.filter { $0.hasPrefix("v") } == ["v began", "v cancelled"])
    }

    @Test(.rule("G50", "G51"), arguments: Way.allCases)
    func `a gesture aborted in another one's action is cancelled`(way: Way) {
        let parent = stage.addView("p")
        let view = stage.addView("v", to: parent)
        view.passesOn = false
        let one = stage.attach("a", .follows, to: view)
        let other = stage.attach("b", .recognizes(.up), to: parent)
        one.plan = .follows
        one.prevents = false
        one.isPreventable = false
        other.plan = .recognizes(.move)
        other.addAction { _ in breakOff(one, way) }
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(
            log.take().filter { !$0.hasSuffix("reset") } == [
                "a possible>began: subclass", "b possible>ended: subclass", "a began>cancelled: \(cause(way))",
            ]
        )
        #expect(stage.log.filter { !$0.hasPrefix("v") } == ["a began", "b ended", "a cancelled"])
    }

    @Test(.rule("G50", "G51"), arguments: Way.allCases)
    func `a recognizer aborted before it received the event does not receive it`(way: Way) {
        let parent = stage.addView("p")
        let view = stage.addView("v", to: parent)
        let one = stage.attach("a", .waits, to: view)
        let other = stage.attach("b", .recognizes(.move), to: view)
        other.writes = .touches
        one.onTouches = { _, phase, _, _ in if phase == .moved { breakOff(other, way) } }
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.log.filter { $0.hasPrefix("b") } == ["b sees began"])
    }

    @Test(.rule("G50", "G51"), arguments: Way.allCases)
    func `a gesture aborted while it waits fails`(way: Way) {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.down), to: view)
        one.require(toFail: stage.attach("b", .waits, to: stage.window))
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        breakOff(one, way)
        stage.up(at: 20)
        #expect(
            log.take().filter { !$0.hasSuffix("reset") } == [
                "a waits for b", "a possible>failed: \(cause(way))", "b possible>failed: abandoned",
            ]
        )
        #expect(stage.log.filter { $0.hasPrefix("a") } == [])
    }

    @Test(.rule("G50", "G51"), arguments: Way.allCases)
    func `a double tap aborted between its taps fails`(way: Way) {
        let parent = stage.addView("p")
        let view = stage.addView("v", to: parent)
        let double = stage.attach("double", TapGestureRecognizer(), to: view)
        double.numberOfTapsRequired = 2
        let log = stage.watchTransitions()
        stage.tap(150, 150, at: 0)
        breakOff(double, way)
        #expect(log.take() == ["double possible>failed: \(cause(way))", "double failed>possible: reset"])
        #expect(stage.application.nextDeadline == nil)
        stage.tap(150, 150, at: 150)
        stage.advance(to: 4000)
        #expect(!stage.log.contains("double ended"))
    }

    @Test(.rule("G50", "G25")) func `disabling a recognizer that delays touches releases them`() {
        let view = stage.addView()
        let one = stage.attach("a", .waits, to: view)
        one.delaysTouchesBegan = true
        stage.down(1, 150, 150, at: 0)
        #expect(stage.log == [])
        one.isEnabled = false
        #expect(stage.log == ["v began"])
        stage.up(at: 20)
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("G50", "G14")) func `a recognizer disabled and enabled during a touch receives the next one`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.up), to: view)
        one.writes = .touches
        stage.down(1, 150, 150, at: 0)
        one.isEnabled = false
        one.isEnabled = true
        stage.up(at: 20)
        #expect(stage.recorder.take() == ["a sees began", "v began", "v ended"])
        stage.tap(150, 150, at: 1000)
        #expect(stage.log == ["a sees began", "v began", "a sees ended", "a ended", "v cancelled"])
    }

    @Test(.rule("G52"), arguments: states)
    func `cancelled touches cancel a gesture that began and fail one that did not`(state: State) {
        let view = stage.addView()
        let one = stage.attach("a", .waits, to: view)
        stage.down(1, 150, 150, at: 0)
        bring(one, to: state)
        let log = stage.watchTransitions()
        _ = stage.recorder.take()
        stage.cancel(at: 10)
        switch state {
        case .possible:
            #expect(log.take() == ["a possible>failed: touchesCancelled", "a failed>possible: reset"])
        case .began, .changed:
            #expect(log.take() == ["a \(state)>cancelled: touchesCancelled", "a cancelled>possible: reset"])
        case .ended, .cancelled, .failed: #expect(log.take() == ["a \(state)>possible: reset"])
        }
        #expect(stage.log.filter { $0.hasPrefix("a") } == (state == .began || state == .changed ? ["a cancelled"] : []))
    }

    @Test(.rule("G52")) func `a tap fails when its touch is cancelled`() {
        let view = stage.addView()
        _ = stage.attach("tap", TapGestureRecognizer(), to: view)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.cancel(at: 10)
        #expect(log.take() == ["tap possible>failed: touchesCancelled", "tap failed>possible: reset"])
        #expect(stage.log == ["v began", "v cancelled"])
    }
}
