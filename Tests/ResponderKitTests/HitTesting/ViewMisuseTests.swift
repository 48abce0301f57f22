import ResponderKit
import TestTraits
import Testing

@Suite struct ViewMisuseTests {
    private let stage = Stage()
    private let observer = MisuseObserver()
    private let parent = View(frame: Rect(x: 10, y: 10, width: 100, height: 100))
    private let child = View(frame: Rect(x: 20, y: 20, width: 50, height: 50))
    private let grandchild = View(frame: Rect(x: 5, y: 5, width: 10, height: 10))

    init() {
        stage.window.addSubview(parent)
        parent.addSubview(child)
        child.addSubview(grandchild)
        stage.application.addObserver(observer)
    }

    private func isUnchanged() -> Bool {
        areSame(stage.window.subviews, [parent]) && areSame(parent.subviews, [child])
            && areSame(child.subviews, [grandchild]) && grandchild.subviews.isEmpty
            && parent.superview === stage.window && child.superview === parent && grandchild.superview === child
    }

    @Test func `a view cannot be added to itself or to its subviews by any method`() {
        let adds: [(View, View) -> Void] = [
            { $0.addSubview($1) }, { $0.insertSubview($1, at: 0) },
            { $0.insertSubview($1, aboveSubview: $1) }, { $0.insertSubview($1, belowSubview: $1) },
        ]
        for add in adds {
            for (target, view) in [(parent, parent), (child, parent), (grandchild, parent), (grandchild, grandchild)] {
                add(target, view)
                #expect(isUnchanged())
            }
        }
        #expect(observer.heard == Array(repeating: .circularHierarchy, count: 16))
        #expect(stage.window.hitTest(Point(x: 36, y: 36), with: nil) === grandchild)
    }

    @Test func `a window cannot be added to a view`() {
        let other = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10), application: stage.application)
        for window in [stage.window, other] {
            parent.addSubview(window)
            parent.insertSubview(window, at: 0)
            #expect(window.superview == nil)
        }
        #expect(isUnchanged())
        #expect(observer.heard == Array(repeating: .windowAsSubview, count: 4))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `non-finite geometry is rejected and reported`(bad: Double) {
        let (frame, bounds, center) = (child.frame, child.bounds, child.center)
        var count = 0
        func check(_ what: String, _ change: () -> Void) {
            change()
            count += 1
            #expect(observer.heard == Array(repeating: .geometryNotFinite, count: count), "\(what)")
            #expect(child.frame == frame && child.bounds == bounds && child.center == center, "\(what)")
        }
        check("frame x") { child.frame = Rect(x: bad, y: 0, width: 5, height: 5) }
        check("frame y") { child.frame.origin.y = bad }
        check("frame width") { child.frame.size.width = bad }
        check("frame height") { child.frame = Rect(x: 0, y: 0, width: 5, height: bad) }
        check("bounds x") { child.bounds.origin.x = bad }
        check("bounds width") { child.bounds.size.width = bad }
        check("bounds y and height") { child.bounds = Rect(x: 0, y: bad, width: 1, height: bad) }
        check("center") { child.center = Point(x: 1, y: bad) }
        #expect(stage.window.hitTest(Point(x: 36, y: 36), with: nil) === grandchild)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a non-finite transform is rejected and reported`(bad: Double) {
        let turned = AffineTransform(rotationAngle: 0.1)
        child.transform = turned
        let paths: [WritableKeyPath<AffineTransform, Double>] = [\.a, \.b, \.c, \.d, \.tx, \.ty]
        for path in paths {
            child.transform[keyPath: path] = bad
            #expect(child.transform == turned)
        }
        #expect(observer.heard == Array(repeating: .geometryNotFinite, count: 6))
        child.frame = Rect(x: bad, y: 0, width: 5, height: 5)
        #expect(observer.heard.count == 7)
        #expect(child.bounds.isFinite && child.center.isFinite)
    }

    @Test(.rule("H29")) func `a singular transform is no misuse, and the frame can still be set`() {
        child.transform = AffineTransform(scaleX: 0, y: 0)
        child.frame = Rect(x: 0, y: 0, width: 30, height: 30)
        #expect(child.transform == AffineTransform(scaleX: 0, y: 0))
        #expect(child.center.isFinite && child.bounds.isFinite)
        #expect(child.convert(Point(x: 1, y: 1), from: parent).isFinite)
        #expect(parent.convert(Point(x: 1, y: 1), from: grandchild).isFinite)
        #expect(stage.window.hitTest(Point(x: 11, y: 11), with: nil) === parent)
        #expect(observer.heard == [])
        child.transform = .identity
        #expect(stage.window.hitTest(child.convert(Point(x: 6, y: 6), to: nil), with: nil) === grandchild)
    }

    @Test func `a new view with a non-finite frame has an empty one`() {
        for frame in [Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: .infinity, height: 1)] {
            #expect(View(frame: frame).frame == .zero)
        }
    }

    @Test func `misuse outside a window is not reported, and the tree stays unchanged`() {
        parent.removeFromSuperview()
        grandchild.addSubview(parent)
        parent.frame.size.width = .nan
        #expect(parent.superview == nil)
        #expect(parent.frame == Rect(x: 10, y: 10, width: 100, height: 100))
        #expect(observer.heard == [])
    }

    @Test func `invalid indices and views of other parents have no effect`() {
        let stranger = View()
        parent.exchangeSubview(at: 0, withSubviewAt: 1)
        parent.exchangeSubview(at: -1, withSubviewAt: 0)
        parent.bringSubviewToFront(grandchild)
        parent.sendSubviewToBack(stranger)
        stranger.removeFromSuperview()
        #expect(isUnchanged())
        parent.insertSubview(stranger, at: 99)
        #expect(areSame(parent.subviews, [child, stranger]))
        parent.insertSubview(stranger, at: -5)
        #expect(areSame(parent.subviews, [stranger, child]))
        #expect(observer.heard == [])
    }
}
