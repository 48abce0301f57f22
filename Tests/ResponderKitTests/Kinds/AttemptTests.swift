import ResponderKit
import TestTraits
import Testing

/// Tests for all recognizers that an attempt leaves no state for the next one.
@Suite struct AttemptTests {
    @Test(.rule("G47"), arguments: GestureKind.allCases)
    func `a recognizer recognizes the same gesture twice in a row`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        kind.perform(stage, at: 0)
        #expect(stage.recorder.take() == kind.states)
        kind.perform(stage, at: 5000)
        #expect(stage.recorder.take() == kind.states)
        #expect(stage.application.nextDeadline == nil)
    }

    @Test(.rule("G47"), arguments: GestureKind.allCases)
    func `a failed attempt does not affect the next one`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        let down = kind.start(stage, at: 0)
        stage.down(7, 900, 900, at: down + 5)
        stage.down(8, 900, 700, at: down + 6)
        kind.lift(stage, at: down + 10)
        stage.up(7, at: down + 15)
        stage.up(8, at: down + 16)
        #expect(stage.recorder.take() == ["failed", "reset"])
        kind.perform(stage, at: 5000)
        #expect(stage.recorder.take() == kind.states)
    }

    @Test(.rule("G52"), arguments: GestureKind.allCases)
    func `cancelled touches fail an attempt that has not begun`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        let down = kind.start(stage, at: 0)
        #expect(stage.log == [])
        kind.cancel(stage, at: down + 20)
        #expect(stage.recorder.take() == ["failed", "reset"])
        kind.perform(stage, at: 5000)
        #expect(stage.recorder.take() == kind.states)
    }

    @Test(.rule("G52"), arguments: GestureKind.continuous)
    func `cancelled touches cancel a gesture that has begun`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        let down = kind.start(stage, at: 0)
        let begun = kind.goOn(stage, at: down)
        kind.cancel(stage, at: begun + 20)
        #expect(stage.recorder.take() == ["began", "cancelled", "reset"])
        kind.perform(stage, at: 5000)
        #expect(stage.recorder.take() == kind.states)
    }

    @Test(.rule("G52"), arguments: GestureKind.continuous)
    func `cancelled touches cancel a gesture that has changed`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        let down = kind.start(stage, at: 0)
        let begun = kind.goOn(stage, at: down)
        stage.move(1, 60, 500, at: begun + 10)
        kind.cancel(stage, at: begun + 20)
        #expect(stage.recorder.take() == ["began", "changed", "cancelled", "reset"])
        kind.perform(stage, at: 5000)
        #expect(stage.recorder.take() == kind.states)
    }

    @Test(.rule("G52"))
    func `a recognized swipe stays recognized when its touch is cancelled`() {
        let swipe = SwipeGestureRecognizer()
        let stage = Stage(for: swipe)
        let end = GestureKind.swipe.goOn(stage, at: GestureKind.swipe.start(stage, at: 0))
        stage.cancel(1, at: end + 10)
        #expect(stage.log == ["ended", "reset"])
    }

    @Test(.rule("G52"), arguments: [GestureKind.pinch, .rotation, .twoFingerTap])
    func `cancelling one of two fingers is enough`(_ kind: GestureKind) {
        let stage = Stage(for: kind.make())
        let down = kind.start(stage, at: 0)
        stage.cancel(2, at: down + 10)
        #expect(stage.recorder.take() == ["failed"])
        stage.up(1, at: down + 20)
        #expect(stage.recorder.take() == ["reset"])
        if GestureKind.continuous.contains(kind) {
            let begun = kind.goOn(stage, at: kind.start(stage, at: 5000))
            stage.cancel(1, at: begun + 10)
            #expect(stage.recorder.take() == ["began", "cancelled"])
            stage.up(2, at: begun + 20)
            #expect(stage.recorder.take() == ["reset"])
        }
    }
}
