import ResponderKit
import TestTraits
import Testing

/// Tests when a touch counts as inside a control. The control extends from (400, 400) to (500, 450), and from (330,
/// 330) to (570, 520) with the margin of C7.
@Suite struct ControlInsideTests {
    let stage = Stage()

    static let near = [(331.0, 425.0), (569, 425), (450, 331), (450, 519), (331, 331), (569, 519)]

    @Test(.rule("C7", "C8", "C11"), arguments: near)
    func `a tracked finger up to 70 points outside the bounds counts as inside`(x: Double, y: Double) {
        stage.add(Control())
        stage.down(1, 450, 425, at: 0)
        stage.move(1, x, y, at: 10)
        stage.up(at: 20)
        #expect(stage.log == ["touchDown", "touchDragInside", "touchUpInside"])
    }

    @Test(.rule("C7", "C8", "C11"), arguments: [(329.0, 425.0), (571, 425), (450, 329), (450, 521)])
    func `a tracked finger more than 70 points outside the bounds counts as outside`(x: Double, y: Double) {
        stage.add(Control())
        stage.down(1, 450, 425, at: 0)
        stage.move(1, x, y, at: 10)
        stage.up(at: 20)
        #expect(stage.log.first == "touchDown")
        #expect(Set(stage.log.dropFirst().dropLast()) == ["touchDragExit", "touchDragOutside"])
        #expect(stage.log.last == "touchUpOutside")
    }

    @Test(.rule("C7"), arguments: [(509.0, "touchUpInside"), (511, "touchUpOutside")])
    func `trackingMargin sets the distance that counts as inside`(x: Double, last: String) {
        let control = Control()
        control.trackingMargin = 10
        stage.add(control)
        stage.down(1, 450, 425, at: 0)
        stage.report(at: 20, .ended(1, x, 425))
        #expect(stage.log.last == last)
    }

    @Test(.rule("C11")) func `the location of the lift decides between inside and outside, without a preceding move`() {
        stage.add(Control())
        stage.down(1, 450, 425, at: 0)
        stage.report(at: 20, .ended(1, 450, 700))
        #expect(stage.log == ["touchDown", "touchUpOutside"])
    }

    @Test(.rule("C8", "C10")) func `every move sends one drag event, and crossing the margin sends a second one`() {
        let control = stage.add(Control())
        stage.down(1, 450, 425, at: 0)
        _ = stage.recorder.take()
        let way: [(y: Double, events: Set<String>)] = [
            (430, ["touchDragInside"]), (500, ["touchDragInside"]),
            (600, ["touchDragOutside", "touchDragExit"]), (650, ["touchDragOutside"]),
            (500, ["touchDragInside", "touchDragEnter"]), (430, ["touchDragInside"]),
            (600, ["touchDragOutside", "touchDragExit"]), (430, ["touchDragInside", "touchDragEnter"]),
        ]
        for (step, (y, events)) in way.enumerated() {
            stage.move(1, 450, y, at: Int64(step + 1) * 10)
            let sent = stage.recorder.take()
            #expect(sent.count == events.count)
            #expect(Set(sent) == events)
            let isInside = events.contains("touchDragInside")
            #expect(flags(control) == [true, isInside, isInside])
        }
    }

    @Test(.rule("C9")) func `a finger that slides in from outside does not start the control`() {
        let control = stage.add(Control())
        stage.down(1, 450, 700, at: 0)
        stage.move(1, 450, 425, at: 10)
        #expect(flags(control) == [false, false, false])
        stage.up(at: 20)
        #expect(stage.log == [])
    }

    @Test(.rule("C7", "C9")) func `the margin does not apply to touchDown, and no enter precedes an exit`() {
        let control = stage.add(Control())
        let neighbour = ProbeView("neighbour", 510, 400, 50, 50, Recorder())
        neighbour.onBegan = { control.touchesBegan($0, with: $1) }
        neighbour.onMoved = { control.touchesMoved($0, with: $1) }
        stage.window.addSubview(neighbour)
        stage.down(1, 520, 425, at: 0)
        #expect(flags(control) == [true, false, false])
        stage.move(1, 450, 425, at: 10)
        #expect(flags(control) == [true, true, true])
        #expect(stage.recorder.take() == ["touchDown", "touchDragInside"])
        stage.move(1, 450, 700, at: 20)
        stage.move(1, 450, 425, at: 30)
        #expect(stage.recorder.take().contains("touchDragEnter"))
    }

    @Test(.rule("C27", "C7")) func `an override of point(inside:) enlarges the area for touchDown`() {
        let control = stage.add(ScriptedControl())
        stage.tap(385, 425, at: 0)
        #expect(stage.log == [])
        control.reach = 20
        stage.down(1, 385, 425, at: 1000)
        #expect(flags(control) == [true, true, true])
        stage.up(at: 1050)
        #expect(stage.log == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("C7", "C8", "G25")) func `a delayed touch begins where the finger went down`() {
        stage.add(Control())
        let pan = PanGestureRecognizer()
        pan.delaysTouchesBegan = true
        GestureProbe(stage.recorder).watch(pan, as: "pan")
        let probe = GestureProbe(stage.recorder)
        probe.shouldBegin = false
        pan.delegate = probe
        stage.window.addGestureRecognizer(pan)
        stage.down(1, 450, 425, at: 0)
        #expect(stage.log == [])
        stage.move(1, 450, 700, at: 10)
        #expect(stage.log.first == "touchDown")
        #expect(Set(stage.log.dropFirst()) == ["touchDragExit", "touchDragOutside"])
    }

    @Test(.rule("C7")) func `a view can start a control in the middle of a touch`() {
        let control = stage.add(Control())
        let outer = stage.addProbe()
        outer.onMoved = { touches, event in
            if control.isTracking { return control.touchesMoved(touches, with: event) }
            if touches.first?.view === outer { control.touchesBegan(touches, with: event) }
        }
        stage.window.sendSubviewToBack(outer)
        stage.down(1, 450, 600, at: 0)
        stage.move(1, 450, 425, at: 10)
        #expect(flags(control) == [true, true, true])
    }
}
