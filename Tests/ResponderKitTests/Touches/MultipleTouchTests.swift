import ResponderKit
import TestTraits
import Testing

@Suite struct MultipleTouchTests {
    private let stage = Stage()

    @Test(.rule("T13")) func `a view that tracks a touch does not receive a second one`() {
        let view = stage.touchable("v")
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 20, 20, at: 10)
        stage.report(at: 20, .moved(1, 11, 11), .moved(2, 21, 21))
        stage.up(2, at: 30)
        stage.up(1, at: 40)
        #expect(stage.recorder.take() == ["v began", "v moved", "v ended"])
        view.isMultipleTouchEnabled = true
        stage.down(1, 10, 10, at: 1000)
        stage.down(2, 20, 20, at: 1010)
        #expect(stage.log == ["v began", "v began"])
    }

    @Test(.rule("T13")) func `a second touch is delivered after the first one has ended`() {
        _ = stage.touchable("v")
        stage.down(1, 10, 10, at: 0)
        stage.up(1, at: 10)
        stage.down(2, 20, 20, at: 20)
        stage.cancel(2, at: 30)
        stage.down(3, 30, 30, at: 40)
        #expect(stage.log == ["v began", "v ended", "v began", "v cancelled", "v began"])
    }

    @Test(.rule("T14"), arguments: [Touch.Phase.ended, .cancelled])
    func `an ignored touch stays ignored when the first finger has lifted`(end: Touch.Phase) {
        let view = stage.touchable("v")
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 20, 20, at: 10)
        stage.up(1, at: 20)
        view.isMultipleTouchEnabled = true
        stage.move(2, 30, 30, at: 30)
        if end == .ended { stage.up(2, at: 40) } else { stage.application.resignActive() }
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("T15")) func `an ignored touch does not go up the chain`() {
        let parent = stage.touchable("p")
        parent.isMultipleTouchEnabled = true
        parent.addSubview(ProbeView("v", 0, 0, 50, 50, stage.recorder))
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 20, 20, at: 10)
        stage.move(2, 25, 25, at: 20)
        stage.up(2, at: 30)
        stage.up(1, at: 40)
        #expect(stage.log == ["v began", "p began", "v ended", "p ended"])
    }

    @Test(.rule("T16")) func `a single-touch parent receives every touch that its children pass on`() {
        let parent = stage.touchable("p")
        parent.addSubview(ProbeView("a", 0, 0, 50, 50, stage.recorder))
        parent.addSubview(ProbeView("b", 50, 50, 50, 50, stage.recorder))
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 60, 60, at: 10)
        stage.report(at: 20, .moved(1, 11, 11), .moved(2, 61, 61))
        stage.up(1, at: 30)
        stage.up(2, at: 40)
        #expect(
            stage.log == [
                "a began", "p began", "b began", "p began", "a moved", "p moved", "b moved", "p moved", "a ended",
                "p ended", "b ended", "p ended",
            ]
        )
    }

    @Test(.rule("T16")) func `the flag is not inherited`() {
        let parent = stage.touchable("p")
        parent.isMultipleTouchEnabled = true
        let child = ProbeView("v", 0, 0, 50, 50, stage.recorder)
        child.passesOn = false
        parent.addSubview(child)
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.report(at: 10, .began(3, 60, 60), .began(4, 70, 70))
        #expect(stage.log == ["v began", "p began 2"])
    }

    @Test(.rule("T17"), arguments: [[1, 2], [2, 1]] as [[Int32]])
    func `of two touches that begin in one event the first of the report is delivered`(order: [Int32]) {
        let view = stage.touchable("v")
        var received: [Int32] = []
        view.onBegan = { touches, _ in received += touches.map(\.finger.contact) }
        stage.report(at: 0, .began(order[0], 10, 10), .began(order[1], 20, 20))
        stage.up(order[1], at: 10)
        stage.up(order[0], at: 20)
        #expect(received == [order[0]])
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("T18")) func `recognizers receive every touch, whatever isMultipleTouchEnabled`() {
        let view = stage.touchable("v")
        let recognizer = WatchingRecognizer("r", stage.recorder)
        view.addGestureRecognizer(recognizer)
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 20, 20, at: 10)
        #expect(recognizer.numberOfTouches == 2)
        stage.report(at: 20, .moved(1, 11, 11), .moved(2, 21, 21))
        stage.up(2, at: 30)
        stage.up(1, at: 40)
        #expect(
            stage.log == [
                "r sees began", "v began", "r sees began", "r sees moved 2", "v moved", "r sees ended", "r sees ended",
                "v ended", "r reset",
            ]
        )
    }
}
