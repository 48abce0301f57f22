import ResponderKit
import TestTraits
import Testing

/// Tests the reference points of gestures, and the isolation of successive gestures.
@Suite struct KindDetailTests {
    // MARK: Pan

    @Test(.rule("G71", "G73")) func `the velocity of a two-finger pan ignores samples with one finger`() {
        let pan = PanGestureRecognizer()
        pan.minimumNumberOfTouches = 2
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.down(2, 100, 700, at: 50)
        stage.report(at: 70, .moved(1, 120, 500), .moved(2, 120, 700))
        #expect(isClose(pan.velocity(in: nil), Point(x: 1000, y: 0)))
    }

    @Test(.rule("G70", "G52"), arguments: [true, false])
    func `a pan without a minimum ends with its last finger`(_ isCancelled: Bool) {
        let pan = PanGestureRecognizer()
        pan.minimumNumberOfTouches = 0
        let stage = Stage(for: pan)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 540, 500, at: 10)
        if isCancelled { stage.cancel(1, at: 20) } else { stage.up(1, at: 20) }
        #expect(stage.log == ["began", isCancelled ? "cancelled" : "ended", "reset"])
    }

    @Test(.rule("G52", "G70")) func `a cancelled touch cancels a pan that has too few fingers left`() {
        let pan = PanGestureRecognizer()
        pan.minimumNumberOfTouches = 2
        let stage = Stage(for: pan)
        stage.report(at: 0, .began(1, 300, 500), .began(2, 600, 500))
        stage.report(at: 10, .moved(1, 340, 500), .moved(2, 640, 500))
        stage.cancel(1, at: 20)
        #expect(stage.log == ["began", "cancelled"])
    }

    @Test(.rule("G71", "G72")) func `without a view the translation is in window coordinates`() {
        let stage = Stage()
        stage.window.transform = AffineTransform(scaleX: 2, y: 2)
        let pan = PanGestureRecognizer()
        stage.window.addGestureRecognizer(pan)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 540, 510, at: 10)
        #expect(isClose(pan.translation(in: nil), Point(x: 20, y: 5)))
        pan.setTranslation(Point(x: 1, y: 2), in: nil)
        #expect(isClose(pan.translation(in: stage.window), Point(x: 1, y: 2)))
    }

    // MARK: Edge pan

    @Test(.rule("G75"), arguments: EdgePanTests.landings)
    func `a finger that moves along the edge fails, wherever it moves afterwards`(
        _ edge: RectEdge,
        _ start: Point,
        _ way: Point
    ) {
        let pan = ScreenEdgePanGestureRecognizer()
        pan.edges = edge
        let stage = Stage(for: pan)
        stage.down(1, start.x, start.y, at: 0)
        stage.move(1, start.x + 20 * way.x + 60 * way.y, start.y + 20 * way.y + 60 * way.x, at: 10)
        #expect(stage.log == ["failed"])
        stage.move(1, start.x + 300 * way.x, start.y + 300 * way.y, at: 20)
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G75"), arguments: EdgePanTests.landings)
    func `the window's edges are those of its bounds`(_ edge: RectEdge, _ start: Point, _ way: Point) {
        for inset in [2.0, 200] {
            let application = Application()
            let window = Window(frame: Rect(x: 300, y: 200, width: 400, height: 400), application: application)
            window.bounds = Rect(x: 1000, y: 2000, width: 400, height: 400)
            window.makeKeyAndVisible()
            let recorder = Recorder()
            application.addObserver(StateWriter(recorder))
            let pan = ScreenEdgePanGestureRecognizer()
            pan.edges = edge
            window.addGestureRecognizer(pan)
            let (x, y) = (500 + way.x * (inset - 200), 400 + way.y * (inset - 200))
            application.send(TouchFrame(time: 0, [.began(1, x, y)]))
            application.send(TouchFrame(time: 10_000, [.moved(1, x + 30 * way.x, y + 30 * way.y)]))
            #expect(recorder.lines == [inset == 2 ? "began" : "failed"])
        }
    }

    // MARK: Swipe

    @Test(.rule("G77", "G78")) func `the time of a swipe starts with its first finger`() {
        let swipe = SwipeGestureRecognizer()
        swipe.numberOfTouchesRequired = 2
        let stage = Stage(for: swipe)
        stage.down(1, 300, 400, at: 0)
        stage.down(2, 300, 600, at: 450)
        stage.report(at: 550, .moved(1, 420, 400), .moved(2, 420, 600))
        #expect(stage.log == ["failed"])
    }

    @Test(.rule("G78", "G47")) func `a two-finger swipe does not affect a later one-finger attempt`() {
        let swipe = SwipeGestureRecognizer()
        swipe.numberOfTouchesRequired = 2
        let stage = Stage(for: swipe)
        stage.report(at: 0, .began(1, 300, 400), .began(2, 300, 600))
        stage.report(at: 50, .moved(1, 420, 400), .moved(2, 420, 600))
        stage.report(at: 80, .ended(1, 420, 400), .ended(2, 420, 600))
        #expect(stage.recorder.take() == ["ended", "reset"])
        stage.down(1, 300, 500, at: 1000)
        stage.move(1, 420, 500, at: 1050)
        #expect(stage.log == ["failed"])
    }

    // MARK: Pinch and rotation

    @Test(.rule("G82", "G47")) func `a second pinch starts with its own scale and velocity`() {
        let pinch = PinchGestureRecognizer()
        let stage = Stage(for: pinch)
        stage.report(at: 0, .began(1, 400, 500), .began(2, 500, 500))
        stage.report(at: 10, .moved(2, 600, 500))
        #expect(isClose(pinch.scale, 2))
        stage.report(at: 20, .ended(1, 400, 500), .ended(2, 600, 500))
        stage.report(at: 30, .began(1, 400, 500), .began(2, 600, 500))
        stage.report(at: 40, .moved(2, 800, 500))
        #expect(isClose(pinch.scale, 2))
        #expect(isClose(pinch.velocity, 100))
    }

    @Test(.rule("G82", "G83"), arguments: [Double.nan, .infinity, -.infinity])
    func `a value that is not finite is rejected`(_ value: Double) {
        let pinch = PinchGestureRecognizer()
        let rotation = RotationGestureRecognizer()
        pinch.scale = value
        rotation.rotation = value
        #expect(pinch.scale == 1)
        #expect(rotation.rotation == 0)
    }
}
