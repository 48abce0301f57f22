import ResponderKit
import TestTraits
import Testing

/// Tests long presses that require taps first.
@Suite struct TapAndPressTests {
    private func press(_ taps: Int, fingers: Int = 1) -> LongPressGestureRecognizer {
        let press = LongPressGestureRecognizer()
        press.numberOfTapsRequired = taps
        press.numberOfTouchesRequired = fingers
        return press
    }

    @Test(.rule("G65"), arguments: [1, 2, 3])
    func `the press begins after the required number of taps`(_ taps: Int) {
        let stage = Stage(for: press(taps))
        for number in 0..<Int64(taps) { stage.tap(500, 500, at: number * 200) }
        let down = Int64(taps) * 200
        stage.down(1, 500, 500, at: down)
        stage.advance(to: down + 499)
        #expect(stage.log == [])
        stage.advance(to: down + 500)
        #expect(stage.log == ["began"])
        stage.up(at: down + 600)
        #expect(stage.log == ["began", "ended", "reset"])
    }

    @Test(.rule("G65"), arguments: [0, 1, 2])
    func `a long press fails with one tap too few`(_ taps: Int) {
        let stage = Stage(for: press(taps + 1))
        for number in 0..<Int64(taps) { stage.tap(500, 500, at: number * 200) }
        let down = Int64(taps) * 200
        stage.down(1, 500, 500, at: down)
        stage.advance(to: down + 3000)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G65")) func `an extra tap instead of the press fails a long press`() {
        let stage = Stage(for: press(1))
        stage.tap(500, 500, at: 0)
        stage.tap(500, 500, at: 200)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G65", "G59")) func `the press must follow the tap within the time limit`() {
        let stage = Stage(for: press(1))
        stage.tap(500, 500, at: 0)
        stage.advance(to: 1050)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G65", "G59"), arguments: [(5.0, ["began"]), (100.0, ["failed"])])
    func `the press must be near the tap`(_ distance: Double, _ states: [String]) {
        let stage = Stage(for: press(1))
        stage.tap(500, 500, at: 0)
        stage.down(1, 500 + distance, 500, at: 150)
        stage.advance(to: 1000)
        #expect(stage.log == states)
    }

    @Test(.rule("G65")) func `the taps and the press need the same number of fingers, in any arrangement`() {
        let press = press(1, fingers: 2)
        let stage = Stage(for: press)
        stage.report(at: 0, .began(1, 200, 500), .began(2, 800, 500))
        stage.report(at: 50, .ended(1, 200, 500), .ended(2, 800, 500))
        stage.report(at: 150, .began(1, 800, 500), .began(2, 200, 500))
        stage.advance(to: 650)
        #expect(stage.log == ["began"])
        #expect(press.numberOfTouches == 2)
    }

    @Test(.rule("G65"), arguments: [1, 3])
    func `a tap with another number of fingers fails a long press`(_ fingers: Int32) {
        let stage = Stage(for: press(1, fingers: 2))
        for finger in 1...fingers { stage.down(finger, 500, 500, at: 0) }
        for finger in 1...fingers { stage.up(finger, at: 50) }
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G62", "G65")) func `one finger of two after the tap does not begin a long press`() {
        let stage = Stage(for: press(1, fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.report(at: 50, .ended(1, 400, 500), .ended(2, 600, 500))
        stage.down(1, 400, 500, at: 150)
        stage.advance(to: 1400)
        #expect(stage.log == [])
        stage.up(1, at: 1450)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G65")) func `the fingers of the press can land one after another`() {
        let stage = Stage(for: press(1, fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.report(at: 50, .ended(1, 400, 500), .ended(2, 600, 500))
        stage.down(1, 400, 500, at: 150)
        stage.down(2, 600, 500, at: 200)
        stage.advance(to: 699)
        #expect(stage.log == [])
        stage.advance(to: 700)
        #expect(stage.log == ["began"])
    }
}
