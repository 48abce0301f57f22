import ResponderKit
import TestTraits
import Testing

/// Tests the calls to a control's overridable methods, and when they stop.
@Suite struct ControlOverrideTests {
    let stage = Stage()

    /// A control that overrides `isEnabled`.
    private final class MoodyControl: Control {
        var isWilling = true
        var onBegin: (MoodyControl) -> Void = { _ in }
        override var isEnabled: Bool {
            get { isWilling }
            set { isWilling = newValue }
        }
        override func beginTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool {
            onBegin(self)
            return true
        }
    }

    @Test(.rule("C15")) func `a disabled control does not call beginTracking`() {
        let control = stage.add(ScriptedControl())
        control.isEnabled = false
        control.onBegin = { _ in
            Issue.record("beginTracking was called on a disabled control")
            return true
        }
        stage.tap(450, 425, at: 0)
        #expect(stage.log == [])
    }

    @Test(.rule("C15")) func `a control whose isEnabled override returns false in beginTracking does not track`() {
        let control = stage.add(MoodyControl())
        control.onBegin = { $0.isWilling = false }
        stage.tap(450, 425, at: 0)
        #expect(stage.log == [])
    }

    @Test(.rule("C15", "C12"), arguments: [true, false])
    func `a control whose isEnabled override turns false while tracking is cancelled at the next event`(_ isMove: Bool)
    {
        let control = stage.add(MoodyControl())
        stage.down(1, 450, 425, at: 0)
        control.isWilling = false
        if isMove { stage.move(1, 455, 425, at: 10) }
        stage.up(at: 20)
        #expect(stage.log == ["touchDown", "touchCancel"])
        #expect(flags(control) == [false, false, false])
    }

    @Test(.rule("C4", "C14")) func `a second finger can be tracked while a declined finger is down`() {
        let control = stage.add(ScriptedControl())
        control.isMultipleTouchEnabled = true
        control.onBegin = { _ in false }
        stage.down(1, 420, 425, at: 0)
        control.onBegin = { _ in true }
        stage.down(2, 480, 425, at: 10)
        #expect(control.isTracking)
        stage.up(2, at: 20)
        #expect(stage.log == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("C6", "C14"))
    func `a second finger can be tracked after continueTracking returned false for the first`() {
        let control = stage.add(ScriptedControl())
        control.isMultipleTouchEnabled = true
        control.onContinue = { _ in false }
        stage.down(1, 420, 425, at: 0)
        stage.move(1, 425, 425, at: 10)
        #expect(stage.recorder.take() == ["touchDown"])
        stage.down(2, 480, 425, at: 20)
        #expect(control.isTracking)
        stage.up(2, at: 30)
        #expect(stage.log == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("C12", "C14")) func `cancelling a second finger does not cancel the first`() {
        let control = stage.add(Control())
        control.isMultipleTouchEnabled = true
        stage.down(1, 420, 425, at: 0)
        stage.down(2, 480, 425, at: 10)
        stage.cancel(2, at: 20)
        #expect(control.isTracking)
        stage.up(1, at: 30)
        #expect(stage.log == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("C5")) func `every tap after the first sends touchDownRepeat`() {
        stage.add(Control())
        for number in 0..<4 as Range<Int64> {
            stage.down(1, 450, 425, at: number * 150)
            #expect(stage.recorder.take().contains("touchDownRepeat") == (number > 0))
            stage.up(at: number * 150 + 50)
            _ = stage.recorder.take()
        }
    }

    @Test(.rule("C9")) func `an exit of an earlier touch does not cause an enter of a later one`() {
        let control = stage.add(Control())
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 450, 700, at: 10)
        stage.up(at: 20)
        let neighbour = ProbeView("neighbour", 510, 400, 50, 50, Recorder())
        neighbour.onBegan = { control.touchesBegan($0, with: $1) }
        neighbour.onMoved = { control.touchesMoved($0, with: $1) }
        stage.window.addSubview(neighbour)
        _ = stage.recorder.take()
        stage.down(1, 520, 425, at: 1000)
        stage.move(1, 450, 425, at: 1010)
        #expect(stage.log == ["touchDown", "touchDragInside"])
    }

    @Test(.rule("C12", "C15"), arguments: [true, false])
    func `a control that disables itself on losing its highlight gets no further tracking calls`(_ isMove: Bool) {
        let control = stage.add(ScriptedControl())
        control.onHighlight = { if !$0.isHighlighted { $0.isEnabled = false } }
        control.onContinue = { _ in
            Issue.record("continueTracking was called after the cancellation")
            return true
        }
        control.onEnd = { _ in Issue.record("endTracking was called after the cancellation") }
        stage.down(1, 450, 425, at: 0)
        if isMove { stage.move(1, 450, 700, at: 10) } else { stage.report(at: 10, .ended(1, 450, 700)) }
        #expect(stage.log == ["touchDown", "touchCancel"])
    }

    @Test(.rule("C12", "C15")) func `a control that disables itself in cancelTracking is cancelled once`() {
        let control = stage.add(ScriptedControl())
        var count = 0
        control.onCancel = {
            count += 1
            $0.isEnabled = false
        }
        stage.down(1, 450, 425, at: 0)
        stage.cancel(at: 10)
        #expect(count == 1)
        #expect(stage.log == ["touchDown", "touchCancel"])
    }

    @Test(.rule("C10")) func `isHighlighted is set only when it changes`() {
        let control = stage.add(ScriptedControl())
        var changes: [Bool] = []
        control.onHighlight = { changes.append($0.isHighlighted) }
        stage.down(1, 450, 425, at: 0)
        for (step, y) in [430.0, 435, 700, 710, 430].enumerated() { stage.move(1, 450, y, at: 10 * Int64(step + 1)) }
        stage.up(at: 100)
        #expect(changes == [true, false, true, false])
    }

    @Test(.rule("C21")) func `a button and a switch prevent recognizers of ancestors only`() {
        let sibling = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        stage.window.addSubview(sibling)
        let (near, far) = (TapGestureRecognizer(), TapGestureRecognizer())
        sibling.addGestureRecognizer(near)
        stage.window.addGestureRecognizer(far)
        for control in [stage.add(Button()), stage.add(Switch())] {
            #expect(control.gestureRecognizerShouldBegin(near))
            #expect(!control.gestureRecognizerShouldBegin(far))
        }
    }

    @Test(.rule("C21"), arguments: [true, false])
    func `a rotated switch prevents pans along its own axis`(_ isAlong: Bool) {
        let control = stage.add(Switch())
        control.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        let pan = PanGestureRecognizer()
        GestureProbe(stage.recorder).watch(pan, as: "pan")
        stage.window.addGestureRecognizer(pan)
        stage.down(1, 450, 425, at: 0)
        stage.move(1, isAlong ? 450 : 480, isAlong ? 455 : 425, at: 20)
        stage.up(at: 40)
        #expect(stage.log.contains("pan began") == !isAlong)
        #expect(control.isOn == isAlong)
    }
}
