import ResponderKit
import TestTraits
import Testing

@Suite struct DeepTreeTests {
    private static let depth = 10_000

    /// Adds nested views, each offset by 1/16 point in its superview. Returns the views, the deepest one last.
    private func build(into root: View, bottomUp: Bool) -> [View] {
        let views = (0..<Self.depth).map { number in
            plainView("\(number)", Rect(x: 0.0625, y: 0, width: 10_000, height: 1000))
        }
        if bottomUp {
            for number in (1..<Self.depth).reversed() { views[number - 1].addSubview(views[number]) }
            root.addSubview(views[0])
        } else {
            root.addSubview(views[0])
            for number in 1..<Self.depth { views[number - 1].addSubview(views[number]) }
        }
        return views
    }

    @Test(.rule("H6", "H11", "H32"), arguments: [false, true])
    func `a tree 10,000 levels deep is built, hit-tested and converted`(bottomUp: Bool) {
        let stage = Stage(width: 20_000, height: 1000, application: HitApplication())
        let views = build(into: stage.window, bottomUp: bottomUp)
        #expect(stage.window.hitTest(Point(x: 700, y: 5), with: nil) === views.last)
        #expect(stage.window.hitTest(Point(x: 100, y: 5), with: nil)?.identifier == "1599")
        #expect(views[9999].convert(Point.zero, to: nil) == Point(x: 625, y: 0))
        #expect(views[9999].convert(Point(x: 625, y: 3), from: nil) == Point(x: 0, y: 3))
        #expect(views[9999].window === stage.window)
        #expect(views[9999].isDescendant(of: views[0]))
        let observer = HitObserver()
        stage.application.addObserver(observer)
        #expect(stage.window.hitTest(Point(x: 700, y: 5), with: nil) === views.last)
        #expect(observer.recorder.lines.count == 2 * Self.depth)
    }

    @Test(.rule("R11", "R16")) func `a touch goes up a chain of 10,000 views`() {
        let stage = Stage(width: 20_000, height: 1000, application: HitApplication())
        let top = ProbeView("top", 0, 0, 20_000, 1000, stage.recorder)
        stage.window.addSubview(top)
        let views = build(into: top, bottomUp: false)
        stage.tap(700, 5, at: 0)
        #expect((stage.application as? HitApplication)?.hit === views.last)
        #expect(stage.log == ["top began", "top ended"])
    }

    @Test func `a deep tree is deallocated from the top without overflowing the stack`() {
        weak var deepest: View?
        weak var first: View?
        var cut: View?
        do {
            let stage = Stage(width: 20_000, height: 1000)
            var views = build(into: stage.window, bottomUp: false)
            (first, deepest, cut) = (views[0], views[9999], views[5000])
            views[0].removeFromSuperview()
            views = []
        }
        #expect(first == nil)
        #expect(cut?.superview == nil)
        #expect(deepest?.superview != nil)
        cut = nil
        #expect(deepest == nil)
    }
}
