import ResponderKit
import TestTraits
import Testing

/// Tests that recognition cancels a view's touches.
@Suite struct TakingTouchesTests {
    let stage = Stage()

    private func drag() {
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.move(1, 170, 150, at: 20)
        stage.up(at: 30)
    }

    @Test(.rule("G19")) func `a discrete recognizer cancels the touch of a view that received began`() {
        stage.attach("a", .recognizes(.move), to: stage.addView())
        drag()
        #expect(stage.log == ["v began", "a ended", "v cancelled"])
    }

    @Test(.rule("G19")) func `a continuous recognizer cancels the view's touch once, when it begins`() {
        stage.attach("a", .follows, to: stage.addView())
        drag()
        #expect(stage.log == ["v began", "a began", "v cancelled", "a changed", "a ended"])
    }

    @Test(.rule("G19")) func `a view that received no began receives no cancelled`() {
        stage.attach("a", .recognizes(.down), to: stage.addView())
        drag()
        #expect(stage.log == ["a ended"])
    }

    @Test(.rule("G19")) func `recognition cancels exactly the touches that the recognizer tracks`() {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let other = ProbeView("w", 500, 500, 200, 200, stage.recorder)
        stage.window.addSubview(other)
        let one = stage.attach("a", .waits, to: view)
        stage.report(at: 0, .began(1, 150, 150), .began(2, 200, 150), .began(3, 550, 550))
        one.plan = .recognizes(.move)
        stage.move(2, 210, 150, at: 10)
        stage.report(at: 20, .moved(1, 160, 150), .moved(3, 560, 550))
        stage.report(at: 30, .ended(1, 160, 150), .ended(2, 210, 150), .ended(3, 560, 550))
        #expect(stage.log == ["v began 2", "w began", "a ended", "v cancelled 2", "w moved", "w ended"])
    }

    @Test(.rule("G19")) func `a finger that joins an active gesture is cancelled in its view as well`() {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let one = stage.attach("a", .follows, to: view)
        one.writes = .touches
        drag()
        _ = stage.recorder.take()
        stage.down(1, 150, 150, at: 1000)
        stage.move(1, 160, 150, at: 1010)
        stage.down(2, 200, 150, at: 1020)
        stage.up(2, at: 1030)
        #expect(
            stage.log == [
                "a sees began", "v began", "a sees moved", "a began", "v cancelled", "a sees began", "a sees ended",
                "a ended",
            ]
        )
    }

    @Test(.rule("G20", "G21")) func `a recognizer of an ancestor cancels the touch of the hit view`() {
        let parent = stage.addView("p")
        let child = stage.addView("c", to: parent)
        child.passesOn = false
        stage.attach("a", .recognizes(.move), to: parent)
        drag()
        #expect(stage.recorder.take() == ["c began", "a ended", "c cancelled"])
        child.passesOn = true
        drag()
        #expect(stage.log == ["c began", "p began", "a ended", "c cancelled", "p cancelled"])
    }

    @Test(.rule("G21")) func `recognizers continue to receive a touch cancelled in its view, with its true phase`() {
        let parent = stage.addView("p")
        let child = stage.addView("c", to: parent)
        child.passesOn = false
        stage.attach("a", .recognizes(.move), to: child)
        let other = stage.attach("b", .waits, to: parent)
        other.isPreventable = false
        var phases: [Touch.Phase] = []
        other.onTouches = { _, _, touches, _ in phases += touches.map(\.phase) }
        child.onCancelled = { touches, _ in phases += touches.map(\.phase) }
        drag()
        #expect(phases == [.began, .moved, .cancelled, .moved, .ended])
    }

    @Test(.rule("G22")) func `a recognizer's action runs before the view's cancelled`() {
        stage.attach("a", .recognizes(.up), to: stage.addView())
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "a ended", "v cancelled"])
    }

    @Test(.rule("G23"), arguments: [true, false])
    func `without cancelsTouchesInView the view receives all phases`(isContinuous: Bool) {
        let one = stage.attach("a", isContinuous ? .follows : .recognizes(.move), to: stage.addView())
        one.cancelsTouchesInView = false
        drag()
        #expect(
            stage.log
                == (isContinuous
                    ? ["v began", "a began", "v moved", "a changed", "v moved", "a ended", "v ended"]
                    : ["v began", "a ended", "v moved", "v moved", "v ended"])
        )
    }

    @Test(.rule("G23")) func `one recognizer of two with cancelsTouchesInView is enough`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .recognizes(.up), to: view)
        one.cancelsTouchesInView = false
        one.prevents = false
        other.prevents = false
        drag()
        #expect(stage.log == ["v began", "a ended", "v moved", "v moved", "b ended", "v cancelled"])
    }
}
