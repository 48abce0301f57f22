import ResponderKit
import TestTraits
import Testing

@Suite struct SwitchTests {
    let stage = Stage()

    func add(_ pan: PanGestureRecognizer, to view: View) {
        GestureProbe(stage.recorder).watch(pan, as: "pan")
        view.addGestureRecognizer(pan)
    }

    @Test(.rule("C20")) func `a tap flips the switch and sends valueChanged once`() {
        let control = stage.add(Switch())
        #expect(!control.isOn)
        var isOnAtUp: Bool?
        control.addAction(for: .touchUpInside) { sender, _ in isOnAtUp = (sender as? Switch)?.isOn }
        for isOn in [true, false] {
            stage.tap(450, 425, at: isOn ? 0 : 1000)
            #expect(control.isOn == isOn)
            #expect(isOnAtUp == isOn)
            let sent = stage.recorder.take()
            #expect(sent.count == 4)
            #expect(Set(sent) == ["touchDown", "touchUpInside", "valueChanged", "primaryActionTriggered"])
        }
    }

    @Test(.rule("C20"), arguments: [false, true])
    func `a switch does not flip when the touch is cancelled or lifts outside`(isCancelled: Bool) {
        let control = stage.add(Switch())
        stage.down(1, 450, 425, at: 0)
        if isCancelled {
            stage.cancel(at: 20)
        } else {
            stage.move(1, 450, 700, at: 10)
            stage.up(at: 20)
        }
        #expect(!control.isOn)
        #expect(!stage.log.contains("valueChanged"))
    }

    @Test(.rule("C20")) func `setting isOn from code sends nothing`() {
        let control = stage.add(Switch())
        control.isOn = true
        #expect(control.isOn)
        control.setOn(false, animated: true)
        #expect(!control.isOn)
        #expect(stage.log == [])
    }

    @Test(.rule("C21")) func `a switch prevents the single tap of an ancestor`() {
        let control = stage.add(Switch())
        let tap = TapGestureRecognizer()
        GestureProbe(stage.recorder).watch(tap, as: "tap")
        stage.window.addGestureRecognizer(tap)
        stage.tap(450, 425, at: 0)
        #expect(control.isOn)
        #expect(!stage.log.contains("tap ended"))
    }

    @Test(.rule("C22")) func `a tap recognizer on the switch itself takes precedence`() {
        let control = stage.add(Switch())
        control.addGestureRecognizer(TapGestureRecognizer())
        stage.tap(450, 425, at: 0)
        #expect(!control.isOn)
        #expect(stage.log == ["touchDown", "touchCancel"])
    }

    @Test(.rule("C21"), arguments: [30.0, -30])
    func `a switch prevents an ancestor's pan along it, and flips`(dx: Double) {
        let control = stage.add(Switch())
        add(PanGestureRecognizer(), to: stage.window)
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 450 + dx, 425, at: 20)
        stage.up(at: 40)
        #expect(control.isOn)
        #expect(!stage.log.contains("pan began"))
        #expect(!stage.log.contains("touchCancel"))
    }

    @Test(.rule("C21", "C25")) func `a switch does not prevent a pan across it`() {
        let control = stage.add(Switch())
        add(PanGestureRecognizer(), to: stage.window)
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 455, 455, at: 20)
        stage.up(at: 40)
        #expect(!control.isOn)
        #expect(stage.log.contains("pan began"))
        #expect(stage.log.contains("touchCancel"))
    }

    @Test(.rule("C22", "C24"), arguments: [false, true])
    func `a switch does not prevent its own pan, or one that cancels no touches`(isOwn: Bool) {
        let control = stage.add(Switch())
        let pan = PanGestureRecognizer()
        pan.cancelsTouchesInView = isOwn
        add(pan, to: isOwn ? control : stage.window)
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 480, 425, at: 20)
        stage.up(at: 40)
        #expect(stage.log.contains("pan began"))
        #expect(control.isOn == !isOwn)
    }

    @Test(.rule("C21")) func `a switch does not prevent a screen edge pan`() {
        let control = stage.add(Switch())
        control.frame.origin.x = 0
        let pan = ScreenEdgePanGestureRecognizer()
        pan.edges = .left
        add(pan, to: stage.window)
        stage.down(1, 2, 425, at: 0)
        stage.move(1, 40, 425, at: 20)
        #expect(stage.log.contains("pan began"))
        #expect(stage.log.contains("touchCancel"))
    }

    @Test(.rule("C15", "C21")) func `a disabled switch prevents no pan and does not flip`() {
        let control = stage.add(Switch())
        control.isEnabled = false
        add(PanGestureRecognizer(), to: stage.window)
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 480, 425, at: 20)
        stage.up(at: 40)
        #expect(stage.log.contains("pan began"))
        #expect(!control.isOn)
    }
}
