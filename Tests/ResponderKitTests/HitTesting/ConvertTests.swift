import ResponderKit
import TestTraits
import Testing

@Suite struct ConvertTests {
    private func isNear(_ one: Point, _ other: Point) -> Bool { one.distance(to: other) < 1e-6 }

    /// Two branches of a view tree: window ─ a ─ b and window ─ c ─ d. The bounds of a and d have a nonzero origin.
    private struct Tree {
        let stage = Stage()
        let a = View(frame: Rect(x: 10, y: 20, width: 300, height: 300))
        let b = View(frame: Rect(x: 100, y: 100, width: 80, height: 40))
        let c = View(frame: Rect(x: 400, y: 400, width: 200, height: 200))
        let d = View(frame: Rect(x: 5, y: 6, width: 100, height: 100))

        init() {
            stage.window.addSubview(a)
            a.addSubview(b)
            stage.window.addSubview(c)
            c.addSubview(d)
            a.bounds.origin = Point(x: 50, y: 60)
            d.bounds.origin = Point(x: -7, y: 1000)
        }
    }

    @Test(.rule("H32")) func `conversion adds frame origins and subtracts bounds origins`() {
        let tree = Tree()
        let point = Point(x: 1, y: 2)
        #expect(tree.b.convert(point, to: tree.a) == Point(x: 101, y: 102))
        #expect(tree.b.convert(point, to: nil) == Point(x: 61, y: 62))
        #expect(tree.b.convert(point, to: tree.stage.window) == Point(x: 61, y: 62))
        #expect(tree.d.convert(point, to: nil) == Point(x: 413, y: -592))
        #expect(tree.d.convert(point, from: nil) == Point(x: -411, y: 596))
        #expect(tree.b.convert(point, to: tree.d) == Point(x: -351, y: 656))
        #expect(tree.d.convert(point, from: tree.b) == Point(x: -351, y: 656))
        #expect(tree.b.convert(point, to: tree.b) == point)
        #expect(tree.b.convert(point, from: tree.b) == point)
    }

    @Test(.rule("H32", "H11")) func `conversion rotates and scales about the centre`() {
        let tree = Tree()
        tree.b.transform = AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)
        // The centre (140,120) is fixed; 40 points to the left map to 80 points upwards.
        #expect(tree.b.convert(Point(x: 40, y: 20), to: tree.a) == Point(x: 140, y: 120))
        #expect(tree.b.convert(Point(x: 0, y: 20), to: tree.a) == Point(x: 140, y: 40))
        #expect(tree.b.convert(Point(x: 40, y: 0), to: tree.a) == Point(x: 180, y: 120))
        #expect(tree.b.convert(Point(x: 180, y: 120), from: tree.a) == Point(x: 40, y: 0))
        #expect(tree.b.convert(Rect(x: 0, y: 0, width: 80, height: 40), to: tree.a) == tree.b.frame)
        #expect(tree.b.frame == Rect(x: 100, y: 40, width: 80, height: 160))
    }

    @Test(.rule("H32")) func `convert(to:) and convert(from:) are inverse between any two views`() {
        let tree = Tree()
        tree.a.transform = AffineTransform(rotationAngle: 0.3).scaledBy(x: 1.5, y: 0.7)
        tree.b.transform = AffineTransform(rotationAngle: -2).translatedBy(x: 3, y: 4)
        tree.c.transform = AffineTransform(a: 1, b: 0.2, c: -0.4, d: 2, tx: 9, ty: -9)
        tree.stage.window.bounds.origin = Point(x: 11, y: 12)
        let views: [View?] = [tree.a, tree.b, tree.c, tree.d, tree.stage.window, nil]
        for one in views {
            for other in views {
                guard let view = one ?? other else { continue }
                let target = one == nil ? nil : other
                for point in [Point.zero, Point(x: 12.5, y: -3), Point(x: 1000, y: 777)] {
                    #expect(isNear(view.convert(view.convert(point, to: target), from: target), point))
                    #expect(isNear(view.convert(view.convert(point, from: target), to: target), point))
                    if let target {
                        #expect(isNear(view.convert(point, to: target), target.convert(point, from: view)))
                    }
                }
            }
        }
    }

    @Test(.rule("H32")) func `nil means window coordinates, or those of the root view outside a window`() {
        let application = Application()
        let window = Window(frame: Rect(x: 70, y: 80, width: 500, height: 500), application: application)
        let view = View(frame: Rect(x: 10, y: 20, width: 50, height: 50))
        let root = View(frame: Rect(x: 1000, y: 1000, width: 500, height: 500))
        for parent in [window, root] {
            parent.addSubview(view)
            #expect(view.convert(Point(x: 1, y: 1), to: nil) == Point(x: 11, y: 21))
            #expect(view.convert(Point(x: 11, y: 21), from: nil) == Point(x: 1, y: 1))
            #expect(parent.convert(Point(x: 1, y: 1), to: nil) == Point(x: 1, y: 1))
            #expect(parent.convert(Point(x: 1, y: 1), from: nil) == Point(x: 1, y: 1))
        }
    }

    @Test(.rule("H32")) func `conversion between two windows goes through screen coordinates`() {
        let application = Application()
        let one = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
        let other = Window(frame: Rect(x: 30, y: 40, width: 100, height: 100), application: application)
        let view = View(frame: Rect(x: 10, y: 10, width: 10, height: 10))
        one.addSubview(view)
        #expect(view.convert(Point(x: 40, y: 50), to: other) == Point(x: 20, y: 20))
        #expect(view.convert(Point(x: 20, y: 20), from: other) == Point(x: 40, y: 50))
    }

    @Test(.rule("H32", "H11")) func `a hit view's local point is the converted window point`() {
        let tree = Tree()
        tree.a.transform = AffineTransform(rotationAngle: 0.5)
        tree.b.transform = AffineTransform(rotationAngle: 1).scaledBy(x: 2, y: 3)
        tree.b.identifier = "b"
        final class Catcher: ApplicationObserver {
            var local: Point?
            func hitTest(_ view: View, at point: Point, event: Event?) {
                if view.identifier == "b" { local = point }
            }
        }
        let catcher = Catcher()
        tree.stage.application.addObserver(catcher)
        let target = Point(x: 30, y: 25)
        let point = tree.b.convert(target, to: nil)
        #expect(tree.stage.window.hitTest(point, with: nil) === tree.b)
        #expect(catcher.local.map { isNear($0, target) } == true)
    }
}
