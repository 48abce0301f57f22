import ResponderKit
import TestTraits
import Testing

@Suite struct ExclusiveTouchTests {
    private let stage = Stage()

    @Test(.rule("T19")) func `other views of the window receive no new touches while an exclusive view tracks one`() {
        let view = stage.touchable("exclusive")
        _ = stage.touchable("other", 200, 0)
        view.isExclusiveTouch = true
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 210, 10, at: 10)
        stage.move(2, 220, 20, at: 20)
        stage.up(2, at: 30)
        stage.up(1, at: 40)
        #expect(stage.log == ["exclusive began", "exclusive ended"])
    }

    @Test(.rule("T19", "T20"), arguments: [true, false])
    func `views of other windows are not affected`(isExclusiveFirst: Bool) {
        let view = stage.touchable("exclusive")
        view.isExclusiveTouch = true
        let front = Window(frame: Rect(x: 500, y: 0, width: 100, height: 100), application: stage.application)
        front.isHidden = false
        front.addSubview(ProbeView("other", 0, 0, 100, 100, stage.recorder))
        if isExclusiveFirst {
            stage.down(1, 10, 10, at: 0)
            stage.down(2, 510, 10, at: 10)
            #expect(stage.log == ["exclusive began", "other began"])
        } else {
            stage.down(2, 510, 10, at: 0)
            stage.down(1, 10, 10, at: 10)
            #expect(stage.log == ["other began", "exclusive began"])
        }
    }

    @Test(.rule("T20")) func `an exclusive view receives a touch only while no other view tracks one`() {
        let view = stage.touchable("exclusive")
        _ = stage.touchable("other", 200, 0)
        view.isExclusiveTouch = true
        stage.down(1, 210, 10, at: 0)
        stage.down(2, 10, 10, at: 10)
        stage.move(2, 20, 20, at: 20)
        stage.up(2, at: 30)
        stage.up(1, at: 40)
        #expect(stage.log == ["other began", "other ended"])
    }

    @Test(.rule("T19", "T20"), arguments: [true, false])
    func `of two touches that begin in one event the first of the report decides`(isExclusiveFirst: Bool) {
        let view = stage.touchable("exclusive")
        _ = stage.touchable("other", 200, 0)
        view.isExclusiveTouch = true
        let (own, foreign) = (TouchSample.began(1, 10, 10), TouchSample.began(2, 210, 10))
        if isExclusiveFirst { stage.report(at: 0, own, foreign) } else { stage.report(at: 0, foreign, own) }
        #expect(stage.log == [isExclusiveFirst ? "exclusive began" : "other began"])
    }

    @Test(.rule("T21")) func `a blocked touch is not delivered later, and new touches work as usual`() {
        let view = stage.touchable("exclusive")
        _ = stage.touchable("other", 200, 0)
        view.isExclusiveTouch = true
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 210, 10, at: 10)
        stage.up(1, at: 20)
        stage.move(2, 220, 20, at: 30)
        #expect(stage.recorder.take() == ["exclusive began", "exclusive ended"])
        stage.down(3, 230, 30, at: 40)
        stage.down(4, 10, 10, at: 50)
        stage.up(3, at: 60)
        stage.move(4, 20, 20, at: 70)
        #expect(stage.recorder.take() == ["other began", "other ended"])
        stage.report(at: 80, .ended(2, 220, 20), .ended(4, 20, 20))
        stage.down(5, 10, 10, at: 90)
        stage.up(5, at: 100)
        #expect(stage.log == ["exclusive began", "exclusive ended"])
    }

    @Test(.rule("T22"), arguments: [true, false])
    func `isMultipleTouchEnabled applies to an exclusive view as usual`(isMultiple: Bool) {
        let view = stage.touchable("exclusive")
        view.isExclusiveTouch = true
        view.isMultipleTouchEnabled = isMultiple
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 20, 20, at: 10)
        stage.report(at: 20, .ended(1, 10, 10), .ended(2, 20, 20))
        #expect(
            stage.log
                == (isMultiple
                    ? ["exclusive began", "exclusive began", "exclusive ended 2"]
                    : ["exclusive began", "exclusive ended"])
        )
    }

    @Test(.rule("T23")) func `a pinch recognizes with one finger on each of two exclusive buttons`() {
        let parent = stage.touchable("parent", 0, 0, 500, 500)
        for (name, x) in [("left", 100.0), ("right", 300)] {
            let view = ProbeView(name, x, 100, 100, 100, stage.recorder)
            view.isExclusiveTouch = true
            view.passesOn = false
            parent.addSubview(view)
        }
        let pinch = PinchGestureRecognizer()
        GestureProbe(stage.recorder).watch(pinch, as: "pinch")
        parent.addGestureRecognizer(pinch)
        stage.down(1, 150, 150, at: 0)
        stage.down(2, 350, 150, at: 10)
        #expect(stage.recorder.take() == ["left began"])
        stage.report(at: 100, .moved(1, 50, 150), .moved(2, 450, 150))
        #expect(stage.log == ["pinch began", "left cancelled"])
        #expect(pinch.numberOfTouches == 2)
    }
}
