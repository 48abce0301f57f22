import ResponderKit
import TestTraits
import Testing

@Suite struct ControlTests {
    let stage = Stage()

    @Test(.rule("C1", "C4", "C11")) func `a tap sends touchDown and touchUpInside`() {
        stage.add(Control())
        stage.down(1, 450, 425, at: 0)
        #expect(stage.recorder.take() == ["touchDown"])
        stage.up(at: 50)
        #expect(stage.recorder.take() == ["touchUpInside"])
    }

    @Test(.rule("C4", "C10")) func `from touchDown to touchUp the control is tracking, touchInside and highlighted`() {
        let control = stage.add(Control())
        #expect(flags(control) == [false, false, false])
        var atDown: [Bool] = []
        control.addAction(for: .touchDown) { control, _ in atDown = flags(control) }
        stage.down(1, 450, 425, at: 0)
        #expect(atDown == [true, true, true])
        stage.up(at: 50)
        #expect(flags(control) == [false, false, false])
    }

    @Test(.rule("C4")) func `a touch that beginTracking declines has no effect until it lifts`() {
        let control = stage.add(ScriptedControl())
        control.onBegin = { control in
            #expect(flags(control) == [false, false, false])
            return false
        }
        control.onContinue = { _ in
            Issue.record("continueTracking was called for a declined touch")
            return true
        }
        control.onEnd = { _ in Issue.record("endTracking was called for a declined touch") }
        stage.down(1, 450, 425, at: 0)
        #expect(flags(control) == [false, false, false])
        stage.move(1, 455, 425, at: 10)
        stage.up(at: 50)
        #expect(stage.log == [])
    }

    @Test(.rule("C5")) func `the second tap of a double tap sends touchDownRepeat in addition to touchDown`() {
        stage.add(Control())
        stage.tap(450, 425, at: 0)
        #expect(stage.recorder.take() == ["touchDown", "touchUpInside"])
        stage.down(1, 450, 425, at: 150)
        #expect(Set(stage.recorder.take()) == ["touchDown", "touchDownRepeat"])
    }

    @Test(.rule("C6")) func `continueTracking returning false ends the tracking without an up event`() {
        let control = stage.add(ScriptedControl())
        control.onContinue = { _ in false }
        control.onEnd = { _ in Issue.record("endTracking was called after continueTracking returned false") }
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 455, 425, at: 10)
        #expect(flags(control) == [false, false, false])
        stage.move(1, 460, 425, at: 20)
        stage.up(at: 50)
        #expect(stage.log == ["touchDown"])
    }

    @Test(.rule("C6", "C8")) func `continueTracking returning true continues the tracking`() {
        let control = stage.add(ScriptedControl())
        var asked = 0
        control.onContinue = { _ in
            asked += 1
            return true
        }
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 455, 425, at: 10)
        stage.move(1, 460, 425, at: 20)
        #expect(asked == 2)
        #expect(stage.log == ["touchDown", "touchDragInside", "touchDragInside"])
    }

    @Test(.rule("C11")) func `endTracking precedes the up event, and the flags are cleared in between`() {
        let control = stage.add(ScriptedControl())
        control.onEnd = { [recorder = stage.recorder] _ in recorder.write("end") }
        var atUp: [Bool] = []
        control.addAction(for: .touchUpInside) { control, _ in atUp = flags(control) }
        stage.tap(450, 425, at: 0)
        #expect(stage.log == ["touchDown", "end", "touchUpInside"])
        #expect(atUp == [false, false, false])
    }

    @Test(.rule("C12", "X13"))
    func `a cancelled touch calls cancelTracking and sends touchCancel, and sends no up event`() {
        let control = stage.add(ScriptedControl())
        control.onCancel = { [recorder = stage.recorder] _ in recorder.write("cancel") }
        control.onEnd = { _ in Issue.record("a cancelled touch has no end") }
        var atCancel: [Bool] = []
        control.addAction(for: .touchCancel) { control, _ in atCancel = flags(control) }
        stage.down(1, 450, 425, at: 0)
        stage.cancel(at: 50)
        stage.up(at: 60)
        #expect(stage.log == ["touchDown", "cancel", "touchCancel"])
        #expect(atCancel == [false, false, false])
    }

    @Test(.rule("C13")) func `touchDown precedes touchDownRepeat, and exit or enter precedes the drag`() {
        stage.add(Control())
        stage.tap(450, 425, at: 0)
        _ = stage.recorder.take()
        stage.down(1, 450, 425, at: 150)
        stage.move(1, 450, 700, at: 160)
        stage.move(1, 450, 425, at: 170)
        #expect(
            stage.log == [
                "touchDown", "touchDownRepeat", "touchDragExit", "touchDragOutside", "touchDragEnter",
                "touchDragInside",
            ]
        )
    }

    @Test(.rule("C16")) func `the state consists of highlighted, disabled and selected`() {
        let control = Control()
        #expect(control.state == .normal)
        #expect(control.state.isEmpty)
        control.isHighlighted = true
        #expect(control.state == .highlighted)
        control.isSelected = true
        #expect(control.state == [.highlighted, .selected])
        control.isEnabled = false
        #expect(control.state == [.highlighted, .selected, .disabled])
        control.isHighlighted = false
        control.isSelected = false
        #expect(control.state == .disabled)
    }

    @Test func `the events have UIKit's raw values`() {
        let raw = Control.Event.named.map(\.event.rawValue)
        #expect(raw == [1, 2, 4, 8, 16, 32, 64, 128, 256, 4096, 8192])
        #expect(Control.Event.allTouchEvents.rawValue == 0xFFF)
        #expect(Control.Event.allEvents.isSuperset(of: [.valueChanged, .primaryActionTriggered, .allTouchEvents]))
    }
}
