import ResponderKit

/// Memory of a plain view in its superview, before and after the first hit test.
enum MemoryBench {
    static func run() {
        let count = 200_000
        var table = Table("Memory of a plain view", ["state", "bytes per view"])
        let before = Measure.bytesInUse
        let parent = View(frame: Rect(x: 0, y: 0, width: 1e4, height: 1e4))
        for number in 0..<count {
            let (x, y) = (Double(number % 500) * 20, Double(number / 500) * 20)
            parent.addSubview(View(frame: Rect(x: x, y: y, width: 18, height: 18)))
        }
        table.add("in its superview", (Double(Measure.bytesInUse - before) / Double(count)).short)
        precondition(parent.hitTest(Point(x: 5, y: 5), with: nil) !== parent)
        table.add(
            "after the first hit test, with its share of the index",
            (Double(Measure.bytesInUse - before) / Double(count)).short
        )
        table.show()
    }
}
