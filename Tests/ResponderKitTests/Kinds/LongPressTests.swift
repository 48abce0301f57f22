import ResponderKit
import TestTraits
import Testing

@Suite struct LongPressTests {
    private func press(fingers: Int = 1, taps: Int = 0) -> LongPressGestureRecognizer {
        let press = LongPressGestureRecognizer()
        press.numberOfTouchesRequired = fingers
        press.numberOfTapsRequired = taps
        return press
    }

    @Test(.rule("G61")) func `a long press's defaults are 0.5 s, 10 points, one finger and no tap`() {
        let press = LongPressGestureRecognizer()
        #expect(press.minimumPressDuration == 0.5)
        #expect(press.allowableMovement == 10)
        #expect(press.numberOfTouchesRequired == 1)
        #expect(press.numberOfTapsRequired == 0)
    }

    @Test(.rule("G62"), arguments: [0.2, 0.5, 2])
    func `a long press begins by time alone`(_ duration: Double) {
        let press = press()
        press.minimumPressDuration = duration
        let stage = Stage(for: press)
        stage.down(1, 500, 500, at: 0)
        let limit = Int64(duration * 1000)
        #expect(stage.application.nextDeadline == limit * 1000)
        stage.application.advance(to: limit * 1000 - 1)
        #expect(stage.log == [])
        stage.application.advance(to: limit * 1000)
        #expect(stage.log == ["began"])
        #expect(press.state == .began)
        stage.up(at: limit + 100)
        #expect(stage.log == ["began", "ended", "reset"])
    }

    @Test(.rule("G62")) func `a long press without a duration begins at once`() {
        let press = press(fingers: 2)
        press.minimumPressDuration = 0
        let stage = Stage(for: press)
        stage.down(1, 400, 500, at: 0)
        #expect(stage.log == [])
        stage.down(2, 600, 500, at: 10)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G62")) func `the duration starts when all fingers are down`() {
        let stage = Stage(for: press(fingers: 2))
        stage.down(1, 400, 500, at: 0)
        stage.down(2, 600, 500, at: 400)
        stage.advance(to: 899)
        #expect(stage.log == [])
        stage.advance(to: 900)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G61", "G63"), arguments: [(10.0, ["began"]), (10.5, ["failed"]), (100.0, ["failed"])])
    func `movement beyond allowableMovement fails a long press that has not begun`(
        _ distance: Double,
        _ states: [String]
    ) {
        let stage = Stage(for: press())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500, 500 - distance, at: 100)
        stage.move(1, 500, 500, at: 200)
        stage.advance(to: 1000)
        #expect(stage.log == states)
    }

    @Test(.rule("G63")) func `allowableMovement can be set`() {
        let press = press()
        press.allowableMovement = 200
        let stage = Stage(for: press)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 690, 500, at: 100)
        stage.advance(to: 1000)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G63"), arguments: [Int32(1), 2])
    func `movement of any finger beyond allowableMovement fails a long press`(_ finger: Int32) {
        let stage = Stage(for: press(fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.move(finger, 200 + 200 * Double(finger), 600, at: 100)
        stage.advance(to: 1000)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G63")) func `each move of a long press that has begun is a change, at any distance`() {
        let press = press(fingers: 2)
        let stage = Stage(for: press)
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.advance(to: 500)
        stage.move(1, 401, 500, at: 510)
        stage.move(2, 20, 20, at: 520)
        stage.report(at: 530, .moved(1, 990, 990), .moved(2, 30, 30))
        #expect(stage.log == ["began", "changed", "changed", "changed"])
        #expect(press.location(in: nil) == Point(x: 510, y: 510))
    }

    @Test(.rule("G64"), arguments: [Int32(1), 2])
    func `a long press ends when any finger lifts`(_ finger: Int32) {
        let stage = Stage(for: press(fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.advance(to: 600)
        stage.up(finger, at: 700)
        #expect(stage.recorder.take() == ["began", "ended"])
        stage.move(3 - finger, 500, 600, at: 750)
        stage.up(3 - finger, at: 800)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G64"), arguments: [Int32(1), 2])
    func `a long press fails when any finger lifts before the duration`(_ finger: Int32) {
        let stage = Stage(for: press(fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.up(finger, at: 200)
        stage.advance(to: 1000)
        #expect(stage.recorder.take() == ["failed"])
        stage.up(3 - finger, at: 1100)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G64")) func `a long press fails with too few fingers`() {
        let stage = Stage(for: press(fingers: 2))
        stage.down(1, 500, 500, at: 0)
        stage.advance(to: 5000)
        #expect(stage.log == [])
        stage.up(at: 5100)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G63", "G64")) func `a move and a lift in one report are a change and the end`() {
        let stage = Stage(for: press(fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.advance(to: 600)
        stage.report(at: 700, .moved(1, 420, 500), .ended(2, 600, 500))
        #expect(stage.recorder.take() == ["began", "changed", "ended"])
    }

    @Test(.rule("G64")) func `a long press ends once when all fingers lift in one report`() {
        let stage = Stage(for: press(fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.advance(to: 600)
        stage.report(at: 700, .ended(1, 400, 500), .ended(2, 600, 500))
        #expect(stage.recorder.take() == ["began", "ended", "reset"])
    }

    @Test(.rule("G66"), arguments: [1, 2])
    func `an extra finger fails a long press that has not begun`(_ fingers: Int) {
        let stage = Stage(for: press(fingers: fingers))
        for finger in 1...Int32(fingers) { stage.down(finger, 300 + 100 * Double(finger), 500, at: 0) }
        stage.down(9, 300, 300, at: 200)
        stage.advance(to: 1000)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G66")) func `a long press that has begun ignores an extra finger`() {
        let press = press()
        let stage = Stage(for: press)
        stage.down(1, 500, 500, at: 0)
        stage.advance(to: 500)
        stage.down(2, 700, 700, at: 600)
        #expect(press.numberOfTouches == 1)
        #expect(press.location(in: nil) == Point(x: 500, y: 500))
        stage.move(2, 800, 800, at: 650)
        stage.up(2, at: 700)
        #expect(stage.log == ["began"])
        stage.move(1, 510, 500, at: 750)
        stage.up(1, at: 800)
        #expect(stage.log == ["began", "changed", "ended", "reset"])
    }
}
