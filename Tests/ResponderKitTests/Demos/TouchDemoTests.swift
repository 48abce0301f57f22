import ResponderKit
import TestTraits
import Testing

@Suite struct TouchDemoTests {
    /// A click in the demo: its location, its hit view and each call of the hit test.
    struct Click: Sendable, CustomTestStringConvertible {
        let x, y: Double
        let hit: String
        let log: [String]
        var testDescription: String { "(\(x), \(y))" }
    }

    static let inSubView3 = Click(
        x: 220,
        y: 193,
        hit: "SubView3",
        log: [
            "TopView hitTest (220.0, 193.0)", "TopView inside",
            "SubView4 hitTest (212.0, -185.0)", "SubView4 outside",
            "SubView3 hitTest (65.0, 96.0)", "SubView3 inside",
        ]
    )
    static let inSubView1 = Click(
        x: 84,
        y: 71.5,
        hit: "SubView1Sub1Sub1",
        log: [
            "TopView hitTest (84.0, 71.5)", "TopView inside",
            "SubView4 hitTest (76.0, -306.5)", "SubView4 outside",
            "SubView3 hitTest (-71.0, -25.5)", "SubView3 outside",
            "SubView2 hitTest (76.0, -149.5)", "SubView2 outside",
            "SubView1 hitTest (76.0, 54.5)", "SubView1 inside",
            "SubView1Sub1 hitTest (59.0, 39.5)", "SubView1Sub1 inside",
            "SubView1Sub1Sub1 hitTest (51.0, 31.5)", "SubView1Sub1Sub1 inside",
        ]
    )
    static let inTheGap = Click(
        x: 85,
        y: 188.5,
        hit: "TopView",
        log: [
            "TopView hitTest (85.0, 188.5)", "TopView inside",
            "SubView4 hitTest (77.0, -189.5)", "SubView4 outside",
            "SubView3 hitTest (-70.0, 91.5)", "SubView3 outside",
            "SubView2 hitTest (77.0, -32.5)", "SubView2 outside",
            "SubView1 hitTest (77.0, 171.5)", "SubView1 outside",
        ]
    )

    @Test(.rule("H13", "H14", "H15", "H5", "H6", "H8", "H18"), arguments: [inSubView3, inSubView1, inTheGap])
    func `an observer reports the visited views of a click in order, with its points`(click: Click) {
        let demo = TouchDemo(plainView)
        let observer = HitObserver()
        demo.stage.application.addObserver(observer)
        #expect(demo.stage.hit(click.x, click.y) === demo[click.hit])
        #expect(observer.recorder.lines == click.log)
    }

    @Test(.rule("H13", "H14", "H15", "H5", "H6", "H8", "H18"), arguments: [inSubView3, inSubView1, inTheGap])
    func `overrides of hitTest and point(inside:) are called as listed in the log`(click: Click) {
        let recorder = Recorder()
        let demo = TouchDemo { LoggingView($0, $1, recorder) }
        #expect(demo.stage.hit(click.x, click.y) === demo[click.hit])
        #expect(recorder.take() == click.log)
        let direct = demo["TopView"].hitTest(Point(x: click.x, y: click.y), with: nil)
        #expect(direct === demo[click.hit])
        #expect(recorder.take() == click.log)
    }

    @Test(.rule("H13", "H14", "H15", "H18"), arguments: [inSubView3, inSubView1, inTheGap])
    func `an observer reports views with overrides like plain views`(click: Click) {
        let recorder = Recorder()
        let demo = TouchDemo { LoggingView($0, $1, recorder) }
        let observer = HitObserver()
        demo.stage.application.addObserver(observer)
        demo.stage.down(1, click.x, click.y, at: 0)
        #expect(recorder.lines == click.log)
        #expect(observer.recorder.lines == click.log)
    }

    @Test(.rule("H13", "H14", "H15"), arguments: [inSubView3, inSubView1, inTheGap])
    func `a click hits the same view without observers`(click: Click) {
        let demo = TouchDemo(plainView)
        #expect(demo.stage.hit(click.x, click.y) === demo[click.hit])
    }

    @Test(.rule("H20")) func `an enlarged SubView2 is hit outside its bounds after its subview declined`() {
        let demo = TouchDemo { name, frame in
            guard name == "SubView2" else { return plainView(name, frame) }
            let view = ScriptedView(frame: frame)
            view.identifier = name
            view.onPointInside = { $0.bounds.insetBy(dx: -44, dy: -44).contains($1) }
            return view
        }
        let observer = HitObserver()
        demo.stage.application.addObserver(observer)
        #expect(demo.stage.hit(93.5, 192.5) === demo["SubView2"])
        #expect(
            observer.recorder.lines == [
                "TopView hitTest (93.5, 192.5)", "TopView inside",
                "SubView4 hitTest (85.5, -185.5)", "SubView4 outside",
                "SubView3 hitTest (-61.5, 95.5)", "SubView3 outside",
                "SubView2 hitTest (85.5, -28.5)", "SubView2 inside",
                "SubView2Sub1 hitTest (77.5, -36.5)", "SubView2Sub1 outside",
            ]
        )
        let ordinary = TouchDemo(plainView)
        #expect(ordinary["TopView"].hitTest(Point(x: 93.5, y: 192.5), with: nil) === ordinary["TopView"])
    }

    /// A view with the hit test from the articles on which docs/reference/behaviours is based.
    final class HandWrittenView: View {
        override func hitTest(_ point: Point, with event: Event?) -> View? {
            guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else {
                return nil
            }
            for subview in subviews.reversed() {
                if let hit = subview.hitTest(convert(point, to: subview), with: event) { return hit }
            }
            return self
        }
    }

    @Test(.rule("H5", "H6", "H7", "H8")) func `a hand-written hit test finds the same views as the built-in one`() {
        let builtIn = TouchDemo(plainView)
        let byHand = TouchDemo {
            let view = HandWrittenView(frame: $1)
            view.identifier = $0
            return view
        }
        var found: Set<String> = []
        for x in stride(from: -4.0, through: 324, by: 4) {
            for y in stride(from: -4.5, through: 484, by: 4) {
                let point = Point(x: x, y: y)
                let name = builtIn["TopView"].hitTest(point, with: nil)?.identifier
                #expect(byHand["TopView"].hitTest(point, with: nil)?.identifier == name, "\(point)")
                found.insert(name ?? "none")
            }
        }
        #expect(found == Set(builtIn.views.keys).union(["none"]))
    }
}
