import ResponderKit
import TestTraits
import Testing

/// Tests the mutual prevention of gestures.
@Suite struct PreventionTests {
    /// Records each delegate call about simultaneous recognition, and returns a fixed result.
    final class Mediator: GestureRecognizerDelegate {
        let recorder: Recorder
        let answer: Bool

        init(_ recorder: Recorder, _ answer: Bool) { (self.recorder, self.answer) = (recorder, answer) }

        func gestureRecognizer(
            _ gestureRecognizer: GestureRecognizer,
            shouldRecognizeSimultaneouslyWith other: GestureRecognizer
        ) -> Bool {
            recorder.write("\(gestureRecognizer.name ?? "") with \(other.name ?? "")?")
            return answer
        }
    }

    let stage = Stage()

    @Test(.rule("G30"), arguments: [true, false])
    func `the first recognizer to recognize prevents the others, inner or outer`(isInner: Bool) {
        let view = stage.addView()
        stage.attach("a", .recognizes(.move), to: isInner ? view : stage.window)
        stage.attach("b", .waits, to: isInner ? stage.window : view)
        stage.attach("c", .follows, to: stage.window)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(
            log.take() == [
                "a possible>ended: subclass", "b possible>failed: prevented by a", "c possible>failed: prevented by a",
            ]
        )
        stage.up(at: 20)
        #expect(stage.log == ["v began", "a ended", "v cancelled"])
    }

    @Test(.rule("G30")) func `a long press that begins prevents the tap`() {
        let view = stage.addView()
        _ = stage.attach("tap", TapGestureRecognizer(), to: view)
        _ = stage.attach("press", LongPressGestureRecognizer(), to: view)
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.advance(to: 600)
        #expect(log.take() == ["press possible>began: gesture", "tap possible>failed: prevented by press"])
        stage.up(at: 700)
        #expect(stage.log == ["v began", "press began", "v cancelled", "press ended"])
    }

    @Test(.rule("G31")) func `a recognizer that completes later fails and does not affect the active one`() {
        let view = stage.addView()
        stage.attach("a", .follows, to: stage.window)
        let late = stage.attach("b", .recognizes(.up), to: view)
        late.isPreventable = false
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(log.take() == ["a possible>began: subclass"])
        late.isPreventable = true
        late.plan = .recognizes(.move)
        stage.move(1, 170, 150, at: 20)
        #expect(log.take() == ["b possible>failed: prevented by a", "a began>changed: subclass"])
        stage.up(at: 30)
        #expect(stage.log == ["v began", "a began", "v cancelled", "a changed", "a ended"])
    }

    @Test(.rule("G37")) func `recognizers without a common touch do not prevent each other`() {
        let view = stage.addView()
        let other = ProbeView("w", 500, 500, 200, 200, stage.recorder)
        stage.window.addSubview(other)
        stage.attach("a", .recognizes(.up), to: view)
        stage.attach("b", .recognizes(.up), to: other)
        stage.report(at: 0, .began(1, 150, 150), .began(2, 550, 550))
        stage.report(at: 10, .ended(1, 150, 150), .ended(2, 550, 550))
        #expect(stage.log == ["v began", "w began", "a ended", "b ended", "v cancelled", "w cancelled"])
    }

    @Test(.rule("G33"), arguments: [true, false], [true, false])
    func `prevention requires canPrevent and canBePrevented`(prevents: Bool, isPreventable: Bool) {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .recognizes(.up), to: view)
        one.prevents = prevents
        other.isPreventable = isPreventable
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(other.state == (prevents && isPreventable ? .failed : .possible))
        stage.up(at: 20)
        #expect(
            stage.log == ["v began", "a ended", "v cancelled"] + (prevents && isPreventable ? [] : ["b ended"])
        )
    }

    @Test(.rule("G32", "G33")) func `canPrevent and canBePrevented are asked before the delegates`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .waits, to: view)
        let mediators = [Mediator(stage.recorder, false), Mediator(stage.recorder, false)]
        (one.delegate, other.delegate) = (mediators[0], mediators[1])
        (one.writes, other.writes) = (.questions, .questions)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(
            stage.recorder.take() == [
                "v began", "a canPrevent b", "b canBePrevented a", "a with b?", "b with a?", "a ended", "v cancelled",
            ]
        )
        stage.up(at: 20)
        one.prevents = false
        stage.down(1, 150, 150, at: 1000)
        stage.move(1, 160, 150, at: 1010)
        #expect(stage.recorder.take() == ["v began", "a canPrevent b", "a ended", "v cancelled"])
        stage.up(at: 1020)
        withExtendedLifetime(mediators) {}
    }

    @Test(.rule("G32"), arguments: [true, false], [true, false])
    func `one delegate that allows simultaneous recognition is enough`(first: Bool, second: Bool) {
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        let other = stage.attach("b", .recognizes(.up), to: view)
        (one.delegate, other.delegate) = (one.probe, other.probe)
        (one.probe.simultaneous, other.probe.simultaneous) = (first, second)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(other.state == (first || second ? .possible : .failed))
        stage.up(at: 20)
        #expect(
            stage.log == ["v began", "a began", "v cancelled", "a ended"] + (first || second ? ["b ended"] : [])
        )
    }

    @Test(.rule("G34", "G30")) func `a tap of one finger prevents a parent's two-finger tap that shares the finger`() {
        let view = stage.addView()
        _ = stage.attach("child", TapGestureRecognizer(), to: view)
        let parent = stage.attach("parent", TapGestureRecognizer(), to: stage.window)
        parent.numberOfTouchesRequired = 2
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        stage.down(2, 900, 900, at: 10)
        stage.up(1, at: 50)
        #expect(
            log.take().prefix(2) == [
                "child possible>ended: gesture", "parent possible>failed: prevented by child",
            ]
        )
        stage.up(2, at: 60)
        #expect(stage.log == ["v began", "child ended", "v cancelled"])
    }

    @Test(.rule("G34")) func `a single tap does not prevent a double tap, but a double tap prevents a single tap`() {
        let view = stage.addView()
        let double = stage.attach("double", TapGestureRecognizer(), to: view)
        double.numberOfTapsRequired = 2
        _ = stage.attach("single", TapGestureRecognizer(), to: view)
        let log = stage.watchTransitions()
        stage.tap(150, 150, at: 0)
        #expect(log.take() == ["single possible>ended: gesture", "single ended>possible: reset"])
        stage.tap(150, 150, at: 150)
        #expect(
            log.take() == [
                "double possible>ended: gesture", "single possible>failed: prevented by double",
                "double ended>possible: reset", "single failed>possible: reset",
            ]
        )
    }

    @Test(.rule("G34")) func `a tap does not prevent a long press that requires taps first`() {
        let view = stage.addView()
        _ = stage.attach("tap", TapGestureRecognizer(), to: view)
        let press = stage.attach("press", LongPressGestureRecognizer(), to: view)
        press.numberOfTapsRequired = 1
        stage.tap(150, 150, at: 0)
        stage.down(1, 150, 150, at: 150)
        stage.advance(to: 2000)
        stage.up(at: 2100)
        #expect(
            stage.log == [
                "v began", "tap ended", "v cancelled", "v began", "press began", "v cancelled", "press ended",
            ]
        )
    }

    @Test(.rule("G35")) func `of two recognizers of one kind on nested views the inner one recognizes`() {
        let parent = stage.addView("p")
        let child = stage.addView("c", to: parent)
        child.passesOn = false
        _ = stage.attach("outer tap", TapGestureRecognizer(), to: parent)
        _ = stage.attach("outer pan", PanGestureRecognizer(), to: parent)
        _ = stage.attach("inner tap", TapGestureRecognizer(), to: child)
        _ = stage.attach("inner pan", PanGestureRecognizer(), to: child)
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == ["c began", "inner tap ended", "c cancelled"])
        stage.down(1, 150, 150, at: 1000)
        stage.move(1, 250, 150, at: 1010)
        stage.up(at: 1020)
        #expect(stage.log == ["c began", "inner pan began", "c cancelled", "inner pan ended"])
    }

    @Test(.rule("G36")) func `of two recognizers of one kind on one view the one added first recognizes`() {
        let view = stage.addView()
        _ = stage.attach("first", TapGestureRecognizer(), to: view)
        _ = stage.attach("second", TapGestureRecognizer(), to: view)
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "first ended", "v cancelled"])
    }
}
