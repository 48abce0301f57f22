import Geometry
import LayoutFile
import Testing

/// Tests the frames computed by `grid` and `stack`.
struct ArrangementTests {
    private let size = Size(width: 320, height: 440)

    /// Returns the subviews' frames as text; their superview has 320 × 440 points.
    private func frames(_ keys: String) -> [String] {
        let (layout, messages) = layout("root: {\(keys)}\n")
        #expect(messages == [])
        return (layout?.root?.subviews ?? []).map { view in
            guard let frame = view.frame?.resolved(in: size) else { return "none" }
            let numbers = [frame.minX, frame.minY, frame.size.width, frame.size.height]
            return numbers.map { "\(Int($0.rounded()))" }.joined(separator: " ")
        }
    }

    @Test
    func `a grid fills its rows one after the other`() {
        let views = "subviews: [{repeat: 1..3}]"
        #expect(frames("grid: {columns: 2}, \(views)") == ["0 0 160 220", "160 0 160 220", "0 220 160 220"])
        #expect(frames("grid: {columns: 2, rows: 4}, \(views)") == ["0 0 160 110", "160 0 160 110", "0 110 160 110"])
        #expect(frames("grid: {rows: 2}, \(views)") == ["0 0 160 220", "160 0 160 220", "0 220 160 220"])
        #expect(frames("grid: {rows: 1}, \(views)") == ["0 0 107 440", "107 0 107 440", "213 0 107 440"])
        #expect(frames("grid: {columns: 3}, subviews: []") == [])
    }

    @Test
    func `gaps are between cells, and padding is around them`() {
        let views = "subviews: [{repeat: 1..4}]"
        #expect(
            frames("grid: {columns: 2, gap: [20, 40], padding: [50, 100]}, \(views)")
                == ["50 100 100 100", "170 100 100 100", "50 240 100 100", "170 240 100 100"]
        )
        #expect(
            frames("grid: {columns: 2, gap: 20, padding: 10%}, \(views)")
                == ["32 44 118 166", "170 44 118 166", "32 230 118 166", "170 230 118 166"]
        )
    }

    @Test
    func `in a stack, views without a length share the rest`() {
        #expect(
            frames("stack: {gap: 10, padding: [20, 10]}, subviews: [{edges: {height: 80}}, {}, {}]")
                == ["20 10 280 80", "20 100 280 160", "20 270 280 160"]
        )
        #expect(
            frames("stack: {axis: horizontal, gap: 5}, subviews: [{}, {edges: {width: 50% - 5}}]")
                == ["0 0 160 440", "165 0 155 440"]
        )
        #expect(frames("stack: {}, subviews: [{edges: {height: 10}}]") == ["0 0 320 10"])
    }

    @Test(arguments: [1, 3, 7, 12])
    func `the last cell ends at the padding`(count: Int) throws {
        let (layout, _) = layout("root: {grid: {rows: 1, gap: 3, padding: 4}, subviews: [{repeat: 1..\(count)}]}\n")
        let last = try #require(layout?.root?.subviews.last?.frame?.resolved(in: size))
        #expect((last.maxX - 316).magnitude < 1e-9)
        #expect((last.maxY - 436).magnitude < 1e-9)
    }
}
