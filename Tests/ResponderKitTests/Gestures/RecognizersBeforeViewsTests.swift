import ResponderKit
import TestTraits
import Testing

@Suite struct RecognizersBeforeViewsTests {
    let stage = Stage()

    @Test(.rule("G16")) func `all recognizers receive an event before any view`() {
        let view = stage.addView()
        let other = ProbeView("w", 500, 500, 200, 200, stage.recorder)
        stage.window.addSubview(other)
        for (name, target) in [("a", view), ("b", other)] { stage.attach(name, .waits, to: target).writes = .touches }
        stage.report(at: 0, .began(1, 150, 150), .began(2, 550, 550))
        #expect(stage.recorder.take() == ["a sees began", "b sees began", "v began", "w began"])
        stage.report(at: 10, .moved(1, 160, 150), .ended(2, 550, 550))
        #expect(stage.recorder.take() == ["a sees moved", "b sees ended", "v moved", "w ended"])
    }

    @Test(.rule("G17")) func `inner recognizers receive an event before outer ones, whatever the order of engagement`()
    {
        let parent = stage.addView("p")
        let child = ProbeView("c", 100, 100, 100, 100, stage.recorder)
        parent.addSubview(child)
        (parent.passesOn, child.passesOn) = (false, false)
        parent.isMultipleTouchEnabled = true
        for (name, view) in [("on parent", parent), ("on child", child)] {
            stage.attach(name, .waits, to: view).writes = .touches
        }
        stage.attach("also on parent", .waits, to: parent).writes = .touches
        stage.down(1, 120, 120, at: 0)
        #expect(stage.recorder.take() == ["on parent sees began", "also on parent sees began", "p began"])
        stage.report(at: 10, .began(2, 250, 250), .moved(1, 121, 120))
        #expect(
            stage.recorder.take() == [
                "on child sees began", "on parent sees began", "on parent sees moved", "also on parent sees began",
                "also on parent sees moved", "p moved", "c began",
            ]
        )
    }

    @Test(.rule("G18")) func `the view receives touches while a recognizer is undecided`() {
        let view = stage.addView()
        let tap = stage.attach("tap", TapGestureRecognizer(), to: view)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 153, 150, at: 10)
        stage.move(1, 154, 150, at: 20)
        #expect(tap.state == .possible)
        #expect(stage.log == ["v began", "v moved", "v moved"])
    }

    @Test(.rule("G24"), arguments: [ScriptedRecognizer.Moment.down, .move, .up])
    func `a recognizer that fails does not cancel the view's touches`(moment: ScriptedRecognizer.Moment) {
        let view = stage.addView()
        stage.attach("a", .fails(moment), to: view)
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.move(1, 170, 150, at: 20)
        stage.up(at: 30)
        #expect(stage.log == ["v began", "v moved", "v moved", "v ended"])
    }

    @Test(.rule("G85")) func `recognizers precede controls, and controls precede plain touch handling`() {
        let parent = stage.addView("p")
        let control = Control(frame: parent.bounds)
        parent.addSubview(control)
        for event in [Control.Event.touchDown, .touchUpInside, .touchCancel] {
            control.addAction(for: event) { [recorder = stage.recorder] _, _ in recorder.write("control \(event)") }
        }
        let names = [Control.Event.touchDown, .touchUpInside, .touchCancel].map { "control \($0)" }
        let one = stage.attach("a", .fails(.up), to: parent)
        one.writes = .touches
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == ["a sees began", names[0], "a sees ended", names[1]])
        one.plan = .recognizes(.up)
        stage.tap(150, 150, at: 1000)
        #expect(stage.recorder.take() == ["a sees began", names[0], "a sees ended", "a ended", names[2]])
        control.removeFromSuperview()
        stage.tap(150, 150, at: 2000)
        #expect(stage.recorder.take() == ["a sees began", "p began", "a sees ended", "a ended", "p cancelled"])
    }
}
