import ResponderKit
import TestTraits
import Testing

/// Tests the distances and durations of tap series, and of a long press after taps.
@Suite struct TapSeriesTests {
    private func make(_ taps: Int, fingers: Int = 1, isPress: Bool) -> GestureRecognizer {
        if isPress {
            let press = LongPressGestureRecognizer()
            press.numberOfTapsRequired = taps - 1
            press.numberOfTouchesRequired = fingers
            return press
        }
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = fingers
        return tap
    }

    /// Taps once at each location. For a long press, the last touch stays down.
    private func tap(_ stage: Stage, _ locations: [Double], isPress: Bool, at start: Int64 = 0) {
        for (number, location) in locations.enumerated() {
            let time = start + 150 * Int64(number)
            stage.down(1, location, 500, at: time)
            if isPress, number == locations.count - 1 {
                stage.advance(to: time + 600)
            } else {
                stage.up(1, at: time + 50)
            }
        }
    }

    @Test(.rule("G59", "G65"), arguments: [true, false])
    func `each tap must be near the previous one, not the first one`(_ isPress: Bool) {
        let stage = Stage(for: make(3, isPress: isPress))
        tap(stage, [500, 540, 580], isPress: isPress)
        #expect(stage.log == (isPress ? ["began"] : ["ended", "reset"]))
    }

    @Test(.rule("G59", "G65"), arguments: [true, false])
    func `a tap that is near an earlier tap only does not count`(_ isPress: Bool) {
        let stage = Stage(for: make(4, isPress: isPress))
        tap(stage, [500, 540, 580, 500], isPress: isPress)
        #expect(stage.log.first == "failed")
    }

    @Test(.rule("G59", "G65"), arguments: [true, false])
    func `the third tap must be near the second as well`(_ isPress: Bool) {
        let stage = Stage(for: make(3, isPress: isPress))
        tap(stage, [500, 500, 700], isPress: isPress)
        #expect(stage.log.first == "failed")
    }

    @Test(.rule("G59", "G65", "G47"), arguments: [true, false])
    func `locations of an earlier gesture do not count`(_ isPress: Bool) {
        let stage = Stage(for: make(2, isPress: isPress))
        tap(stage, [200, 200], isPress: isPress)
        if isPress { stage.up(1, at: 1000) }
        #expect(stage.recorder.take() == (isPress ? ["began", "ended", "reset"] : ["ended", "reset"]))
        tap(stage, [600, 200], isPress: isPress, at: 5000)
        #expect(stage.log.first == "failed")
    }

    @Test(.rule("G58")) func `the time of a tap starts with its first finger`() {
        let stage = Stage(for: make(1, fingers: 2, isPress: false))
        stage.down(1, 400, 500, at: 0)
        stage.down(2, 600, 500, at: 2950)
        stage.report(at: 3000, .ended(1, 400, 500), .ended(2, 600, 500))
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G65", "G58")) func `holding one finger of two instead of the tap fails a long press`() {
        let stage = Stage(for: make(2, fingers: 2, isPress: true))
        stage.down(1, 400, 500, at: 0)
        stage.advance(to: 3000)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G65")) func `the fingers of the tap before a long press can lift one after another`() {
        let stage = Stage(for: make(2, fingers: 2, isPress: true))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.up(1, at: 50)
        stage.up(2, at: 70)
        stage.report(at: 150, .began(1, 400, 500), .began(2, 600, 500))
        stage.advance(to: 650)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G65", "G57")) func `allowableMovement applies to the press, not to the taps before it`() {
        let press = LongPressGestureRecognizer()
        press.numberOfTapsRequired = 1
        press.allowableMovement = 1
        let stage = Stage(for: press)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 505, 500, at: 20)
        stage.up(1, at: 50)
        stage.down(1, 500, 500, at: 150)
        stage.advance(to: 650)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G61", "G62")) func `a negative duration is set to zero`() {
        let press = LongPressGestureRecognizer()
        press.minimumPressDuration = -1
        #expect(press.minimumPressDuration == 0)
        let stage = Stage(for: press)
        stage.down(1, 500, 500, at: 5000)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G38", "G58")) func `a tap that waits does not time out`() {
        let single = TapGestureRecognizer()
        let many = TapGestureRecognizer()
        single.name = "single"
        many.name = "many"
        many.numberOfTapsRequired = 10
        single.require(toFail: many)
        let stage = Stage(for: single, many)
        for number in 0..<9 as Range<Int64> { stage.tap(500, 500, at: number * 200) }
        #expect(stage.recorder.take() == [])
        stage.advance(to: 3000)
        #expect(stage.log.contains("single ended"))
    }

    @Test(.rule("G38", "G77")) func `a swipe that waits does not time out`() {
        let swipe = SwipeGestureRecognizer()
        let pinch = PinchGestureRecognizer()
        swipe.name = "swipe"
        pinch.name = "pinch"
        swipe.require(toFail: pinch)
        let stage = Stage(for: swipe, pinch)
        stage.down(1, 300, 500, at: 0)
        stage.move(1, 420, 500, at: 100)
        stage.advance(to: 3000)
        #expect(stage.recorder.take() == [])
        stage.up(1, at: 3000)
        #expect(stage.log == ["pinch failed", "swipe ended", "swipe reset", "pinch reset"])
    }
}
