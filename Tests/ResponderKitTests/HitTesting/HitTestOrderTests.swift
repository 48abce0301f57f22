import ResponderKit
import TestTraits
import Testing

@Suite struct HitTestOrderTests {
    private let stage = Stage(application: HitApplication())
    private let recorder = Recorder()

    private func add(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, to view: View? = nil)
        -> LoggingView
    {
        let new = LoggingView(name, Rect(x: x, y: y, width: width, height: height), recorder)
        (view ?? stage.window).addSubview(new)
        return new
    }

    @Test(.rule("H5", "H18")) func `a view whose point(inside:) returns false does not search its subviews`() {
        let view = add("view", 0, 0, 100, 100)
        _ = add("child", 0, 0, 300, 300, to: view)
        #expect(stage.hit(150, 50) === stage.window)
        #expect(recorder.lines == ["view hitTest (150.0, 50.0)", "view outside"])
    }

    @Test(.rule("H6", "H8", "H18")) func `overlapping subviews are searched from front to back until one is hit`() {
        _ = add("back", 0, 0, 100, 100)
        let middle = add("middle", 0, 0, 60, 100)
        _ = add("front", 0, 0, 30, 100)
        #expect(stage.hit(40, 50) === middle)
        #expect(
            recorder.lines == [
                "front hitTest (40.0, 50.0)", "front outside", "middle hitTest (40.0, 50.0)", "middle inside",
            ]
        )
    }

    @Test(.rule("H6", "H8")) func `the front-most branch wins with its deepest view`() {
        let back = add("back", 0, 0, 100, 100)
        _ = add("inBack", 0, 0, 100, 100, to: back)
        let front = add("front", 10, 10, 100, 100)
        let inFront = add("inFront", 5, 5, 20, 20, to: front)
        #expect(stage.hit(20, 20) === inFront)
        #expect(
            recorder.take() == [
                "front hitTest (10.0, 10.0)", "front inside", "inFront hitTest (5.0, 5.0)", "inFront inside",
            ]
        )
        #expect(stage.hit(60, 60, finger: 2) === front)
    }

    @Test(.rule("H7")) func `a view whose subviews all decline is hit itself`() {
        let view = add("view", 0, 0, 100, 100)
        _ = add("one", 0, 0, 10, 10, to: view)
        _ = add("two", 20, 20, 10, 10, to: view)
        #expect(stage.hit(50, 50) === view)
        #expect(
            recorder.lines == [
                "view hitTest (50.0, 50.0)", "view inside", "two hitTest (30.0, 30.0)", "two outside",
                "one hitTest (50.0, 50.0)", "one outside",
            ]
        )
    }

    /// The search is linear for few subviews, and uses an index for many; both must respect the order.
    @Test(.rule("H6", "H8"), arguments: [3, 8, 9, 32, 33, 500])
    func `the front-most of any number of overlapping subviews is hit, in any arrangement`(count: Int) {
        let views = (0..<count).map { plainView("\($0)", Rect(x: Double($0), y: 0, width: 1000, height: 100)) }
        for view in views { stage.window.addSubview(view) }
        let point = Point(x: 600, y: 50)
        func front() -> View? { stage.window.hitTest(point, with: nil) }
        #expect(front() === views[count - 1])
        stage.window.sendSubviewToBack(views[count - 1])
        #expect(front() === views[count - 2])
        stage.window.bringSubviewToFront(views[0])
        #expect(front() === views[0])
        stage.window.exchangeSubview(at: 0, withSubviewAt: count - 1)
        #expect(front() === views[count - 1])
        stage.window.insertSubview(views[1], aboveSubview: views[count - 1])
        #expect(front() === views[1])
        stage.window.insertSubview(views[1], belowSubview: views[count - 1])
        #expect(front() === views[count - 1])
        stage.window.insertSubview(views[count - 1], at: 0)
        #expect(front() === views[1])
        views[1].isHidden = true
        #expect(front() === stage.window.subviews[count - 2])
        views[1].isHidden = false
        views[1].frame.origin.x = 700
        #expect(front() === stage.window.subviews[count - 2])
        views[1].removeFromSuperview()
        stage.window.addSubview(views[0])
        #expect(front() === views[0])
    }

    @Test(.rule("H6")) func `moving views to the front and the back at random preserves the order`() {
        let views = (0..<40).map { plainView("\($0)", Rect(x: 0, y: 0, width: 100 + Double($0), height: 100)) }
        for view in views { stage.window.addSubview(view) }
        var random = HitGenerator(seed: 5)
        for round in 0..<2000 {
            let view = random.pick(views)
            switch random.below(3) {
            case 0: stage.window.sendSubviewToBack(view)
            case 1: stage.window.bringSubviewToFront(view)
            default: stage.window.insertSubview(view, at: random.below(40))
            }
            let hit = stage.window.hitTest(Point(x: 50, y: 50), with: nil)
            #expect(hit === stage.window.subviews.last, "round \(round)")
        }
    }

    @Test(.rule("H18")) func `hitTest is called before point(inside:), both with the view's local point`() {
        var calls: [String] = []
        let view = ScriptedView(frame: Rect(x: 30, y: 40, width: 100, height: 100))
        view.onPointInside = { view, point in
            calls.append("point(inside) \(point)")
            return view.bounds.contains(point)
        }
        view.onHitTest = { view, point, event in
            calls.append("hitTest \(point)")
            return view.standardHitTest(point, event)
        }
        stage.window.addSubview(view)
        #expect(stage.hit(35, 50) === view)
        #expect(calls == ["hitTest (5.0, 10.0)", "point(inside) (5.0, 10.0)"])
    }

    /// Overrides one of the two hit-testing methods; the superclass overrides the other.
    private final class Lower: Upper {
        override func point(inside point: Point, with event: Event?) -> Bool { point.x < 40 }
    }

    private class Upper: View {
        override func hitTest(_ point: Point, with event: Event?) -> View? {
            point.y < 60 ? super.hitTest(point, with: event) : nil
        }
    }

    @Test(.rule("H18"), arguments: [1, 20, 50])
    func `overrides in a class and its superclass both apply, among any number of siblings`(count: Int) {
        for number in 0..<count {
            stage.window.addSubview(plainView("\(number)", Rect(x: 0, y: 0, width: 10, height: 10)))
        }
        let view = Lower(frame: Rect(x: 100, y: 100, width: 50, height: 50))
        stage.window.insertSubview(view, at: count / 2)
        #expect(stage.hit(50, 120, finger: 1) === view)
        #expect(stage.hit(50, 165, finger: 2) === stage.window)
        #expect(stage.hit(145, 120, finger: 3) === stage.window)
    }

    @Test func `a view inserted in front of or behind itself keeps its index`() {
        let parent = View()
        let views = (0..<3).map { _ in View() }
        views.forEach(parent.addSubview)
        parent.insertSubview(views[0], aboveSubview: views[0])
        parent.insertSubview(views[1], belowSubview: views[1])
        #expect(areSame(parent.subviews, views))
    }
}
