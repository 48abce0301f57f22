import ResponderKit
import TestTraits
import Testing

@Suite struct TouchDeliveryTests {
    @Test(.rule("T9")) func `touches of one view with the same phase in one event arrive as one set`() {
        let stage = Stage()
        let view = stage.touchable("v")
        let other = stage.touchable("w", 200, 0)
        (view.isMultipleTouchEnabled, other.isMultipleTouchEnabled) = (true, true)
        stage.report(at: 0, .began(1, 10, 10), .began(2, 210, 10), .began(3, 20, 20), .began(4, 220, 20))
        #expect(stage.recorder.take() == ["v began 2", "w began 2"])
        stage.report(at: 10, .moved(1, 11, 11), .moved(2, 211, 11), .moved(3, 21, 21), .moved(4, 221, 21))
        #expect(stage.recorder.take() == ["v moved 2", "w moved 2"])
        stage.report(at: 20, .ended(1, 11, 11), .cancelled(2, 211, 11), .ended(3, 21, 21), .cancelled(4, 221, 21))
        #expect(stage.recorder.take() == ["v ended 2", "w cancelled 2"])
    }

    @Test(.rule("T10", "T8")) func `the set contains only moved touches, and the event the stationary ones too`() {
        let stage = Stage()
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var moved: [[Int32]] = []
        var stationary: [[Int32]] = []
        view.onMoved = { touches, event in
            moved.append(touches.map(\.finger.contact))
            stationary.append((event?.allTouches ?? []).filter { $0.phase == .stationary }.map(\.finger.contact))
        }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20), .began(3, 30, 30))
        stage.report(at: 10, .moved(1, 10, 10), .moved(2, 25, 25), .moved(3, 30, 30))
        stage.report(at: 20, .moved(3, 35, 35), .moved(1, 15, 15))
        #expect(stage.log == ["v began 3", "v moved", "v moved 2"])
        #expect(moved == [[2], [1, 3]])
        #expect(stationary == [[1, 3], [2]])
    }

    @Test(.rule("T11"))
    func `a view receives began, moved, ended, cancelled in this order, and views by their earliest touch`() {
        let stage = Stage()
        let view = stage.touchable("v")
        let first = stage.touchable("first", 200, 0)
        (view.isMultipleTouchEnabled, first.isMultipleTouchEnabled) = (true, true)
        stage.down(9, 210, 10, at: 0)
        stage.report(at: 10, .began(1, 10, 10), .began(2, 20, 20), .began(3, 30, 30))
        _ = stage.recorder.take()
        stage.report(
            at: 20,
            .cancelled(1, 10, 10),
            .ended(2, 20, 20),
            .moved(3, 35, 35),
            .began(4, 40, 40),
            .began(5, 250, 50),
            .moved(9, 215, 15)
        )
        #expect(
            stage.log == ["first began", "first moved", "v began", "v moved", "v ended", "v cancelled"]
        )
    }

    @Test(.rule("T12"), arguments: [Touch.Phase.ended, .cancelled])
    func `each began has exactly one end`(end: Touch.Phase) {
        let stage = Stage()
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        let last = end == .ended ? TouchSample.ended(1, 10, 10) : .cancelled(1, 10, 10)
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.report(at: 10, last)
        stage.report(at: 20, last)
        stage.application.cancel(TouchSet())
        stage.move(2, 30, 30, at: 30)
        stage.up(2, at: 40)
        stage.advance(to: 9000)
        #expect(stage.log == ["v began 2", "v \(end)", "v moved", "v ended"])
    }

    @Test(.rule("T29"), arguments: [false, true])
    func `the sets contain the event's touch objects, also after a delay`(isLate: Bool) {
        let stage = Stage()
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        let recognizer = WatchingRecognizer("r", Recorder())
        recognizer.delaysTouchesBegan = isLate
        view.addGestureRecognizer(recognizer)
        var isSame: [Bool] = []
        let note: (TouchSet, Event?) -> Void = { touches, event in
            let all = event?.allTouches ?? []
            isSame += touches.map { touch in all.contains { $0 === touch } }
        }
        (view.onBegan, view.onMoved, view.onEnded, view.onCancelled) = (note, note, note, note)
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.move(1, 15, 15, at: 10)
        stage.up(1, at: 20)
        if isLate { recognizer.state = .failed }
        stage.cancel(2, at: 30)
        #expect(stage.log == ["v began 2", "v moved", "v ended", "v cancelled"])
        #expect(isSame == [true, true, true, true, true])
    }
}
