import ResponderKit
import TestTraits
import Testing

/// Tests which touches a control tracks, and which events other responders receive.
@Suite struct ControlTouchesTests {
    enum Kind: String, CaseIterable, Sendable {
        case control, button, slider, `switch`, disabled

        func make() -> Control {
            switch self {
            case .control: return Control()
            case .button: return Button()
            case .slider: return Slider()
            case .switch: return Switch()
            case .disabled:
                let control = Control()
                control.isEnabled = false
                return control
            }
        }
    }

    let stage = Stage()

    /// A controller that records the calls to its touch methods.
    final class ProbeController: ViewController {
        let recorder = Recorder()

        override func touchesBegan(_ touches: TouchSet, with event: Event?) { recorder.write("began") }
        override func touchesMoved(_ touches: TouchSet, with event: Event?) { recorder.write("moved") }
        override func touchesEnded(_ touches: TouchSet, with event: Event?) { recorder.write("ended") }
        override func touchesCancelled(_ touches: TouchSet, with event: Event?) { recorder.write("cancelled") }
    }

    @Test(.rule("C2", "R20", "C15"), arguments: Kind.allCases)
    func `a touch that hits a control does not reach responders up the chain`(kind: Kind) {
        let controller = ProbeController()
        stage.window.rootViewController = controller
        let outer = ProbeView("outer", 0, 0, 1000, 1000, controller.recorder)
        controller.view.addSubview(outer)
        let control = stage.add(kind.make(), in: outer)
        stage.down(1, 485, 425, at: 0)
        #expect(stage.window.hitTest(Point(x: 485, y: 425), with: nil) === control)
        stage.move(1, 490, 425, at: 10)
        stage.up(at: 20)
        stage.down(1, 485, 425, at: 1000)
        stage.cancel(at: 1010)
        #expect(controller.recorder.lines == [])
    }

    @Test(.rule("C3", "R11")) func `a plain view passes all touches up the chain`() {
        let outer = stage.addProbe()
        outer.passesOn = false
        outer.addSubview(View(frame: Rect(x: 400, y: 400, width: 100, height: 50)))
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 460, 425, at: 10)
        stage.up(at: 20)
        stage.down(1, 450, 425, at: 1000)
        stage.cancel(at: 1010)
        #expect(stage.log == ["outer began", "outer moved", "outer ended", "outer began", "outer cancelled"])
    }

    @Test(.rule("C14", "T13"), arguments: [false, true])
    func `a control ignores a second finger, whatever isMultipleTouchEnabled`(takesSeveral: Bool) {
        let control = stage.add(Control())
        control.isMultipleTouchEnabled = takesSeveral
        stage.down(1, 450, 425, at: 0)
        stage.down(2, 460, 425, at: 10)
        stage.move(2, 470, 425, at: 20)
        stage.up(2, at: 30)
        #expect(stage.recorder.take() == ["touchDown"])
        #expect(flags(control) == [true, true, true])
        stage.up(1, at: 40)
        #expect(stage.recorder.take() == ["touchUpInside"])
    }

    @Test(.rule("C14")) func `a second finger stays ignored after the first has lifted`() {
        let control = stage.add(Control())
        control.isMultipleTouchEnabled = true
        stage.down(1, 450, 425, at: 0)
        stage.down(2, 460, 425, at: 10)
        stage.up(1, at: 20)
        _ = stage.recorder.take()
        stage.move(2, 470, 425, at: 30)
        stage.up(2, at: 40)
        #expect(stage.log == [])
        #expect(flags(control) == [false, false, false])
    }

    @Test(.rule("C14")) func `a control tracks one of two fingers that go down in one report`() {
        let control = stage.add(Control())
        control.isMultipleTouchEnabled = true
        stage.report(at: 0, .began(1, 450, 425), .began(2, 460, 425))
        #expect(stage.log == ["touchDown"])
    }

    @Test(.rule("C14")) func `a finger that a subview passes on is ignored while another one is tracked`() {
        let control = stage.add(Control())
        control.addSubview(View(frame: Rect(x: 0, y: 0, width: 50, height: 50)))
        stage.down(1, 475, 425, at: 0)
        stage.down(2, 425, 425, at: 10)
        stage.move(2, 430, 425, at: 20)
        stage.up(2, at: 30)
        #expect(stage.log == ["touchDown"])
        stage.up(1, at: 40)
        #expect(stage.log == ["touchDown", "touchUpInside"])
        stage.tap(425, 425, finger: 3, at: 1000)
        #expect(stage.log.suffix(2) == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("C15")) func `a disabled control is hit, but neither tracks nor sends events`() {
        let control = stage.add(Control())
        control.isEnabled = false
        stage.down(1, 450, 425, at: 0)
        #expect(stage.window.hitTest(Point(x: 485, y: 425), with: nil) === control)
        #expect(flags(control) == [false, false, false])
        control.isEnabled = true
        stage.move(1, 455, 425, at: 10)
        stage.up(at: 20)
        #expect(stage.log == [])
    }

    @Test(.rule("C15", "C12"))
    func `a control that is disabled while tracking sends touchCancel at once, and nothing afterwards`() {
        let control = stage.add(Control())
        stage.down(1, 450, 425, at: 0)
        control.isEnabled = false
        #expect(stage.log == ["touchDown", "touchCancel"])
        #expect(flags(control) == [false, false, false])
        stage.move(1, 455, 425, at: 10)
        stage.up(at: 20)
        #expect(stage.log == ["touchDown", "touchCancel"])
    }
}
