import ResponderKit
import TestTraits
import Testing

/// Tests the states of a pan.
@Suite struct PanTests {
    private func pan(_ minimum: Int = 1, _ maximum: Int = .max) -> PanGestureRecognizer {
        let pan = PanGestureRecognizer()
        pan.minimumNumberOfTouches = minimum
        pan.maximumNumberOfTouches = maximum
        return pan
    }

    @Test(.rule("G67")) func `by default any number of fingers pans`() {
        let pan = PanGestureRecognizer()
        #expect(pan.minimumNumberOfTouches == 1)
        #expect(pan.maximumNumberOfTouches == .max)
        let stage = Stage(for: pan)
        for finger: Int32 in 1...10 { stage.down(finger, 50 * Double(finger), 500, at: 0) }
        stage.application.send(TouchFrame(time: 10_000, (1...10).map { .moved($0, 50 * Double($0), 560) }))
        #expect(stage.log == ["began"])
        #expect(pan.numberOfTouches == 10)
        #expect(pan.translation(in: nil) == Point(x: 0, y: 60))
    }

    @Test(
        .rule("G68"),
        arguments: [
            (4.0, 0.0, []), (0, -4, []), (2.5, 2.5, []), (20, 0, ["began"]), (-20, 0, ["began"]), (0, 20, ["began"]),
            (0, -20, ["began"]), (15, -15, ["began"]),
        ] as [(Double, Double, [String])]
    )
    func `a pan begins when the finger has moved far enough in any direction`(
        _ x: Double,
        _ y: Double,
        _ states: [String]
    ) {
        let stage = Stage(for: pan())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + x, 500 + y, at: 50)
        #expect(stage.log == states)
    }

    @Test(.rule("G68")) func `a pan begins at exactly ten points`() {
        let stage = Stage(for: pan())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 506, 508, at: 50)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G68")) func `fewer fingers than the minimum do not begin a pan, however far they move`() {
        let pan = pan(2)
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 400, 500, at: 50)
        #expect(stage.log == [])
        stage.down(2, 600, 500, at: 60)
        stage.report(at: 70, .moved(1, 404, 500), .moved(2, 604, 500))
        #expect(stage.log == [])
        stage.report(at: 80, .moved(1, 420, 500), .moved(2, 620, 500))
        #expect(stage.log == ["began"])
        #expect(pan.translation(in: nil) == Point(x: 20, y: 0))
    }

    @Test(.rule("G68")) func `the starting distance of a pan is that of the centroid`() {
        let stage = Stage(for: pan())
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.report(at: 50, .moved(1, 300, 500), .moved(2, 700, 500))
        #expect(stage.log == [])
        stage.move(2, 740, 500, at: 100)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G68", "G71")) func `a finger that is added or lifted does not begin a pan`() {
        let pan = pan()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.down(2, 800, 500, at: 10)
        stage.move(2, 803, 500, at: 20)
        stage.up(1, at: 30)
        stage.move(2, 804, 500, at: 40)
        stage.report(at: 50, .began(3, 100, 100), .moved(2, 805, 500))
        #expect(stage.log == [])
        #expect(pan.translation(in: nil) == Point(x: 3, y: 0))
        stage.report(at: 60, .ended(2, 805, 500), .moved(3, 140, 100))
        #expect(stage.log == ["began"])
        #expect(pan.translation(in: nil) == Point(x: 23, y: 0))
    }

    @Test(.rule("G69")) func `every event that moves a finger of a pan is a change`() {
        let stage = Stage(for: pan(), in: View(frame: Rect(x: 0, y: 0, width: 500, height: 1000)))
        stage.down(1, 200, 200, at: 0)
        stage.down(2, 300, 300, at: 0)
        stage.down(3, 800, 800, at: 0)
        stage.report(at: 10, .moved(1, 240, 200), .moved(2, 340, 300))
        #expect(stage.recorder.take() == ["began"])
        stage.move(1, 241, 200, at: 20)
        stage.move(2, 341, 300, at: 30)
        stage.report(at: 40, .moved(1, 242, 200), .moved(2, 342, 300))
        #expect(stage.recorder.take() == ["changed", "changed", "changed"])
        stage.move(3, 700, 700, at: 50)
        stage.down(4, 400, 400, at: 60)
        stage.up(4, at: 70)
        #expect(stage.recorder.take() == [])
        stage.move(1, 900, 900, at: 80)
        #expect(stage.recorder.take() == ["changed"])
    }

    @Test(.rule("G70")) func `a pan ends with the last finger`() {
        let stage = Stage(for: pan())
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.report(at: 10, .moved(1, 430, 500), .moved(2, 630, 500))
        stage.up(1, at: 20)
        stage.move(2, 640, 500, at: 30)
        #expect(stage.recorder.take() == ["began", "changed"])
        stage.up(2, at: 40)
        #expect(stage.recorder.take() == ["ended", "reset"])
    }

    @Test(.rule("G70")) func `a pan ends once when all fingers lift in one report`() {
        let stage = Stage(for: pan())
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.report(at: 10, .moved(1, 430, 500), .moved(2, 630, 500))
        stage.report(at: 20, .ended(1, 430, 500), .ended(2, 630, 500))
        #expect(stage.recorder.take() == ["began", "ended", "reset"])
    }

    @Test(.rule("G70")) func `a pan ends when fewer fingers than the minimum remain`() {
        let stage = Stage(for: pan(2))
        stage.report(at: 0, .began(1, 400, 500), .began(2, 500, 500), .began(3, 600, 500))
        stage.report(at: 10, .moved(1, 430, 500), .moved(2, 530, 500), .moved(3, 630, 500))
        stage.up(2, at: 20)
        #expect(stage.recorder.take() == ["began"])
        stage.up(1, at: 30)
        #expect(stage.recorder.take() == ["ended"])
        stage.move(3, 800, 500, at: 40)
        stage.up(3, at: 50)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G70"), arguments: [1, 2])
    func `more fingers than the maximum fail a pan that has not begun`(_ maximum: Int) {
        let stage = Stage(for: pan(1, maximum))
        for finger in 1...Int32(maximum) { stage.down(finger, 300 + 100 * Double(finger), 500, at: 0) }
        #expect(stage.log == [])
        stage.down(9, 200, 200, at: 10)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G70", "G71")) func `a pan that has begun ignores fingers above the maximum`() {
        let pan = pan(1, 1)
        let stage = Stage(for: pan)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 530, 500, at: 10)
        stage.down(2, 100, 100, at: 20)
        stage.move(2, 300, 300, at: 30)
        #expect(pan.numberOfTouches == 1)
        #expect(pan.translation(in: nil) == Point(x: 30, y: 0))
        stage.up(2, at: 40)
        #expect(stage.recorder.take() == ["began"])
        stage.up(1, at: 50)
        #expect(stage.recorder.take() == ["ended", "reset"])
    }

    @Test(.rule("G70")) func `a finger that lifts before the pan began fails it`() {
        let stage = Stage(for: pan())
        stage.down(1, 500, 500, at: 0)
        stage.up(1, at: 50)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G52", "G70")) func `the last of several fingers decides whether a pan is cancelled`() {
        let stage = Stage(for: pan())
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.report(at: 10, .moved(1, 430, 500), .moved(2, 630, 500))
        stage.cancel(1, at: 20)
        stage.move(2, 660, 500, at: 30)
        #expect(stage.recorder.take() == ["began", "changed"])
        stage.cancel(2, at: 40)
        #expect(stage.recorder.take() == ["cancelled", "reset"])
    }
}
