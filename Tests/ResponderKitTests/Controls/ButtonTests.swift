import ResponderKit
import TestTraits
import Testing

@Suite struct ButtonTests {
    let stage = Stage()

    /// Adds a recognizer for a tap with one finger; records its states.
    func addTap(to view: View) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer()
        GestureProbe(stage.recorder).watch(tap, as: "tap")
        view.addGestureRecognizer(tap)
        return tap
    }

    @Test(.rule("C18")) func `touchUpInside also sends primaryActionTriggered`() {
        let button = stage.add(Button())
        stage.down(1, 450, 425, at: 0)
        #expect(stage.recorder.take() == ["touchDown"])
        stage.up(at: 50)
        #expect(Set(stage.recorder.take()) == ["touchUpInside", "primaryActionTriggered"])
        #expect(flags(button) == [false, false, false])
    }

    @Test(.rule("C18"), arguments: [false, true])
    func `a button sends no primary action when the touch is cancelled or lifts outside`(isCancelled: Bool) {
        stage.add(Button())
        stage.down(1, 450, 425, at: 0)
        if isCancelled {
            stage.cancel(at: 20)
        } else {
            stage.move(1, 450, 700, at: 10)
            stage.up(at: 20)
        }
        #expect(stage.log.contains(isCancelled ? "touchCancel" : "touchUpOutside"))
        #expect(!stage.log.contains("primaryActionTriggered"))
    }

    @Test(.rule("C18")) func `a plain control has no primary action`() {
        stage.add(Control())
        stage.tap(450, 425, at: 0)
        #expect(!stage.log.contains("primaryActionTriggered"))
    }

    @Test(.rule("C21", "G45"), arguments: [false, true])
    func `a button prevents the single tap of an ancestor, near or far`(isFar: Bool) {
        let outer = View(frame: stage.window.bounds)
        stage.window.addSubview(outer)
        stage.add(Button(), in: outer)
        let tap = addTap(to: isFar ? stage.window : outer)
        stage.tap(450, 425, at: 0)
        #expect(Set(stage.log) == ["touchDown", "touchUpInside", "primaryActionTriggered"])
        #expect(tap.state == .possible)
        _ = stage.recorder.take()
        stage.tap(100, 100, at: 1000)
        #expect(stage.log == ["tap ended"])
    }

    @Test(.rule("C21", "G25")) func `a button prevents the ancestor's tap also when the tap delays the touch`() {
        stage.add(Button())
        addTap(to: stage.window).delaysTouchesBegan = true
        stage.tap(450, 425, at: 0)
        #expect(Set(stage.log) == ["touchDown", "touchUpInside", "primaryActionTriggered"])
    }

    @Test(.rule("C21"), arguments: [(taps: 2, touches: 1), (taps: 1, touches: 2)])
    func `a button does not prevent other taps of an ancestor`(taps: Int, touches: Int) {
        let button = stage.add(Button())
        button.isMultipleTouchEnabled = true
        let tap = addTap(to: stage.window)
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = touches
        for time in [Int64(0), 100] {
            for finger in 1...Int32(touches) { stage.down(finger, 450, 425, at: time) }
            for finger in 1...Int32(touches) { stage.up(finger, at: time + 50) }
        }
        #expect(stage.log.contains("tap ended"))
        #expect(stage.log.contains("touchCancel"))
        #expect(!stage.log.contains("touchUpInside"))
    }

    @Test(.rule("C22")) func `a tap recognizer on the button itself takes precedence`() {
        let tap = addTap(to: stage.add(Button()))
        stage.tap(450, 425, at: 0)
        #expect(stage.log.first == "touchDown")
        #expect(Set(stage.log.dropFirst()) == ["tap ended", "touchCancel"])
        #expect(tap.view is Button)
    }

    @Test(.rule("C23")) func `a tap recognizer of an ancestor cancels the touch of a plain control`() {
        stage.add(Control())
        _ = addTap(to: stage.window)
        stage.tap(450, 425, at: 0)
        #expect(stage.log.first == "touchDown")
        #expect(Set(stage.log.dropFirst()) == ["tap ended", "touchCancel"])
    }

    @Test(.rule("C24")) func `a tap recognizer that cancels no touches acts before the button`() {
        stage.add(Button())
        addTap(to: stage.window).cancelsTouchesInView = false
        stage.tap(450, 425, at: 0)
        #expect(stage.log.prefix(2) == ["touchDown", "tap ended"])
        #expect(Set(stage.log.dropFirst(2)) == ["touchUpInside", "primaryActionTriggered"])
    }

    @Test(.rule("C25")) func `a pan of an ancestor cancels a pressed button`() {
        let button = stage.add(Button())
        let pan = PanGestureRecognizer()
        GestureProbe(stage.recorder).watch(pan, as: "pan")
        stage.window.addGestureRecognizer(pan)
        stage.down(1, 450, 425, at: 0)
        stage.move(1, 480, 425, at: 20)
        #expect(stage.log.first == "touchDown")
        #expect(stage.log.contains("pan began"))
        #expect(stage.log.contains("touchCancel"))
        #expect(flags(button) == [false, false, false])
    }

    @Test(.rule("C15", "C21")) func `a disabled button does not prevent an ancestor's tap`() {
        stage.add(Button()).isEnabled = false
        _ = addTap(to: stage.window)
        stage.tap(450, 425, at: 0)
        #expect(stage.log == ["tap ended"])
    }
}
