import ResponderKit
import TestTraits
import Testing

/// Tests two-finger gestures in which one finger is cancelled.
@Suite struct OneFingerCancelledTests {
    static let kinds = [GestureKind.longPress, .pinch, .rotation]

    private func make(_ kind: GestureKind) -> GestureRecognizer {
        let recognizer = kind.make()
        (recognizer as? LongPressGestureRecognizer)?.numberOfTouchesRequired = 2
        return recognizer
    }

    /// Moves two fingers until the gesture begins.
    private func begin(_ kind: GestureKind, on stage: Stage) {
        stage.report(at: 0, .began(1, 300, 500), .began(2, 500, 500))
        if kind == .longPress { stage.advance(to: 1000) } else { stage.move(2, 500, 800, at: 1000) }
    }

    @Test(.rule("G52", "X10"), arguments: kinds, [Int32(1), 2])
    func `cancelling either finger cancels the gesture`(_ kind: GestureKind, _ finger: Int32) {
        let stage = Stage(for: make(kind))
        begin(kind, on: stage)
        #expect(stage.recorder.take() == ["began"])
        stage.cancel(finger, at: 1010)
        #expect(stage.recorder.take() == ["cancelled"])
        stage.move(3 - finger, 100, 100, at: 1020)
        stage.up(3 - finger, at: 1030)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G52", "X10"), arguments: kinds)
    func `a cancelled finger fails a gesture that has not begun, and the view retains the other finger`(
        _ kind: GestureKind
    ) {
        let recorder = Recorder()
        let view = ProbeView("v", 0, 0, 1000, 1000, recorder)
        view.isMultipleTouchEnabled = true
        let stage = Stage(for: make(kind), in: view)
        stage.report(at: 0, .began(1, 300, 500), .began(2, 500, 500))
        stage.cancel(1, at: 10)
        #expect(stage.log == ["failed"])
        stage.move(2, 505, 500, at: 20)
        stage.up(2, at: 30)
        #expect(stage.log == ["failed", "reset"])
        #expect(recorder.lines == ["v began 2", "v cancelled", "v moved", "v ended"])
    }

    @Test(.rule("G52", "X10")) func `a pan with enough fingers left continues`() {
        let stage = Stage(for: PanGestureRecognizer())
        stage.report(at: 0, .began(1, 300, 500), .began(2, 500, 500))
        stage.report(at: 10, .moved(1, 340, 500), .moved(2, 540, 500))
        stage.cancel(1, at: 20)
        stage.move(2, 560, 500, at: 30)
        stage.up(2, at: 40)
        #expect(stage.log == ["began", "changed", "ended", "reset"])
    }
}
