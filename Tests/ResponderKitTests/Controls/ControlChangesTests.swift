import ResponderKit
import TestTraits
import Testing

/// Tests event handlers that change their control while it sends the event.
@Suite struct ControlChangesTests {
    let stage = Stage()

    enum Change: String, CaseIterable, Sendable {
        case disable, remove, cancel

        func make(on control: Control, _ stage: Stage) {
            switch self {
            case .disable: control.isEnabled = false
            case .remove: control.removeFromSuperview()
            case .cancel: stage.application.resignActive()
            }
        }

        func undo(on control: Control, _ stage: Stage) {
            control.isEnabled = true
            if control.superview == nil { stage.window.addSubview(control) }
            stage.application.becomeActive()
        }
    }

    static let moments = [
        "touchDown", "touchDownRepeat", "touchDragInside", "touchDragExit", "touchDragOutside", "touchDragEnter",
    ]

    @Test(.rule("C10", "C12", "C15", "X4"), arguments: Change.allCases, moments)
    func `a handler that ends the touch causes one touchCancel`(change: Change, at moment: String) {
        let control = stage.add(Control())
        stage.tap(450, 425, at: 0)
        _ = stage.recorder.take()
        var isChanged = false
        for (name, event) in Control.Event.named where name == moment {
            control.addAction(for: event) { [stage] control, _ in
                isChanged = true
                change.make(on: control, stage)
            }
        }
        stage.down(1, 450, 425, at: 100)
        stage.move(1, 455, 425, at: 110)
        stage.move(1, 450, 700, at: 120)
        stage.move(1, 450, 425, at: 130)
        stage.up(at: 140)
        #expect(isChanged)
        #expect(flags(control) == [false, false, false])
        #expect(stage.log.filter { $0.hasPrefix("touchUp") } == [])
        #expect(stage.log.filter { $0 == "touchCancel" }.count == 1)
        #expect(stage.log.last == "touchCancel")

        control.removeTarget(nil, action: nil, for: .allEvents)
        change.undo(on: control, stage)
        var ups = 0
        control.addAction(for: .touchUpInside) { _, _ in ups += 1 }
        stage.tap(450, 425, at: 2000)
        #expect(ups == 1)
    }

    @Test(.rule("C4", "C15"), arguments: Change.allCases)
    func `a control that loses its touch in beginTracking does not track`(change: Change) {
        let control = stage.add(ScriptedControl())
        control.onBegin = { [stage] control in
            change.make(on: control, stage)
            return true
        }
        stage.down(1, 450, 425, at: 0)
        stage.up(at: 50)
        #expect(flags(control) == [false, false, false])
        // A handler's cancellation takes effect after the event (X1), so the control sends `touchDown` first.
        #expect(stage.log == (change == .cancel ? ["touchDown", "touchCancel"] : []))
    }

    @Test(.rule("C12", "C15")) func `an override that disables the control sends touchCancel instead of the due event`()
    {
        let control = stage.add(ScriptedControl())
        control.onContinue = { control in
            control.isEnabled = false
            return true
        }
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 455, 425, at: 10)
        #expect(stage.recorder.take() == ["touchDown", "touchCancel"])
        control.isEnabled = true
        control.onEnd = { $0.isEnabled = false }
        stage.up(at: 20)
        stage.tap(450, 425, at: 1000)
        #expect(stage.recorder.take() == ["touchDown", "touchCancel"])
        #expect(flags(control) == [false, false, false])
    }

    @Test(.rule("C11", "C18"), arguments: Change.allCases)
    func `a button whose action ends its touch still sends both events`(change: Change) {
        let button = stage.add(Button())
        button.addAction(for: .touchUpInside) { [stage] control, _ in change.make(on: control, stage) }
        stage.tap(450, 425, at: 0)
        #expect(stage.log == ["touchDown", "touchUpInside", "primaryActionTriggered"])
    }

    @Test(.rule("C17")) func `a target added or removed during an event is not called`() {
        let control = Control()
        let recorder = Recorder()
        let (first, second) = (ActionProbe(recorder, "first"), ActionProbe(recorder, "second"))
        control.addTarget(first, action: "first", for: .touchDown)
        control.addAction(for: .touchDown) { control, _ in
            recorder.write("change")
            control.removeTarget(second, action: nil, for: .allEvents)
            control.addTarget(first, action: "second", for: .touchDown)
            control.addTarget(second, action: "first", for: .touchDown)
        }
        control.addTarget(second, action: "second", for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(recorder.take() == ["first", "change"])
    }

    @Test(.rule("C14")) func `an override that drops the end of a touch does not block the control`() {
        let control = stage.add(ScriptedControl())
        control.swallowsEnds = true
        stage.tap(450, 425, at: 0)
        #expect(stage.recorder.take() == ["touchDown"])
        control.swallowsEnds = false
        stage.tap(450, 425, at: 1000)
        #expect(stage.recorder.take() == ["touchCancel", "touchDown", "touchUpInside"])
    }

    @Test(.rule("C14", "G27")) func `a touch whose end is delayed is still tracked when the next one begins`() {
        let control = stage.add(Control())
        let twice = TapGestureRecognizer()
        twice.numberOfTapsRequired = 2
        stage.window.addGestureRecognizer(twice)
        stage.tap(450, 425, at: 0)
        stage.down(2, 450, 425, at: 150)
        #expect(stage.log == ["touchDown"])
        #expect(control.isTracking)
        stage.advance(to: 5000)
        #expect(stage.log == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("X14")) func `a touch does not retain its control after the application is deallocated`() {
        weak var control: Control?
        weak var window: Window?
        do {
            let stage = Stage()
            control = stage.add(Control())
            window = stage.window
            stage.down(1, 450, 425, at: 0)
            #expect(control?.isTracking == true)
        }
        #expect(control == nil)
        #expect(window == nil)
    }
}
