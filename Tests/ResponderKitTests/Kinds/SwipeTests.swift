import ResponderKit
import TestTraits
import Testing

@Suite struct SwipeTests {
    typealias Direction = SwipeGestureRecognizer.Direction

    private func swipe(_ direction: Direction = .right, fingers: Int = 1) -> SwipeGestureRecognizer {
        let swipe = SwipeGestureRecognizer()
        swipe.direction = direction
        swipe.numberOfTouchesRequired = fingers
        return swipe
    }

    /// Moves a finger along a straight line in small steps.
    private func draw(_ stage: Stage, _ x: Double, _ y: Double, lasting duration: Int64) {
        stage.down(1, 500, 500, at: 0)
        for step in 1...10 {
            let part = Double(step) / 10
            stage.move(1, 500 + x * part, 500 + y * part, at: duration * Int64(step) / 10)
        }
    }

    static let ways: [(Direction, Double, Double)] = [
        (.right, 120, 0), (.left, -120, 0), (.up, 0, -120), (.down, 0, 120),
    ]

    @Test(.rule("G76")) func `a swipe's defaults are direction right and one finger`() {
        let swipe = SwipeGestureRecognizer()
        #expect(swipe.direction == .right)
        #expect(swipe.numberOfTouchesRequired == 1)
    }

    @Test(.rule("G76", "G78"), arguments: ways)
    func `a swipe accepts any direction of its set, and no other`(_ way: Direction, _ x: Double, _ y: Double) {
        for own in [Direction.right, .left, .up, .down, [.left, .right], [.up, .down], [.right, .down]] {
            let stage = Stage(for: swipe(own))
            draw(stage, x, y, lasting: 150)
            #expect(stage.log == (own.contains(way) ? ["ended"] : ["failed"]), "\(own)")
        }
    }

    @Test(.rule("G77")) func `a swipe is recognized once, while the finger is down`() {
        let swipe = swipe([.left, .right])
        let stage = Stage(for: swipe)
        draw(stage, 120, 0, lasting: 100)
        #expect(stage.log == ["ended"])
        #expect(swipe.state == .ended)
        stage.move(1, 900, 500, at: 110)
        stage.move(1, 100, 500, at: 120)
        #expect(stage.log == ["ended"])
        stage.up(1, at: 130)
        #expect(stage.log == ["ended", "reset"])
        #expect(stage.application.nextDeadline == nil)
    }

    @Test(.rule("G77"), arguments: ways)
    func `a single long move is a swipe`(_ way: Direction, _ x: Double, _ y: Double) {
        let stage = Stage(for: swipe(way))
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + x, 500 + y, at: 20)
        #expect(stage.log == ["ended"])
    }

    @Test(.rule("G77")) func `two fingers that move together are a two-finger swipe`() {
        let stage = Stage(for: swipe(fingers: 2))
        stage.down(1, 300, 400, at: 0)
        stage.down(2, 300, 600, at: 20)
        for step in 1...3 {
            let x = 300 + 40 * Double(step)
            stage.report(at: 20 + 40 * Int64(step), .moved(1, x, 400), .moved(2, x, 600))
        }
        #expect(stage.recorder.take() == ["ended"])
        stage.up(1, at: 200)
        #expect(stage.recorder.take() == [])
        stage.up(2, at: 210)
        #expect(stage.recorder.take() == ["reset"])
    }

    @Test(.rule("G78")) func `a swipe fails with too few fingers`() {
        let stage = Stage(for: swipe(fingers: 2))
        draw(stage, 120, 0, lasting: 150)
        #expect(stage.log == ["failed"])
        stage.up(1, at: 160)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G78"), arguments: [1, 2])
    func `a swipe fails with too many fingers`(_ fingers: Int) {
        let stage = Stage(for: swipe(fingers: fingers))
        for finger in 1...Int32(fingers) { stage.down(finger, 300, 400 + 50 * Double(finger), at: 0) }
        #expect(stage.log == [])
        stage.down(9, 300, 300, at: 10)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G78")) func `a swipe fails when the finger lifts before recognition`() {
        let stage = Stage(for: swipe())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 510, 500, at: 20)
        stage.up(1, at: 40)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G78")) func `a swipe fails when one of its fingers lifts too early`() {
        let stage = Stage(for: swipe(fingers: 2))
        stage.report(at: 0, .began(1, 300, 400), .began(2, 300, 600))
        stage.up(2, at: 50)
        stage.move(1, 420, 400, at: 60)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G78")) func `a swipe fails by time alone`() {
        let stage = Stage(for: swipe())
        stage.down(1, 500, 500, at: 0)
        stage.advance(to: 3000)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G77", "G78")) func `a slow movement is no swipe`() {
        let stage = Stage(for: swipe())
        draw(stage, 120, 0, lasting: 3000)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G38", "G77")) func `a swipe that waits stays recognized, whatever the finger does next`() {
        let swipe = swipe()
        let pinch = PinchGestureRecognizer()
        swipe.name = "swipe"
        pinch.name = "pinch"
        swipe.require(toFail: pinch)
        let stage = Stage(for: swipe, pinch)
        draw(stage, 120, 0, lasting: 100)
        stage.move(1, 100, 500, at: 110)
        #expect(stage.recorder.take() == [])
        stage.up(1, at: 120)
        #expect(stage.log == ["pinch failed", "swipe ended", "swipe reset", "pinch reset"])
    }

    // MARK: Swipe and pan

    @Test(.rule("G79"), arguments: [true, false])
    func `with small steps the pan begins first and the swipe fails`(_ isPanFirst: Bool) {
        let swipe = swipe()
        let pan = PanGestureRecognizer()
        swipe.name = "swipe"
        pan.name = "pan"
        let stage = isPanFirst ? Stage(for: pan, swipe) : Stage(for: swipe, pan)
        draw(stage, 60, 0, lasting: 75)
        #expect(stage.log.prefix(3) == ["pan began", "swipe failed", "pan changed"])
        stage.move(1, 620, 500, at: 100)
        #expect(!stage.log.contains("swipe ended"))
    }

    @Test(.rule("G79"), arguments: [true, false])
    func `a pan that requires the swipe to fail lets the swipe recognize first`(_ isPanFirst: Bool) {
        let swipe = swipe()
        let pan = PanGestureRecognizer()
        swipe.name = "swipe"
        pan.name = "pan"
        pan.require(toFail: swipe)
        let stage = isPanFirst ? Stage(for: pan, swipe) : Stage(for: swipe, pan)
        draw(stage, 120, 0, lasting: 150)
        #expect(stage.log == ["swipe ended", "pan failed"])
    }

    @Test(.rule("G79", "G38")) func `a pan that requires the swipe to fail begins after its failure`() {
        let swipe = swipe()
        let pan = PanGestureRecognizer()
        swipe.name = "swipe"
        pan.name = "pan"
        pan.require(toFail: swipe)
        let stage = Stage(for: swipe, pan)
        let ways = pan.values { pan.translation(in: nil) }
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 530, 500, at: 100)
        stage.advance(to: 3000)
        #expect(stage.recorder.take() == ["swipe failed", "pan began"])
        stage.move(1, 560, 500, at: 3010)
        stage.up(1, at: 3020)
        #expect(stage.recorder.take() == ["pan changed", "pan ended", "swipe reset", "pan reset"])
        #expect(ways.all == [Point(x: 30, y: 0), Point(x: 60, y: 0), Point(x: 60, y: 0)])
    }
}
