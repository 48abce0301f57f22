import ResponderKit
import TestTraits
import Testing

/// Tests swipes that start on a slider whose thumb extends from (200, 400) to (231, 431).
@Suite struct SliderSwipeTests {
    let stage = Stage()
    let slider: Slider
    let swipe = SwipeGestureRecognizer()

    init() {
        slider = stage.add(Slider())
        slider.frame = Rect(x: 100, y: 400, width: 231, height: 31)
        slider.value = 0.5
        GestureProbe(stage.recorder).watch(swipe, as: "swipe")
    }

    /// Swipes by 120 points within 100 ms.
    func swipe(from start: Point, dx: Double, dy: Double) {
        stage.down(1, start.x, start.y, at: 0)
        for step in 1...6 {
            let share = Double(step) / 6
            stage.move(1, start.x + dx * share, start.y + dy * share, at: Int64(step) * 15)
        }
        stage.up(at: 100)
    }

    typealias Direction = SwipeGestureRecognizer.Direction

    static let along: [(Direction, Double)] = [(.right, 120), (.left, -120), ([.left, .up], -120)]

    @Test(.rule("C21", "G45"), arguments: along)
    func `the slider prevents an ancestor's swipe along it that begins on the thumb`(direction: Direction, dx: Double) {
        swipe.direction = direction
        stage.window.addGestureRecognizer(swipe)
        swipe(from: Point(x: 215, y: 415), dx: dx, dy: 0)
        #expect(!stage.log.contains("swipe ended"))
        #expect(!stage.log.contains("touchCancel"))
        #expect(stage.log.contains("valueChanged"))
        #expect(stage.log.last == "touchUpInside" || stage.log.last == "touchUpOutside")
        #expect(slider.value == (dx > 0 ? 1 : 0))
    }

    @Test(.rule("C21", "G25")) func `the slider prevents the swipe also when the swipe delays the touch`() {
        swipe.delaysTouchesBegan = true
        stage.window.addGestureRecognizer(swipe)
        swipe(from: Point(x: 215, y: 415), dx: 120, dy: 0)
        #expect(!stage.log.contains("swipe ended"))
        #expect(stage.log.first == "touchDown")
        #expect(slider.value == 1)
    }

    @Test(.rule("C21")) func `the slider does not prevent a swipe that begins beside the thumb`() {
        stage.window.addGestureRecognizer(swipe)
        swipe(from: Point(x: 120, y: 415), dx: 120, dy: 0)
        #expect(stage.log == ["swipe ended"])
        #expect(slider.value == 0.5)
    }

    @Test(.rule("C21"), arguments: [Direction.down, [.down, .left, .right]])
    func `the slider does not prevent a swipe across it`(direction: Direction) {
        swipe.direction = direction
        stage.window.addGestureRecognizer(swipe)
        swipe(from: Point(x: 215, y: 415), dx: 0, dy: 120)
        #expect(stage.log.contains("swipe ended"))
        #expect(stage.log.contains("touchCancel"))
    }

    @Test(.rule("C21")) func `the direction along the slider is in the slider's own coordinates`() {
        slider.transform = AffineTransform(rotationAngle: .pi / 2)
        swipe.direction = .down
        stage.window.addGestureRecognizer(swipe)
        swipe(from: Point(x: 215.5, y: 415.5), dx: 0, dy: 120)
        #expect(!stage.log.contains("swipe ended"))
        #expect(slider.value == 1)
    }

    @Test(.rule("C22")) func `a swipe recognizer on the slider itself takes precedence`() {
        slider.addGestureRecognizer(swipe)
        swipe(from: Point(x: 215, y: 415), dx: 120, dy: 0)
        #expect(stage.log.contains("swipe ended"))
        #expect(stage.log.contains("touchCancel"))
        #expect(!stage.log.contains("touchUpInside"))
    }

    @Test(.rule("C24")) func `the slider does not prevent a swipe that cancels no touches`() {
        swipe.cancelsTouchesInView = false
        stage.window.addGestureRecognizer(swipe)
        swipe(from: Point(x: 215, y: 415), dx: 120, dy: 0)
        #expect(stage.log.contains("swipe ended"))
        #expect(!stage.log.contains("touchCancel"))
        #expect(slider.value == 1)
    }

    @Test(.rule("C21", "C25")) func `the slider does not prevent a tap or a pan`() {
        let tap = TapGestureRecognizer()
        GestureProbe(stage.recorder).watch(tap, as: "tap")
        stage.window.addGestureRecognizer(tap)
        stage.tap(215, 415, at: 0)
        #expect(Set(stage.recorder.take()) == ["touchDown", "tap ended", "touchCancel"])
        let pan = PanGestureRecognizer()
        GestureProbe(stage.recorder).watch(pan, as: "pan")
        stage.window.addGestureRecognizer(pan)
        stage.down(1, 215, 415, at: 1000)
        stage.move(1, 245, 415, at: 1010)
        #expect(Set(stage.log) == ["touchDown", "pan began", "touchCancel"])
    }
}
