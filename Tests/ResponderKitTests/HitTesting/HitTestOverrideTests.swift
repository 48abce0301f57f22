import ResponderKit
import TestTraits
import Testing

/// Tests overrides of hit testing. Most tests run with few siblings, for the linear search, and with many, for the
/// index.
@Suite struct HitTestOverrideTests {
    private let stage = Stage(application: HitApplication())

    private func scripted(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ScriptedView {
        ScriptedView(frame: Rect(x: x, y: y, width: width, height: height))
    }

    private func crowd(_ count: Int) {
        for number in 1..<count {
            stage.window.addSubview(View(frame: Rect(x: Double(number), y: 900, width: 3, height: 3)))
        }
    }

    private func enlarge(_ view: ScriptedView, by margin: Double) {
        view.onPointInside = { $0.bounds.insetBy(dx: -margin, dy: -margin).contains($1) }
    }

    @Test(.rule("H20"), arguments: [1, 20, 60]) func `an override of point(inside:) enlarges the touch area`(count: Int)
    {
        crowd(count)
        let view = scripted(100, 100, 20, 20)
        enlarge(view, by: 30)
        let recorder = Recorder()
        let child = LoggingView("child", Rect(x: 0, y: 0, width: 20, height: 20), recorder)
        view.addSubview(child)
        stage.window.addSubview(view)
        #expect(stage.hit(72, 100, finger: 1) === view)
        #expect(recorder.take() == ["child hitTest (-28.0, 0.0)", "child outside"])
        #expect(stage.hit(105, 105, finger: 2) === child)
        #expect(stage.hit(69, 100, finger: 3) === stage.window)
    }

    @Test(.rule("H20"), arguments: [1, 20, 60]) func `an override of point(inside:) can exclude areas`(count: Int) {
        crowd(count)
        let view = scripted(100, 100, 100, 100)
        view.onPointInside = { view, point in point.distance(to: Point(x: 50, y: 50)) < 50 }
        stage.window.addSubview(view)
        #expect(stage.hit(150, 150, finger: 1) === view)
        #expect(stage.hit(105, 105, finger: 2) === stage.window)
    }

    @Test(.rule("H21", "H12"), arguments: [1, 20, 60])
    func `an enlarged touch area is limited to what every ancestor accepts`(count: Int) {
        crowd(count)
        let outer = scripted(100, 100, 100, 100)
        let middle = scripted(0, 0, 100, 100)
        let inner = scripted(80, 0, 20, 20)
        stage.window.addSubview(outer)
        outer.addSubview(middle)
        middle.addSubview(inner)
        enlarge(inner, by: 50)
        #expect(stage.hit(190, 140, finger: 1) === inner)
        #expect(stage.hit(210, 110, finger: 2) === stage.window)
        enlarge(middle, by: 50)
        #expect(stage.hit(210, 110, finger: 3) === stage.window)
        enlarge(outer, by: 50)
        #expect(stage.hit(210, 110, finger: 4) === inner)
    }

    @Test(.rule("H22"), arguments: [false, true])
    func `a parent that accepts points outside its bounds makes overflowing children hittable`(byHitTest: Bool) {
        let parent = scripted(100, 100, 50, 50)
        let child = plainView("child", Rect(x: 40, y: 0, width: 100, height: 50))
        parent.addSubview(child)
        stage.window.addSubview(parent)
        #expect(stage.hit(200, 110, finger: 1) === stage.window)
        if byHitTest {
            parent.onHitTest = { view, point, event in
                child.hitTest(view.convert(point, to: child), with: event) ?? view.standardHitTest(point, event)
            }
        } else {
            parent.onPointInside = { view, point in
                view.bounds.contains(point) || view.subviews.contains { $0.frame.contains(point) }
            }
        }
        #expect(stage.hit(200, 110, finger: 2) === child)
        #expect(stage.hit(110, 110, finger: 3) === parent)
        #expect(stage.hit(300, 110, finger: 4) === stage.window)
    }

    @Test(.rule("H23"), arguments: [1, 20, 60])
    func `an override that returns nil excludes the view's subtree, and the next sibling is searched`(count: Int) {
        crowd(count)
        let recorder = Recorder()
        let behind = LoggingView("behind", Rect(x: 0, y: 0, width: 100, height: 100), recorder)
        let farther = LoggingView("farther", Rect(x: 0, y: 0, width: 100, height: 100), recorder)
        let view = scripted(0, 0, 100, 100)
        view.addSubview(LoggingView("child", Rect(x: 0, y: 0, width: 100, height: 100), recorder))
        for each in [farther, behind, view] { stage.window.addSubview(each) }
        view.onHitTest = { _, _, _ in nil }
        #expect(stage.hit(50, 50) === behind)
        #expect(recorder.lines == ["behind hitTest (50.0, 50.0)", "behind inside"])
    }

    @Test(.rule("H24"), arguments: [1, 20, 60])
    func `a container whose override excludes itself passes touches beside its children through`(count: Int) {
        crowd(count)
        let behind = plainView("behind", Rect(x: 0, y: 0, width: 300, height: 300))
        let container = scripted(0, 0, 300, 300)
        let child = plainView("child", Rect(x: 10, y: 10, width: 50, height: 50))
        container.addSubview(child)
        stage.window.addSubview(behind)
        stage.window.addSubview(container)
        container.onHitTest = { view, point, event in
            let hit = view.standardHitTest(point, event)
            return hit === view ? nil : hit
        }
        #expect(stage.hit(20, 20, finger: 1) === child)
        #expect(stage.hit(200, 200, finger: 2) === behind)
    }

    @Test(.rule("H25"), arguments: [1, 20, 60])
    func `a view from another branch can be the hit view, with its own recognizers and chain`(count: Int) {
        crowd(count)
        let asked = scripted(0, 0, 100, 100)
        let home = ProbeView("home", 500, 500, 100, 100, stage.recorder)
        let foreign = ProbeView("foreign", 0, 0, 10, 10, stage.recorder)
        let probe = GestureProbe(stage.recorder)
        for (view, name) in [(asked as View, "asked tap"), (home, "home tap")] {
            let tap = TapGestureRecognizer()
            tap.cancelsTouchesInView = false
            probe.watch(tap, as: name)
            view.addGestureRecognizer(tap)
        }
        home.addSubview(foreign)
        stage.window.addSubview(home)
        stage.window.addSubview(asked)
        asked.onHitTest = { [weak foreign] view, point, event in
            view.standardHitTest(point, event) == nil ? nil : foreign
        }
        stage.tap(50, 50, at: 0)
        #expect((stage.application as? HitApplication)?.hit === foreign)
        #expect(stage.log == ["foreign began", "home began", "home tap ended", "foreign ended", "home ended"])
    }

    @Test(.rule("H25", "W8")) func `a hit view of another window gets that window's touch`() {
        let other = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10), application: stage.application)
        let foreign = ProbeView("foreign", 0, 0, 10, 10, stage.recorder)
        other.addSubview(foreign)
        let asked = scripted(0, 0, 100, 100)
        stage.window.addSubview(asked)
        asked.onHitTest = { [weak foreign] _, _, _ in foreign }
        stage.tap(50, 50, at: 0)
        #expect((stage.application as? HitApplication)?.touches.first?.window === other)
        #expect(stage.log == ["foreign began", "foreign ended"])
    }
}
