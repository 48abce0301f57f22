import ResponderKit
import TestTraits
import Testing

@Suite struct PointInsideTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let x, y: Double
        let isInside: Bool
        var testDescription: String { "(\(x), \(y))" }
    }

    /// Edges of a view with bounds from (0,0) to (100,60).
    static let edges = [
        Case(x: 0, y: 0, isInside: true), Case(x: 99, y: 59, isInside: true),
        Case(x: 100.0.nextDown, y: 60.0.nextDown, isInside: true),
        Case(x: 100, y: 30, isInside: false), Case(x: 50, y: 60, isInside: false),
        Case(x: 100, y: 60, isInside: false), Case(x: -1e-9, y: 30, isInside: false),
        Case(x: 50, y: -1e-9, isInside: false), Case(x: 150, y: 30, isInside: false),
        Case(x: .nan, y: 30, isInside: false), Case(x: 50, y: .infinity, isInside: false),
    ]

    @Test(.rule("H9"), arguments: edges)
    func `the left and top edges belong to a view, the right and bottom edges do not`(edge: Case) {
        let view = plainView("view", Rect(x: 300, y: 300, width: 100, height: 60))
        let point = Point(x: edge.x, y: edge.y)
        #expect(view.point(inside: point, with: nil) == edge.isInside)
        #expect(view.hitTest(point, with: nil) === (edge.isInside ? view : nil))
    }

    @Test(.rule("H9"), arguments: [2, 20, 60])
    func `a point on the border of two neighbours belongs to the one that starts there`(count: Int) {
        let stage = Stage(application: HitApplication())
        let views = (0..<count).map { plainView("\($0)", Rect(x: Double($0) * 10, y: 20, width: 10, height: 10)) }
        for view in views { stage.window.addSubview(view) }
        for number in 0..<count {
            let x = Double(number) * 10
            #expect(stage.window.hitTest(Point(x: x, y: 20), with: nil) === views[number])
            #expect(stage.window.hitTest(Point(x: x, y: 30), with: nil) === stage.window)
        }
        #expect(stage.window.hitTest(Point(x: Double(count) * 10, y: 20), with: nil) === stage.window)
    }

    @Test(.rule("H9")) func `an empty view contains no point, and a negative frame size is normalized`() {
        for frame in [Rect(x: 5, y: 5, width: 0, height: 10), Rect(x: 5, y: 5, width: 10, height: 0), .zero] {
            let view = View(frame: frame)
            #expect(view.hitTest(.zero, with: nil) == nil)
        }
        let turned = View(frame: Rect(x: 50, y: 50, width: -20, height: -10))
        #expect(turned.frame == Rect(x: 30, y: 40, width: 20, height: 10))
        #expect(turned.hitTest(Point(x: 19, y: 9), with: nil) === turned)
    }

    @Test(.rule("H10")) func `a view whose bounds begin at (10000, 10000) does not contain (50, 50)`() {
        let view = plainView("view", Rect(x: 0, y: 0, width: 100, height: 100))
        view.bounds.origin = Point(x: 10000, y: 10000)
        #expect(!view.point(inside: Point(x: 50, y: 50), with: nil))
        #expect(view.hitTest(Point(x: 50, y: 50), with: nil) == nil)
        #expect(view.point(inside: Point(x: 10000, y: 10000), with: nil))
        #expect(view.point(inside: Point(x: 10099, y: 10099), with: nil))
        #expect(!view.point(inside: Point(x: 10100, y: 10050), with: nil))
    }

    @Test(.rule("H10", "H11")) func `a scrolled parent passes on the point in its bounds coordinates`() {
        let stage = Stage(application: HitApplication())
        let recorder = Recorder()
        let scroller = LoggingView("scroller", Rect(x: 20, y: 20, width: 100, height: 100), recorder)
        let page = LoggingView("page", Rect(x: 0, y: 1000, width: 100, height: 100), recorder)
        scroller.addSubview(page)
        stage.window.addSubview(scroller)
        #expect(stage.hit(30, 30, finger: 1) === scroller)
        scroller.bounds.origin = Point(x: 0, y: 1000)
        _ = recorder.take()
        #expect(stage.hit(30, 30, finger: 2) === page)
        #expect(
            recorder.lines == [
                "scroller hitTest (10.0, 1010.0)", "scroller inside", "page hitTest (10.0, 10.0)", "page inside",
            ]
        )
    }
}
