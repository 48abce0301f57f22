import ResponderKit
import TestTraits
import Testing

/// Tests recognizers just below and above limits that a program or layout sets.
@Suite struct OwnLimitTests {
    @Test(.rule("G57"), arguments: [(5.0, "ended"), (5.5, "failed")])
    func `allowableMovement sets the movement of a tap`(_ distance: Double, _ state: String) {
        let tap = TapGestureRecognizer()
        tap.allowableMovement = 5
        let stage = Stage(for: tap)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500, 500 + distance, at: 20)
        stage.up(1, at: 50)
        #expect(stage.log == [state, "reset"])
    }

    @Test(.rule("G58"), arguments: [(Int64(199), "ended"), (201, "failed")])
    func `maximumTapDuration sets the time of a tap`(_ lift: Int64, _ state: String) {
        let tap = TapGestureRecognizer()
        tap.maximumTapDuration = 0.2
        let stage = Stage(for: tap)
        stage.down(1, 500, 500, at: 0)
        stage.up(1, at: lift)
        #expect(stage.log.first == state)
    }

    @Test(.rule("G59"), arguments: [(90.0, Int64(1050), "ended"), (91, 1050, "failed"), (90, 1051, "failed")])
    func `a series of taps has a distance and an interval of its own`(
        _ distance: Double,
        _ second: Int64,
        _ state: String
    ) {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = 2
        (tap.allowableTapDistance, tap.maximumTapInterval) = (90, 1)
        let stage = Stage(for: tap)
        stage.tap(500, 500, at: 0)
        stage.tap(500 + distance, 500, at: second)
        #expect(stage.log.first == state)
    }

    @Test(.rule("G68"), arguments: [(29.0, false), (30, true)])
    func `slop sets the distance at which a pan begins`(_ distance: Double, _ begins: Bool) {
        let pan = PanGestureRecognizer()
        pan.slop = 30
        let stage = Stage(for: pan)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + distance, 500, at: 20)
        #expect(stage.log == (begins ? ["began"] : []))
    }

    @Test(.rule("G75"), arguments: [(60.0, "began"), (61, "failed")])
    func `edgeWidth sets how near to its edge a screen-edge pan begins`(_ x: Double, _ state: String) {
        let pan = ScreenEdgePanGestureRecognizer()
        (pan.edges, pan.edgeWidth) = (.left, 60)
        let stage = Stage(for: pan)
        stage.down(1, x, 500, at: 0)
        stage.move(1, x + 50, 500, at: 20)
        #expect(stage.log.first == state)
    }

    @Test(.rule("G77"), arguments: [(20.0, 5.0, "ended"), (20, 6, "failed"), (19, 0, nil)])
    func `minimumDistance and allowableDrift set the movement of a swipe`(
        _ x: Double,
        _ y: Double,
        _ state: String?
    ) {
        let swipe = SwipeGestureRecognizer()
        (swipe.minimumDistance, swipe.allowableDrift) = (20, 5)
        let stage = Stage(for: swipe)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + x, 500 + y, at: 20)
        #expect(stage.log.first == state)
    }

    @Test(.rule("G77"), arguments: [(Int64(1999), "ended"), (2001, "failed")])
    func `maximumDuration sets the time of a swipe`(_ time: Int64, _ state: String) {
        let swipe = SwipeGestureRecognizer()
        swipe.maximumDuration = 2
        let stage = Stage(for: swipe)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 600, 500, at: time)
        #expect(stage.log.first == state)
    }

    @Test(.rule("G81"), arguments: [(39.0, false), (40, true)])
    func `slop sets the change of distance at which a pinch begins`(_ change: Double, _ begins: Bool) {
        let pinch = PinchGestureRecognizer()
        pinch.slop = 40
        let stage = Stage(for: pinch)
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.move(2, 600 + change, 500, at: 20)
        #expect(stage.log == (begins ? ["began"] : []))
    }

    @Test(.rule("G81"), arguments: [(190.0, false), (210, true)])
    func `slop sets the angle at which a rotation begins`(_ y: Double, _ begins: Bool) {
        let rotation = RotationGestureRecognizer()
        rotation.slop = .pi / 4
        let stage = Stage(for: rotation)
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.move(2, 600, 500 + y, at: 20)
        #expect(stage.log == (begins ? ["began"] : []))
    }
}
