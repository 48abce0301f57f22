import TestTraits
import Testing

@testable import ResponderKit

/// Tests the order of target calls for a touch that a handler cancels.
@Suite struct ControlOrderTests {
    let stage = Stage()

    enum Loss: CaseIterable, Sendable {
        case disable, remove, deactivate

        func make(on control: Control, _ stage: Stage) {
            switch self {
            case .disable: control.isEnabled = false
            case .remove: control.removeFromSuperview()
            case .deactivate: stage.application.resignActive()
            }
        }
    }

    @Test(.rule("C4", "C12")) func `a touch that ends before touchDown sends no touchCancel`() {
        let control = stage.add(ScriptedControl())
        var cancellations = 0
        control.onCancel = { _ in cancellations += 1 }
        control.onHighlight = { if $0.isHighlighted { $0.isEnabled = false } }
        stage.down(1, 450, 425, at: 0)
        stage.up(at: 10)
        #expect(stage.log == [])
        #expect(cancellations == 1)
        #expect(flags(control) == [false, false, false])
        control.onHighlight = { _ in }
        control.isEnabled = true
        stage.tap(450, 425, at: 1000)
        #expect(stage.log == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("C12", "C17"), arguments: Loss.allCases)
    func `every target receives touchDown before touchCancel, whichever target ends the touch`(loss: Loss) {
        let control = Button(frame: Rect(x: 400, y: 400, width: 100, height: 50))
        stage.window.addSubview(control)
        for number in 1...3 {
            control.addAction(for: .touchDown) { [stage] control, _ in
                stage.recorder.write("down \(number) \(control.isTracking)")
                if number == 2 { loss.make(on: control, stage) }
            }
            control.addAction(for: .touchCancel) { [stage] control, _ in
                stage.recorder.write("cancel \(number) \(control.window != nil)")
            }
        }
        stage.down(1, 450, 425, at: 0)
        #expect(
            stage.log == [
                "down 1 true", "down 2 true", "down 3 true", "cancel 1 true", "cancel 2 true", "cancel 3 true",
            ]
        )
    }

    @Test(.rule("C12", "C17")) func `all targets receive a drag event before touchCancel`() {
        let control = stage.add(Control())
        control.addAction(for: .touchDragInside) { control, _ in control.isEnabled = false }
        control.addAction(for: .touchDragInside) { [stage] _, _ in stage.recorder.write("last") }
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 455, 425, at: 10)
        #expect(stage.log == ["touchDown", "touchDragInside", "last", "touchCancel"])
    }

    @Test(.rule("C17")) func `registrations of deallocated targets are removed`() {
        let control = Control()
        for _ in 0..<1000 { control.addTarget(ActionProbe(stage.recorder, "act"), action: "act", for: .touchDown) }
        #expect(control.allTargets.isEmpty)
        #expect(control.allControlEvents == [])
        #expect(control.registrations.entries.count < 10)
    }
}
