import ResponderKit
import TestTraits
import Testing

@Suite struct HitTestTransformTests {
    private let stage = Stage(application: HitApplication())

    @Test(.rule("H11")) func `a view at half scale has bounds twice its frame and contains points up to them`() {
        let view = plainView("view", Rect(x: 0, y: 0, width: 200, height: 200))
        view.transform = AffineTransform(scaleX: 0.5, y: 0.5)
        #expect(view.frame == Rect(x: 50, y: 50, width: 100, height: 100))
        #expect(view.bounds == Rect(x: 0, y: 0, width: 200, height: 200))
        #expect(view.hitTest(Point(x: 199, y: 199), with: nil) === view)
        #expect(view.hitTest(Point(x: 200, y: 199), with: nil) == nil)
    }

    @Test(.rule("H11")) func `a child at half scale is hit within its frame only`() {
        let recorder = Recorder()
        let child = LoggingView("child", Rect(x: 100, y: 100, width: 200, height: 200), recorder)
        child.transform = AffineTransform(scaleX: 0.5, y: 0.5)
        stage.window.addSubview(child)
        for (x, y, local) in [(150.0, 150.0, "(0.0, 0.0)"), (249.5, 249.5, "(199.0, 199.0)")] {
            #expect(stage.window.hitTest(Point(x: x, y: y), with: nil) === child)
            #expect(recorder.take() == ["child hitTest \(local)", "child inside"])
        }
        for (x, y, local) in [(149.5, 150.0, "(-1.0, 0.0)"), (250.0, 249.5, "(200.0, 199.0)")] {
            #expect(stage.window.hitTest(Point(x: x, y: y), with: nil) === stage.window)
            #expect(recorder.take() == ["child hitTest \(local)", "child outside"])
        }
    }

    @Test(.rule("H11", "H10")) func `scale and a changed bounds origin apply together`() {
        let recorder = Recorder()
        let child = LoggingView("child", Rect(x: 100, y: 100, width: 200, height: 200), recorder)
        child.transform = AffineTransform(scaleX: 0.5, y: 0.5)
        child.bounds.origin = Point(x: 1000, y: -1000)
        stage.window.addSubview(child)
        #expect(child.frame == Rect(x: 150, y: 150, width: 100, height: 100))
        #expect(stage.hit(160, 170) === child)
        #expect(recorder.lines == ["child hitTest (1020.0, -960.0)", "child inside"])
    }

    @Test(.rule("H11"), arguments: [1, 20])
    func `a rotation by 90° about the centre swaps width and height`(siblings: Int) {
        for _ in 1..<siblings { stage.window.addSubview(View()) }
        let child = plainView("child", Rect(x: 100, y: 100, width: 200, height: 50))
        child.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        stage.window.addSubview(child)
        #expect(child.frame == Rect(x: 175, y: 25, width: 50, height: 200))
        #expect(child.convert(Point(x: 180, y: 30), from: stage.window) == Point(x: 5, y: 45))
        #expect(stage.hit(180, 30, finger: 1) === child)
        #expect(stage.hit(110, 110, finger: 2) === stage.window)
    }

    @Test(.rule("H11"), arguments: [1, 20, 60])
    func `the frame's corner of a view rotated by 45° is outside the view`(siblings: Int) {
        for _ in 1..<siblings { stage.window.addSubview(View(frame: Rect(x: 0, y: 0, width: 5, height: 5))) }
        let child = plainView("child", Rect(x: 100, y: 100, width: 100, height: 100))
        child.transform = AffineTransform(rotationAngle: .pi / 4)
        stage.window.addSubview(child)
        #expect(child.frame.contains(Point(x: 82, y: 82)))
        #expect(stage.hit(82, 82, finger: 1) === stage.window)
        #expect(stage.hit(82, 150, finger: 2) === child)
        #expect(stage.hit(150, 218, finger: 3) === child)
    }

    @Test(.rule("H11")) func `a translation moves the view and its subviews`() {
        let view = plainView("view", Rect(x: 0, y: 0, width: 100, height: 100))
        let child = plainView("child", Rect(x: 10, y: 10, width: 20, height: 20))
        view.addSubview(child)
        stage.window.addSubview(view)
        view.transform = AffineTransform(translationX: 300, y: 200)
        #expect(stage.hit(15, 15, finger: 1) === stage.window)
        #expect(stage.hit(315, 215, finger: 2) === child)
    }

    @Test(.rule("H29"), arguments: [1, 20, 60])
    func `a view with a singular transform is never hit, nor are its subviews`(siblings: Int) {
        for _ in 1..<siblings { stage.window.addSubview(View()) }
        let behind = plainView("behind", stage.window.bounds)
        let view = plainView("view", Rect(x: 0, y: 0, width: 100, height: 100))
        let child = plainView("child", Rect(x: 0, y: 0, width: 100, height: 100))
        view.addSubview(child)
        stage.window.addSubview(behind)
        stage.window.addSubview(view)
        let singular = [
            AffineTransform(scaleX: 0, y: 0), AffineTransform(scaleX: 0, y: 1), AffineTransform(scaleX: 1, y: 0),
            AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
        ]
        for transform in singular {
            view.transform = transform
            for point in [Point.zero, Point(x: 50, y: 50), Point(x: 99, y: 99)] {
                #expect(stage.window.hitTest(point, with: nil) === behind, "\(transform) at \(point)")
                #expect(view.hitTest(point, with: nil) == nil)
            }
        }
        view.transform = .identity
        #expect(stage.hit(50, 50) === child)
    }

    @Test(.rule("H29")) func `an observer is notified that the transform is the reason`() {
        let view = plainView("view", Rect(x: 0, y: 0, width: 100, height: 100))
        view.transform = AffineTransform(scaleX: 0, y: 1)
        stage.window.addSubview(view)
        let observer = HitObserver()
        observer.writesRefusals = true
        stage.application.addObserver(observer)
        #expect(stage.hit(50, 50) === stage.window)
        #expect(observer.recorder.lines.last == "view refused: singularTransform")
    }
}
