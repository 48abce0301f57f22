import ResponderKit
import TestTraits
import Testing

@Suite struct TapTests {
    private func tap(_ taps: Int = 1, fingers: Int = 1) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = fingers
        return tap
    }

    @Test(.rule("G55")) func `by default one tap with one finger is recognized when it lifts`() {
        let tap = TapGestureRecognizer()
        #expect(tap.numberOfTapsRequired == 1)
        #expect(tap.numberOfTouchesRequired == 1)
        let stage = Stage(for: tap)
        stage.down(1, 500, 500, at: 0)
        #expect(stage.log == [])
        stage.up(at: 50)
        #expect(stage.log == ["ended", "reset"])
    }

    @Test(.rule("G55"), arguments: [(1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (3, 2)])
    func `a tap recognizer recognizes at the last lift of the last tap`(_ taps: Int, _ fingers: Int) {
        let stage = Stage(for: tap(taps, fingers: fingers))
        var time: Int64 = 0
        for number in 1...taps {
            for finger in 1...Int32(fingers) {
                stage.down(finger, 300 + 100 * Double(finger), 500, at: time)
                time += 10
            }
            for finger in 1...Int32(fingers) {
                #expect(stage.log == [])
                stage.up(finger, at: time)
                time += 10
            }
            #expect(stage.log == (number < taps ? [] : ["ended", "reset"]))
            time += 100
        }
        #expect(stage.application.nextDeadline == nil)
    }

    @Test(.rule("G55")) func `all fingers of a tap can go down and lift in one report`() {
        let stage = Stage(for: tap(2, fingers: 2))
        for time: Int64 in [0, 150] {
            stage.report(at: time, .began(1, 400, 500), .began(2, 600, 500))
            #expect(stage.log == [])
            stage.report(at: time + 50, .ended(1, 400, 500), .ended(2, 600, 500))
        }
        #expect(stage.log == ["ended", "reset"])
    }

    @Test(.rule("G56")) func `fingers that tap one after another are no two-finger tap`() {
        let stage = Stage(for: tap(1, fingers: 2))
        stage.tap(400, 500, finger: 1, at: 0)
        #expect(stage.recorder.take() == ["failed", "reset"])
        stage.tap(600, 500, finger: 2, at: 100)
        #expect(stage.recorder.take() == ["failed", "reset"])
    }

    @Test(.rule("G56"), arguments: [1, 2, 3])
    func `an extra finger fails a tap`(_ fingers: Int) {
        let stage = Stage(for: tap(1, fingers: fingers))
        for finger in 1...Int32(fingers) { stage.down(finger, 300 + 100 * Double(finger), 500, at: Int64(finger)) }
        #expect(stage.log == [])
        stage.down(9, 300, 300, at: 20)
        #expect(stage.recorder.take() == ["failed"])
        stage.up(9, at: 40)
        for finger in 1...Int32(fingers) { stage.up(finger, at: 50) }
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G56")) func `a finger that replaces a lifted one is an extra finger`() {
        let stage = Stage(for: tap(1, fingers: 2))
        stage.down(1, 400, 500, at: 0)
        stage.down(2, 600, 500, at: 10)
        stage.up(1, at: 20)
        stage.down(3, 400, 500, at: 30)
        #expect(stage.recorder.take() == ["failed"])
        stage.up(2, at: 40)
        stage.up(3, at: 50)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G56"), arguments: [1, 3])
    func `each tap of several needs the same number of fingers`(_ second: Int32) {
        let stage = Stage(for: tap(2, fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 420, 500))
        stage.report(at: 50, .ended(1, 400, 500), .ended(2, 420, 500))
        for finger in 1...second { stage.down(finger, 410, 500, at: 100) }
        for finger in 1...second { stage.up(finger, at: 150) }
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G57"), arguments: [(5.0, ["ended", "reset"]), (100.0, ["failed", "reset"])])
    func `a tap fails when a finger moves too far`(_ distance: Double, _ states: [String]) {
        let stage = Stage(for: tap())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + distance, 500, at: 20)
        stage.up(at: 50)
        #expect(stage.log == states)
    }

    @Test(.rule("G57")) func `a finger that moved too far and returned fails a tap`() {
        let stage = Stage(for: tap())
        stage.down(1, 500, 500, at: 0)
        stage.report(at: 10, .moved(1, 600, 500), .moved(1, 500, 500))
        stage.up(at: 50)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G57")) func `the distance is measured from the touch-down location`() {
        let stage = Stage(for: tap())
        stage.down(1, 500, 500, at: 0)
        for step in 1...10 { stage.move(1, 500 + 10 * Double(step), 500, at: Int64(step) * 10) }
        stage.up(at: 150)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G57")) func `the location of the lift counts as movement too`() {
        let stage = Stage(for: tap())
        stage.down(1, 500, 500, at: 0)
        stage.report(at: 50, .ended(1, 600, 500))
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G57"), arguments: [Int32(1), 2])
    func `movement of any finger in any of the taps fails a tap recognizer`(_ finger: Int32) {
        let stage = Stage(for: tap(2, fingers: 2))
        for (time, distance) in [(Int64(0), 5.0), (150, 100)] {
            stage.report(at: time, .began(1, 400, 500), .began(2, 600, 500))
            stage.move(finger, 200 + 200 * Double(finger), 500 + distance, at: time + 20)
            stage.up(1, at: time + 50)
            stage.up(2, at: time + 50)
        }
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G58"), arguments: [(Int64(200), ["ended", "reset"]), (Int64(3000), ["failed", "reset"])])
    func `a tap fails when held too long`(_ duration: Int64, _ states: [String]) {
        let stage = Stage(for: tap())
        stage.down(1, 500, 500, at: 0)
        stage.up(at: duration)
        #expect(stage.log == states)
    }

    @Test(.rule("G58")) func `a tap held too long fails by time alone`() {
        let stage = Stage(for: tap(2))
        stage.tap(500, 500, at: 0)
        stage.down(1, 500, 500, at: 150)
        stage.advance(to: 3150)
        #expect(stage.recorder.take() == ["failed"])
        stage.up(at: 3200)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G59")) func `the next tap must begin within the time limit`() {
        let stage = Stage(for: tap(2))
        stage.tap(500, 500, at: 0)
        stage.advance(to: 1050)
        #expect(stage.recorder.take() == ["failed", "reset"])
        stage.tap(500, 500, at: 1100)
        #expect(stage.recorder.take() == [])
        stage.tap(500, 500, at: 1300)
        #expect(stage.recorder.take() == ["ended", "reset"])
    }

    @Test(.rule("G59")) func `a tap that comes too late is the first of a new attempt`() {
        let stage = Stage(for: tap(2))
        stage.tap(500, 500, at: 0)
        stage.tap(500, 500, at: 1050)
        #expect(stage.recorder.take() == ["failed", "reset"])
        stage.tap(500, 500, at: 1250)
        #expect(stage.recorder.take() == ["ended", "reset"])
    }

    @Test(.rule("G59"), arguments: [(5.0, ["ended", "reset"]), (100.0, ["failed", "reset"])])
    func `the next tap must be near the last one`(_ distance: Double, _ states: [String]) {
        let stage = Stage(for: tap(2))
        stage.tap(500, 500, at: 0)
        stage.tap(500, 500 + distance, at: 150)
        #expect(stage.log == states)
    }

    @Test(.rule("G59"), arguments: [([404.0, 596], "ended"), ([596, 404], "ended"), ([400, 800], "failed")])
    func `every finger of the next tap must be near a finger of the last one`(_ locations: [Double], _ state: String) {
        let stage = Stage(for: tap(2, fingers: 2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.report(at: 50, .ended(1, 400, 500), .ended(2, 600, 500))
        stage.report(at: 150, .began(1, locations[0], 500), .began(2, locations[1], 500))
        stage.report(at: 200, .ended(1, locations[0], 500), .ended(2, locations[1], 500))
        #expect(stage.log == [state, "reset"])
    }

    @Test(.rule("G60")) func `the finger can lift outside the view`() {
        let stage = Stage(for: tap(), in: View(frame: Rect(x: 100, y: 100, width: 100, height: 100)))
        stage.down(1, 199, 150, at: 0)
        stage.move(1, 203, 150, at: 20)
        stage.report(at: 40, .ended(1, 204, 150))
        #expect(stage.log == ["ended", "reset"])
    }
}
