import ResponderKit

/// Cost of a hit test by tree size, compared with plain recursion on an equal tree.
enum HitTestBench {
    static func run() {
        var table = Table(
            "Hit test, ns: median (least–most)",
            ["tree", "views", "ours, same 64 points", "recursion", "ratio", "ours, a new point each time", "recursion"]
        )
        for views in [100, 1000, 10_000, 100_000, 1_000_000] {
            row(&table, "spread out, 10 in each", views, fanOut: 10)
        }
        for views in [100, 1000, 10_000, 100_000] { row(&table, "siblings of one parent", views, fanOut: views) }
        table.show()
    }

    private static func row(_ table: inout Table, _ shape: String, _ views: Int, fanOut: Int) {
        let forest = Forest(views, fanOut: fanOut)
        // Makes fewer calls with many siblings, because the recursion is slow there.
        let calls = fanOut > 1000 ? 64 : 6400
        let (own, peer) = Measure.pair(calls: calls) {
            forest.searchOurs(calls, among: 64)
        } _: {
            forest.searchPlain(calls, among: 64)
        }
        let (ownCold, peerCold) = Measure.pair(calls: calls) {
            forest.searchOurs(calls)
        } _: {
            forest.searchPlain(calls)
        }
        table.add(
            shape,
            String(views),
            own.text,
            peer.text,
            (own.median / peer.median).short,
            ownCold.text,
            peerCold.text
        )
    }

    /// A tree of Touchbridge views, an equal tree of `PlainView` objects, and the points that are hit-tested.
    final class Forest {
        private let application = Application()
        private let window: Window
        private let plain: PlainView
        private let points: [Point]
        private var (next, plainNext) = (0, 0)

        init(_ views: Int, fanOut: Int) {
            let side = 4096.0
            window = Window(frame: Rect(x: 0, y: 0, width: side, height: side), application: application)
            window.isHidden = false
            plain = PlainView(frame: window.frame)
            grow(window, plain, views, fanOut)
            var random = Random(seed: 1)
            points = (0..<200_000).map { _ in Point(x: random.double(below: side), y: random.double(below: side)) }
        }

        /// Runs `calls` hit tests, on the first `few` points in turn; nil means all points.
        func searchOurs(_ calls: Int, among few: Int? = nil) {
            let count = few ?? points.count
            for call in 0..<calls where window.hitTest(points[(next + call) % count], with: nil) == nil { fatalError() }
            next += calls
        }

        func searchPlain(_ calls: Int, among few: Int? = nil) {
            let count = few ?? points.count
            for call in 0..<calls where plain.hitTest(points[(plainNext + call) % count]) == nil { fatalError() }
            plainNext += calls
        }
    }

    /// Adds `fanOut` subviews to each view, breadth first, until the tree has `views` views.
    private static func grow(_ root: View, _ plainRoot: PlainView, _ views: Int, _ fanOut: Int) {
        var waiting = [(root, plainRoot)]
        var (next, made) = (0, 1)
        while made < views {
            let (parent, plainParent) = waiting[next]
            next += 1
            let columns = max(1, Int(Double(fanOut).squareRoot()))
            let rows = (fanOut + columns - 1) / columns
            let (width, height) = (parent.bounds.width / Double(columns), parent.bounds.height / Double(rows))
            for index in 0..<fanOut where made < views {
                let frame = Rect(
                    x: Double(index % columns) * width,
                    y: Double(index / columns) * height,
                    width: width * 0.95,
                    height: height * 0.95
                )
                let (child, plainChild) = (View(frame: frame), PlainView(frame: frame))
                parent.addSubview(child)
                plainParent.subviews.append(plainChild)
                waiting.append((child, plainChild))
                made += 1
            }
        }
    }
}
