import ResponderKit
import TestTraits
import Testing

@Suite struct RandomHitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        let siblings, hits: Int
        var testDescription: String { "seed \(seed), \(siblings) siblings" }
    }

    static let cases = [
        Case(seed: 1, siblings: 4, hits: 2000), Case(seed: 2, siblings: 9, hits: 2000),
        Case(seed: 3, siblings: 12, hits: 2000), Case(seed: 4, siblings: 33, hits: 2000),
        Case(seed: 5, siblings: 80, hits: 1500), Case(seed: 6, siblings: 400, hits: 500),
        Case(seed: 7, siblings: 2500, hits: 150), Case(seed: 8, siblings: 5000, hits: 80),
    ]

    /// Records the views that a hit test visits.
    final class Visits: ApplicationObserver {
        var views: [View] = []
        func hitTest(_ view: View, at point: Point, event: Event?) { views.append(view) }
    }

    @Test(.rule("H5", "H6", "H7", "H8", "H9", "H10", "H11", "H29"), arguments: cases)
    func `the indexed search agrees with naive recursion while the tree changes`(run: Case) {
        let tree = RandomTree(seed: run.seed, siblings: run.siblings)
        var doubtful = 0
        var found: Set<ObjectIdentifier> = []
        for round in 0..<run.hits {
            if round > 0 { tree.change() }
            let point = tree.pickPoint()
            var naive = NaiveSearch()
            let expected = naive.hit(tree.window, point)
            let hit = tree.window.hitTest(point, with: nil)
            if naive.isDoubtful { doubtful += 1 }
            #expect(hit === expected || naive.isDoubtful, "round \(round) at \(point)")
            if let hit { found.insert(ObjectIdentifier(hit)) }
        }
        #expect(doubtful < run.hits / 10)
        #expect(found.count > min(run.siblings, run.hits / 20) / 3)
        #expect(found.contains(ObjectIdentifier(tree.stranger)) || run.siblings < 30 || run.hits < 1000)
    }

    @Test(.rule("H5", "H6", "H7", "H8", "H18"), arguments: cases)
    func `with an observer, the search visits every view of the recursion in order`(run: Case) {
        let tree = RandomTree(seed: run.seed &+ 100, siblings: run.siblings)
        var visits = 0
        for round in 0..<run.hits / 3 {
            if round > 0 { tree.change() }
            let point = tree.pickPoint()
            let plain = tree.window.hitTest(point, with: nil)
            let observer = Visits()
            tree.application.addObserver(observer)
            let observed = tree.window.hitTest(point, with: nil)
            tree.application.removeObserver(observer)
            #expect(plain === observed, "round \(round) at \(point)")
            var naive = NaiveSearch()
            _ = naive.hit(tree.window, point)
            guard !naive.isDoubtful else { continue }
            let isSame = areSame(observer.views, naive.visited)
            #expect(isSame, "round \(round) at \(point)")
            visits += naive.visited.count
        }
        #expect(visits > run.hits / 2)
    }

    @Test(.rule("H11", "H29"), arguments: [8, 10, 40])
    func `extreme but valid geometry gives the same hit with and without the index`(count: Int) {
        let transforms = [
            AffineTransform(scaleX: 1e150, y: 1e150), AffineTransform(scaleX: 1e-150, y: 1e-150),
            AffineTransform(scaleX: 1e-3, y: 1e-3), AffineTransform(scaleX: 1e8, y: 1e-8),
            AffineTransform(a: 1e6, b: 1e6, c: 1e6, d: 1e6 + 1e-6, tx: 0, ty: 0),
            AffineTransform(a: 1, b: 1, c: 1, d: 1 + 1e-5, tx: 0, ty: 0),
            AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 1e20, ty: -1e20),
            AffineTransform(a: 1e155, b: 1, c: 1, d: 1, tx: 1e300, ty: 1e300),
        ]
        let sizes = [1e-300, 1e-9, 3, 100, 1e5, 1e20, 1e200, 1.7e308]
        var random = HitGenerator(seed: UInt64(count))
        for round in 0..<150 {
            let application = Application()
            let window = Window(frame: Rect(x: 0, y: 0, width: 1e9, height: 1e9), application: application)
            window.isHidden = false
            for _ in 0..<count {
                let view = View(frame: Rect(x: 0, y: 0, width: random.pick(sizes), height: random.pick(sizes)))
                if random.oneIn(2) { view.bounds.origin = Point(x: random.pick([1e20, -1e9, 7]), y: 0) }
                if random.oneIn(2) { view.transform = random.pick(transforms) }
                view.center = Point(x: random.pick([0, 50, -1e20, 1e200]), y: random.pick([0, 50, 1e20]))
                if random.oneIn(4) { window.insertSubview(view, at: 0) } else { window.addSubview(view) }
            }
            let observer = Visits()
            for _ in 0..<8 {
                let point = Point(x: random.sixteenths(0..<300), y: random.pick([0, 50, 51, 299, 1e6, 1e8]))
                let fast = window.hitTest(point, with: nil)
                application.addObserver(observer)
                let asked = window.hitTest(point, with: nil)
                application.removeObserver(observer)
                #expect(fast === asked, "round \(round) at \(point)")
            }
        }
    }
}
