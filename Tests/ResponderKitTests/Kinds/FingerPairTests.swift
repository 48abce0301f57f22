import ResponderKit
import TestTraits
import Testing

/// Tests the common behaviour of pinch and rotation.
@Suite struct FingerPairTests {
    static let kinds = [GestureKind.pinch, .rotation]

    /// Moves one finger left and the other down, which increases both the distance and the angle.
    private func stretch(_ stage: Stage, at time: Int64) {
        stage.report(at: time, .moved(1, 400, 500), .moved(2, 600, 800))
    }

    private func value(_ recognizer: GestureRecognizer) -> Double {
        (recognizer as? PinchGestureRecognizer)?.scale ?? (recognizer as? RotationGestureRecognizer)?.rotation ?? .nan
    }

    @Test(.rule("G80"), arguments: kinds)
    func `pinch and rotation begin with two fingers and end when both have lifted`(_ kind: GestureKind) {
        let stage = Stage(for: kind.make())
        stage.down(1, 500, 500, at: 0)
        stage.down(2, 600, 500, at: 10)
        #expect(stage.log == [])
        stretch(stage, at: 20)
        #expect(stage.recorder.take() == ["began"])
        stage.move(1, 390, 500, at: 30)
        #expect(stage.recorder.take() == ["changed"])
        stage.move(2, 610, 800, at: 40)
        #expect(stage.recorder.take() == ["changed"])
        stage.report(at: 50, .moved(1, 380, 500), .moved(2, 620, 800))
        #expect(stage.recorder.take() == ["changed"])
        stage.up(1, at: 60)
        #expect(stage.recorder.take() == [])
        stage.up(2, at: 70)
        #expect(stage.recorder.take() == ["ended", "reset"])
    }

    @Test(.rule("G80"), arguments: kinds)
    func `both fingers of a pinch or rotation can go down and lift in one report`(_ kind: GestureKind) {
        let stage = Stage(for: kind.make())
        stage.report(at: 0, .began(1, 500, 500), .began(2, 600, 500))
        stretch(stage, at: 20)
        stage.report(at: 30, .ended(1, 400, 500), .ended(2, 600, 800))
        #expect(stage.log == ["began", "ended", "reset"])
    }

    @Test(.rule("G80"), arguments: kinds)
    func `the fingers of a pinch or rotation can be in different subviews`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        let left = View(frame: Rect(x: 400, y: 400, width: 150, height: 600))
        let right = View(frame: Rect(x: 550, y: 400, width: 150, height: 600))
        recognizer.view?.addSubview(left)
        recognizer.view?.addSubview(right)
        stage.down(1, 500, 500, at: 0)
        stage.down(2, 600, 500, at: 10)
        stretch(stage, at: 20)
        #expect(stage.log == ["began"])
        #expect(recognizer.numberOfTouches == 2)
    }

    @Test(.rule("G80"), arguments: kinds)
    func `one finger is no pinch and no rotation`(_ kind: GestureKind) {
        let stage = Stage(for: kind.make())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 700, 800, at: 20)
        stage.up(1, at: 30)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G80"), arguments: kinds)
    func `two fingers that move in parallel begin neither pinch nor rotation`(_ kind: GestureKind) {
        let stage = Stage(for: kind.make())
        stage.report(at: 0, .began(1, 100, 100), .began(2, 200, 100))
        for step in 1...10 {
            let way = 50 * Double(step)
            stage.report(at: 10 * Int64(step), .moved(1, 100 + way, 100 + way), .moved(2, 200 + way, 100 + way))
        }
        #expect(stage.log == [])
        stage.up(2, at: 200)
        stage.up(1, at: 210)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G80"))
    func `a pinch and a rotation can recognize simultaneously`() {
        let pinch = PinchGestureRecognizer()
        let rotation = RotationGestureRecognizer()
        let stage = Stage(for: pinch, rotation)
        let probe = GestureProbe(stage.recorder)
        probe.simultaneous = true
        pinch.delegate = probe
        pinch.name = "pinch"
        rotation.name = "rotation"
        stage.report(at: 0, .began(1, 500, 500), .began(2, 600, 500))
        stage.move(2, 500, 700, at: 20)
        stage.report(at: 30, .ended(1, 500, 500), .ended(2, 500, 700))
        #expect(
            stage.log == [
                "pinch began", "rotation began", "pinch ended", "rotation ended", "pinch reset", "rotation reset",
            ]
        )
    }

    @Test(.rule("G84"), arguments: [(GestureKind.pinch, Int32(1)), (.pinch, 2), (.rotation, 1), (.rotation, 2)])
    func `state and value persist after one finger has lifted`(_ kind: GestureKind, _ finger: Int32) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        stage.report(at: 0, .began(1, 500, 500), .began(2, 600, 500))
        stretch(stage, at: 20)
        let value = value(recognizer)
        stage.up(finger, at: 30)
        #expect(recognizer.state == .began)
        stage.move(3 - finger, 100, 900, at: 40)
        stage.move(3 - finger, 900, 100, at: 50)
        #expect(recognizer.state == .began)
        #expect(self.value(recognizer) == value)
        #expect(stage.recorder.take() == ["began"])
        stage.down(finger, 300, 300, at: 60)
        stage.move(finger, 500, 300, at: 70)
        #expect(self.value(recognizer) == value)
        #expect(stage.recorder.take() == [])
        stage.up(3 - finger, at: 80)
        #expect(stage.recorder.take() == ["ended", "reset"])
    }

    @Test(.rule("G84"), arguments: kinds)
    func `a finger that lands after one of the two lifted is ignored, and its view receives it`(_ kind: GestureKind) {
        let recorder = Recorder()
        let view = ProbeView("v", 0, 0, 1000, 1000, recorder)
        view.isMultipleTouchEnabled = true
        let recognizer = kind.make()
        let stage = Stage(for: recognizer, in: view)
        stage.report(at: 0, .began(1, 500, 500), .began(2, 600, 500))
        stretch(stage, at: 20)
        stage.up(2, at: 30)
        #expect(recorder.take() == ["v began 2", "v cancelled 2"])
        let value = value(recognizer)
        stage.down(3, 300, 300, at: 40)
        stage.move(3, 500, 300, at: 50)
        #expect(recognizer.numberOfTouches == 1)
        #expect(self.value(recognizer) == value)
        stage.up(1, at: 60)
        #expect(stage.log == ["began", "ended", "reset"])
        stage.up(3, at: 70)
        #expect(recorder.take() == ["v began", "v moved", "v ended"])
    }

    @Test(.rule("G84"), arguments: kinds)
    func `pinch and rotation ignore a third finger`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        stage.report(at: 0, .began(1, 500, 500), .began(2, 600, 500))
        stage.down(3, 100, 100, at: 10)
        stage.move(3, 100, 900, at: 15)
        stage.up(3, at: 18)
        #expect(recognizer.numberOfTouches == 2)
        stretch(stage, at: 20)
        let value = value(recognizer)
        stage.down(4, 100, 100, at: 30)
        stage.move(4, 900, 900, at: 40)
        #expect(self.value(recognizer) == value)
        #expect(recognizer.numberOfTouches == 2)
        stage.report(at: 50, .ended(1, 400, 500), .ended(2, 600, 800))
        #expect(stage.log == ["began", "ended", "reset"])
    }

    @Test(.rule("G84"), arguments: kinds)
    func `of three fingers in one report the first two are tracked`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        stage.report(at: 0, .began(1, 500, 500), .began(2, 600, 500), .began(3, 100, 100))
        #expect(recognizer.numberOfTouches == 2)
        stage.move(3, 900, 900, at: 10)
        #expect(stage.log == [])
        stretch(stage, at: 20)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G84"), arguments: kinds)
    func `pinch and rotation fail when a finger lifts before they began`(_ kind: GestureKind) {
        let stage = Stage(for: kind.make())
        stage.report(at: 0, .began(1, 500, 500), .began(2, 600, 500))
        stage.up(2, at: 10)
        #expect(stage.log == ["failed"])
        stage.up(1, at: 20)
        #expect(stage.log == ["failed", "reset"])
    }
}
