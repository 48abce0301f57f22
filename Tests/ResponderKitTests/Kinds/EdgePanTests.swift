import ResponderKit
import TestTraits
import Testing

@Suite struct EdgePanTests {
    private func pan(_ edges: RectEdge) -> ScreenEdgePanGestureRecognizer {
        let pan = ScreenEdgePanGestureRecognizer()
        pan.edges = edges
        return pan
    }

    /// Touch-down location near each edge, and a vector inward.
    static let landings: [(RectEdge, Point, Point)] = [
        (.left, Point(x: 2, y: 500), Point(x: 1, y: 0)), (.right, Point(x: 998, y: 500), Point(x: -1, y: 0)),
        (.top, Point(x: 500, y: 2), Point(x: 0, y: 1)), (.bottom, Point(x: 500, y: 998), Point(x: 0, y: -1)),
    ]

    private func drag(_ stage: Stage, from start: Point, by way: Point) {
        stage.down(1, start.x, start.y, at: 0)
        for step in 1...3 {
            let length = 20 * Double(step)
            stage.move(1, start.x + way.x * length, start.y + way.y * length, at: 10 * Int64(step))
        }
        stage.up(1, at: 50)
    }

    @Test(.rule("G74"), arguments: landings)
    func `an edge pan without edges, as by default, never begins`(_ edge: RectEdge, _ start: Point, _ way: Point) {
        let pan = ScreenEdgePanGestureRecognizer()
        #expect(pan.edges == [])
        let stage = Stage(for: pan)
        drag(stage, from: start, by: way)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G74", "G75"), arguments: landings)
    func `an edge pan begins at its edges only`(_ edge: RectEdge, _ start: Point, _ way: Point) {
        for own in [RectEdge.left, .right, .top, .bottom, .all, [.left, .top]] {
            let stage = Stage(for: pan(own))
            drag(stage, from: start, by: way)
            let states = own.contains(edge) ? ["began", "changed", "changed", "ended", "reset"] : ["failed", "reset"]
            #expect(stage.log == states, "\(own)")
        }
    }

    @Test(.rule("G75"), arguments: landings)
    func `an edge pan does not begin away from the edge`(_ edge: RectEdge, _ start: Point, _ way: Point) {
        let stage = Stage(for: pan(.all))
        drag(stage, from: Point(x: start.x + way.x * 100, y: start.y + way.y * 100), by: way)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G75"), arguments: landings)
    func `an edge pan does not begin along the edge`(_ edge: RectEdge, _ start: Point, _ way: Point) {
        let stage = Stage(for: pan(edge))
        drag(stage, from: start, by: Point(x: way.y, y: way.x))
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G75")) func `a drag from a corner can begin in either direction`() {
        for way in [Point(x: 1, y: 0), Point(x: 0, y: 1)] {
            let stage = Stage(for: pan([.left, .top]))
            drag(stage, from: Point(x: 2, y: 2), by: way)
            #expect(stage.log == ["began", "changed", "changed", "ended", "reset"])
        }
        let stage = Stage(for: pan(.left))
        drag(stage, from: Point(x: 2, y: 2), by: Point(x: 0, y: 1))
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G75")) func `an edge pan begins at the edge of the window`() {
        let application = Application()
        let window = Window(frame: Rect(x: 300, y: 200, width: 400, height: 400), application: application)
        window.makeKeyAndVisible()
        let recorder = Recorder()
        application.addObserver(StateWriter(recorder))
        let pan = pan(.right)
        window.addGestureRecognizer(pan)
        application.send(TouchFrame(time: 0, [.began(1, 698, 400)]))
        application.send(TouchFrame(time: 10_000, [.moved(1, 670, 400)]))
        #expect(recorder.lines == ["began"])
    }

    @Test(.rule("G74")) func `an edge pan does not begin at the edge of the view`() {
        let stage = Stage(for: pan(.left), in: View(frame: Rect(x: 300, y: 300, width: 400, height: 400)))
        drag(stage, from: Point(x: 302, y: 500), by: Point(x: 1, y: 0))
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G74")) func `an edge pan ignores later fingers`() {
        let pan = pan(.left)
        let stage = Stage(for: pan)
        stage.down(1, 2, 500, at: 0)
        stage.down(2, 2, 700, at: 5)
        stage.move(2, 100, 700, at: 10)
        #expect(stage.log == [])
        stage.move(1, 42, 500, at: 20)
        stage.down(3, 2, 300, at: 30)
        stage.move(3, 300, 300, at: 40)
        #expect(pan.numberOfTouches == 1)
        #expect(pan.translation(in: nil) == Point(x: 40, y: 0))
        stage.up(1, at: 50)
        #expect(stage.log == ["began", "ended", "reset"])
    }

    @Test(.rule("G74")) func `an edge pan ignores the second finger of a report`() {
        let pan = pan(.left)
        pan.maximumNumberOfTouches = 1
        let stage = Stage(for: pan)
        stage.report(at: 0, .began(1, 2, 500), .began(2, 2, 700))
        stage.move(1, 6, 500, at: 10)
        #expect(stage.log == [])
        #expect(pan.numberOfTouches == 1)
        #expect(pan.translation(in: nil) == Point(x: 4, y: 0))
        stage.move(1, 42, 500, at: 20)
        #expect(stage.log == ["began"])
        #expect(pan.translation(in: nil) == Point(x: 40, y: 0))
    }

    @Test(.rule("G74"))
    func `a first finger away from the edge fails an edge pan although the second lands at the edge`() {
        let stage = Stage(for: pan(.left))
        stage.down(1, 500, 500, at: 0)
        stage.down(2, 2, 500, at: 10)
        stage.move(2, 60, 500, at: 20)
        #expect(stage.log == ["failed"])
    }
}
