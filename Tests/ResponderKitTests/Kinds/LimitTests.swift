import ResponderKit
import TestTraits
import Testing

/// Tests recognizers just below and above each default limit.
@Suite struct LimitTests {
    @Test(.rule("G57"), arguments: [(45.0, "ended"), (45.5, "failed")])
    func `a tap allows 45 points of movement`(_ distance: Double, _ state: String) {
        let stage = Stage(for: TapGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500, 500 + distance, at: 20)
        stage.up(1, at: 50)
        #expect(stage.log == [state, "reset"])
    }

    @Test(.rule("G59"), arguments: [(45.0, "ended"), (45.5, "failed")])
    func `the next tap allows a distance of 45 points`(_ distance: Double, _ state: String) {
        let stage = Stage(for: GestureKind.doubleTap.make())
        stage.tap(500, 500, at: 0)
        stage.tap(500 + distance, 500, at: 150)
        #expect(stage.log == [state, "reset"])
    }

    @Test(.rule("G68")) func `a pan's 10 points are the straight distance`() {
        let stage = Stage(for: PanGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 506, 507, at: 10)
        #expect(stage.log == [])
        stage.move(1, 508, 508, at: 20)
        #expect(stage.log == ["began"])
    }

    @Test(.rule("G75"), arguments: [(20.0, "began"), (20.5, "failed")], EdgePanTests.landings)
    func `an edge pan starts up to 20 points from the edge`(
        _ limit: (distance: Double, state: String),
        _ landing: (edge: RectEdge, start: Point, way: Point)
    ) {
        let pan = ScreenEdgePanGestureRecognizer()
        pan.edges = landing.edge
        let stage = Stage(for: pan)
        // The landings are 2 points from their edges.
        let (x, y) = (landing.way.x, landing.way.y)
        let start = Point(
            x: landing.start.x + x * (limit.distance - 2),
            y: landing.start.y + y * (limit.distance - 2)
        )
        stage.down(1, start.x, start.y, at: 0)
        stage.move(1, start.x + 40 * x, start.y + 40 * y, at: 10)
        #expect(stage.log == [limit.state])
    }

    static let swipes: [(way: Point, states: [String])] = [
        (Point(x: 49.5, y: 0), []), (Point(x: 50, y: 0), ["ended"]), (Point(x: 40, y: 40), []),
        (Point(x: 60, y: 50), ["ended"]), (Point(x: 60, y: 50.5), ["failed"]), (Point(x: 60, y: -50.5), ["failed"]),
    ]

    @Test(.rule("G77"), arguments: swipes)
    func `a swipe needs 50 points along and allows 50 across`(_ way: Point, _ states: [String]) {
        let stage = Stage(for: SwipeGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + way.x, 500 + way.y, at: 20)
        #expect(stage.log == states)
    }

    @Test(.rule("G81"), arguments: [(7.5, []), (8.0, ["began"]), (-7.5, []), (-8.0, ["began"])])
    func `a pinch needs 8 points`(_ distance: Double, _ states: [String]) {
        let stage = Stage(for: PinchGestureRecognizer())
        stage.report(at: 0, .began(1, 400, 500), .began(2, 600, 500))
        stage.move(2, 600 + distance, 500, at: 20)
        #expect(stage.log == states)
    }

    @Test(.rule("G81"), arguments: [(9.0, []), (11.0, ["began"]), (-9.0, []), (-11.0, ["began"])])
    func `a rotation needs 0.1 radians`(_ height: Double, _ states: [String]) {
        let stage = Stage(for: RotationGestureRecognizer())
        stage.report(at: 0, .began(1, 400, 500), .began(2, 500, 500))
        stage.move(2, 500, 500 + height, at: 20)
        #expect(stage.log == states)
    }
}
