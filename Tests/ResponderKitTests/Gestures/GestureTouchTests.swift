import ResponderKit
import TestTraits
import Testing

/// Tests which touches a recognizer receives.
@Suite struct GestureTouchTests {
    /// Records every delegate call, and rejects the configured touches.
    final class Doorkeeper: GestureRecognizerDelegate {
        let recorder: Recorder
        var takesEvent = true
        var takesTouch: (Touch) -> Bool = { _ in true }

        init(_ recorder: Recorder) { self.recorder = recorder }

        func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive event: Event) -> Bool {
            recorder.write("event?")
            return takesEvent
        }

        func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
            recorder.write("touch \(touch.finger.contact)?")
            return takesTouch(touch)
        }
    }

    let stage = Stage()

    private func watcher(_ name: String, _ view: View) -> ScriptedRecognizer {
        let recognizer = stage.attach(name, .waits, to: view)
        recognizer.writes = .touches
        return recognizer
    }

    @Test(.rule("G9", "G10", "G17"))
    func `a touch reaches the recognizers of the hit view and its superviews only`() {
        let parent = stage.addView("p")
        let sibling = stage.addView("s", to: parent)
        let view = stage.addView("v", to: parent)
        let child = ProbeView("c", 150, 150, 50, 50, stage.recorder)
        view.addSubview(child)
        (parent.passesOn, view.passesOn) = (false, false)
        _ = watcher("on window", stage.window)
        _ = watcher("on parent", parent)
        _ = watcher("on sibling", sibling)
        _ = watcher("on child", child)
        _ = watcher("first on view", view)
        _ = watcher("second on view", view)
        stage.down(1, 150, 150, at: 0)
        #expect(
            stage.log == [
                "first on view sees began", "second on view sees began", "on parent sees began",
                "on window sees began", "v began",
            ]
        )
    }

    @Test(.rule("G9")) func `a disabled recognizer receives no touches`() {
        let view = stage.addView()
        watcher("a", view).isEnabled = false
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("G11")) func `the delegate is asked once for the event, then for each new touch`() {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let one = watcher("a", view)
        let keeper = Doorkeeper(stage.recorder)
        one.delegate = keeper
        stage.report(at: 0, .began(1, 150, 150), .began(2, 200, 150))
        #expect(stage.recorder.take() == ["event?", "touch 1?", "touch 2?", "a sees began 2", "v began 2"])
        stage.report(at: 10, .began(3, 250, 150), .moved(1, 151, 150))
        #expect(
            stage.recorder.take() == ["event?", "touch 3?", "a sees began", "a sees moved", "v began", "v moved"]
        )
    }

    @Test(.rule("G11")) func `a touch that the delegate refuses never reaches the recognizer`() {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let one = watcher("a", view)
        let keeper = Doorkeeper(stage.recorder)
        keeper.takesTouch = { $0.finger.contact == 2 }
        one.delegate = keeper
        stage.report(at: 0, .began(1, 150, 150), .began(2, 200, 150))
        #expect(one.numberOfTouches == 1)
        stage.report(at: 10, .moved(1, 160, 150), .moved(2, 210, 150))
        stage.up(1, at: 20)
        stage.up(2, at: 30)
        #expect(
            stage.log == [
                "event?", "touch 1?", "touch 2?", "a sees began", "v began 2", "a sees moved", "v moved 2",
                "v ended", "a sees ended", "v ended",
            ]
        )
    }

    @Test(.rule("G11")) func `the delegate is not asked about touches of an event that it refused`() {
        let view = stage.addView()
        let one = watcher("a", view)
        let keeper = Doorkeeper(stage.recorder)
        keeper.takesEvent = false
        one.delegate = keeper
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["event?", "v began", "v ended"])
    }

    @Test(.rule("G12", "G13")) func `a touch stays with the recognizers of the view where it went down`() {
        let view = stage.addView()
        let other = ProbeView("w", 500, 500, 200, 200, stage.recorder)
        stage.window.addSubview(other)
        _ = watcher("on v", view)
        _ = watcher("on w", other)
        view.passesOn = false
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 550, 550, at: 10)
        stage.up(at: 20)
        #expect(
            stage.log == [
                "on v sees began", "v began", "on v sees moved", "v moved", "on v sees ended", "v ended",
            ]
        )
    }

    @Test(.rule("G14")) func `a recognizer added during a touch does not receive it`() {
        let view = stage.addView()
        stage.down(1, 150, 150, at: 0)
        let one = watcher("a", view)
        stage.move(1, 160, 150, at: 10)
        #expect(one.numberOfTouches == 0)
        stage.up(at: 20)
        #expect(stage.recorder.take() == ["v began", "v moved", "v ended"])
        stage.tap(150, 150, at: 1000)
        #expect(stage.log == ["a sees began", "v began", "a sees ended", "v ended"])
    }

    @Test(.rule("G14")) func `a recognizer added in touchesBegan does not receive the touch`() {
        let view = stage.addView()
        let one = ScriptedRecognizer("a", .waits, stage.recorder)
        one.writes = .touches
        view.onBegan = { _, _ in view.addGestureRecognizer(one) }
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "v ended"])
        view.onBegan = { _, _ in }
    }

    @Test(.rule("G14")) func `a recognizer enabled during a touch does not receive it`() {
        let view = stage.addView()
        let one = watcher("a", view)
        one.isEnabled = false
        stage.down(1, 150, 150, at: 0)
        one.isEnabled = true
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.recorder.take() == ["v began", "v moved", "v ended"])
        stage.tap(150, 150, at: 1000)
        #expect(stage.log == ["a sees began", "v began", "a sees ended", "v ended"])
    }

    @Test(.rule("G15")) func `recognizers of a view with interaction disabled, and below it, receive no touches`() {
        let parent = stage.addView("p")
        let child = stage.addView("c", to: parent)
        _ = watcher("on parent", parent)
        _ = watcher("on child", child)
        _ = watcher("on window", stage.window)
        parent.isUserInteractionEnabled = false
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["on window sees began", "on window sees ended"])
    }

    @Test(.rule("G29")) func `a touch that a recognizer ignores is neither delivered to it nor cancelled in its view`()
    {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let one = stage.attach("a", .recognizes(.move), to: view)
        one.writes = .touches
        one.onTouches = { recognizer, phase, touches, event in
            if phase == .began, let first = touches.first { recognizer.ignore(first, for: event) }
        }
        stage.report(at: 0, .began(1, 150, 150), .began(2, 200, 150))
        #expect(one.numberOfTouches == 1)
        stage.move(1, 160, 150, at: 10)
        stage.move(2, 210, 150, at: 20)
        stage.move(1, 170, 150, at: 30)
        stage.up(1, at: 40)
        stage.up(2, at: 50)
        #expect(
            stage.log == [
                "a sees began 2", "v began 2", "v moved", "a sees moved", "a ended", "v cancelled", "v moved",
                "v ended",
            ]
        )
    }

    @Test(.rule("G29")) func `a recognizer that ignores its only touch ends its attempt`() {
        let view = stage.addView()
        let one = watcher("a", view)
        let log = stage.watchTransitions()
        one.onTouches = { recognizer, _, touches, event in
            for touch in touches { recognizer.ignore(touch, for: event) }
        }
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(stage.log == ["a sees began", "v began", "v moved"])
        #expect(log.take() == ["a possible>failed: abandoned", "a failed>possible: reset"])
    }
}
