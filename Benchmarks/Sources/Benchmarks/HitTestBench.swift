import ResponderKit

/// How the cost of a hit test grows with the tree, beside the plain recursion on the same tree.
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
        let side = 4096.0
        let application = Application()
        let window = Window(frame: Rect(x: 0, y: 0, width: side, height: side), application: application)
        window.isHidden = false
        let plain = PlainView(frame: window.frame)
        grow(window, plain, views, fanOut)
        var random = Random(seed: 1)
        let points = (0..<200_000).map { _ in Point(x: random.double(below: side), y: random.double(below: side)) }
        let few = Array(points[..<64])
        // The recursion on many siblings takes so long that it gets fewer calls.
        let recursionCalls = fanOut > 1000 ? 64 : 6400
        func ours(_ points: [Point], _ calls: Int) {
            for call in 0..<calls where window.hitTest(points[call % points.count], with: nil) == nil { fatalError() }
        }
        func theirs(_ points: [Point], _ calls: Int) {
            for call in 0..<calls where plain.hitTest(points[call % points.count]) == nil { fatalError() }
        }
        let own = Measure.alone(calls: 64_000) { ours(few, 64_000) }
        let peer = Measure.alone(calls: recursionCalls) { theirs(few, recursionCalls) }
        let ownCold = Measure.alone(calls: points.count) { ours(points, points.count) }
        let peerCold = Measure.alone(calls: recursionCalls) { theirs(points, recursionCalls) }
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

    /// Cuts each view into as many as `fanOut` parts until there are enough, breadth first.
    private static func grow(_ root: View, _ plainRoot: PlainView, _ views: Int, _ fanOut: Int) {
        var waiting = [(root, plainRoot)]
        var (next, made) = (0, 1)
        while made < views {
            let (parent, plainParent) = waiting[next]
            next += 1
            let columns = max(1, Int(Double(fanOut).squareRoot()))
            let rows = (fanOut + columns - 1) / columns
            let (width, height) = (parent.bounds.width / Double(columns), parent.bounds.height / Double(rows))
            for place in 0..<fanOut where made < views {
                let frame = Rect(
                    x: Double(place % columns) * width,
                    y: Double(place / columns) * height,
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
