import Geometry
import Testing

@Suite struct RectComparisonTests {
    static let writings = [
        Rect(x: 10, y: 20, width: 30, height: 50),
        Rect(x: 40, y: 20, width: -30, height: 50),
        Rect(x: 10, y: 70, width: 30, height: -50),
        Rect(x: 40, y: 70, width: -30, height: -50),
    ]

    @Test(arguments: writings)
    func `a rect contains its top left corner and no other`(rect: Rect) {
        #expect(rect.contains(Point(x: 10, y: 20)))
        #expect(!rect.contains(Point(x: 40, y: 20)))
        #expect(!rect.contains(Point(x: 10, y: 70)))
        #expect(!rect.contains(Point(x: 40, y: 70)))
    }

    @Test(arguments: writings)
    func `a rect contains its top and left edges, up to the last value before the others`(rect: Rect) {
        #expect(rect.contains(Point(x: 10, y: 45)))
        #expect(rect.contains(Point(x: 25, y: 20)))
        #expect(rect.contains(Point(x: 40.0.nextDown, y: 70.0.nextDown)))
        #expect(!rect.contains(Point(x: 40, y: 45)))
        #expect(!rect.contains(Point(x: 25, y: 70)))
        #expect(!rect.contains(Point(x: 10.0.nextDown, y: 45)))
        #expect(!rect.contains(Point(x: 25, y: 20.0.nextDown)))
    }

    @Test func `exactly one of adjacent tiles contains a point`() {
        let tiles = (0..<9).map { Rect(x: Double($0 % 3) * 4, y: Double($0 / 3) * 4, width: 4, height: 4) }
        for x in 0..<24 {
            for y in 0..<24 {
                let point = Point(x: Double(x) / 2, y: Double(y) / 2)
                #expect(tiles.count { $0.contains(point) } == 1, "\(point)")
            }
        }
    }

    @Test func `no rect contains a point with NaN`() {
        let everything = Rect(x: -1e300, y: -1e300, width: .infinity, height: .infinity)
        #expect(everything.contains(Point.zero))
        #expect(!everything.contains(Point(x: .nan, y: 0)))
        #expect(!everything.contains(Point(x: 0, y: .nan)))
    }

    @Test(arguments: writings)
    func `a rect contains a rect that shares its edges but none that crosses them`(rect: Rect) {
        for same in Self.writings {
            #expect(rect.contains(same))
        }
        #expect(rect.contains(Rect(x: 20, y: 30, width: 20, height: 40)))
        #expect(!rect.contains(Rect(x: 9, y: 20, width: 30, height: 50)))
        #expect(!rect.contains(Rect(x: 10, y: 19, width: 30, height: 50)))
        #expect(!rect.contains(Rect(x: 11, y: 20, width: 30, height: 50)))
        #expect(!rect.contains(Rect(x: 10, y: 21, width: 30, height: 50)))
        #expect(!rect.contains(Rect(x: 10, y: 20, width: .nan, height: 50)))
    }

    @Test func `an empty rect is contained if its edges are`() {
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        #expect(rect.contains(Rect(x: 10, y: 10, width: 0, height: 0)))
        #expect(!rect.contains(Rect(x: 11, y: 5, width: 0, height: 0)))
    }

    @Test func `the intersection is the area between the inner edges`() {
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        let expected = Rect(x: 6, y: 7, width: 4, height: 3)
        #expect(rect.intersection(Rect(x: 6, y: 7, width: 20, height: 20)) == expected)
        #expect(rect.intersection(Rect(x: 26, y: 27, width: -20, height: -20)) == expected)
    }

    @Test(arguments: [
        Rect(x: 10, y: 0, width: 5, height: 10),
        Rect(x: -5, y: 0, width: 5, height: 10),
        Rect(x: 0, y: 10, width: 10, height: 5),
        Rect(x: 0, y: -5, width: 10, height: 5),
        Rect(x: 10, y: 10, width: 5, height: 5),
        Rect(x: 20, y: 0, width: 5, height: 10),
        Rect(x: 5, y: 5, width: 0, height: 0),
        Rect(x: 2, y: 5, width: 5, height: 0),
        Rect(x: .nan, y: 0, width: 10, height: 10),
        Rect(x: 0, y: 0, width: 10, height: .nan),
    ])
    func `touching, distant, empty and NaN rects do not intersect`(other: Rect) {
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        #expect(!rect.intersects(other))
        #expect(!other.intersects(rect))
        #expect(rect.intersection(other) == nil)
        #expect(other.intersection(rect) == nil)
    }

    @Test func `an intersection contains exactly the points that both rects contain`() {
        var samples = Samples(seed: 1)
        let grid = (-16...16).flatMap { x in (-16...16).map { y in Point(x: Double(x) / 2, y: Double(y) / 2) } }
        var overlaps = 0
        for _ in 0..<300 {
            let (first, second) = (samples.rect(), samples.rect())
            let common = first.intersection(second)
            let shared = grid.filter { first.contains($0) && second.contains($0) }
            #expect(grid.filter { common?.contains($0) == true } == shared, "\(first) \(second)")
            #expect(common?.isEmpty != true, "\(first) \(second)")
            #expect(common == second.intersection(first))
            #expect(first.intersects(second) == (common != nil))
            overlaps += shared.isEmpty ? 0 : 1
        }
        #expect(overlaps > 30)
    }

    @Test func `a union reaches exactly to the outer edges of both rects`() {
        let first = Rect(x: 0, y: 0, width: 10, height: 10)
        let second = Rect(x: 20, y: 5, width: -5, height: -25)
        #expect(first.union(second) == Rect(x: 0, y: -20, width: 20, height: 30))
        #expect(first.union(Rect(x: 30, y: 0, width: 0, height: 0)) == Rect(x: 0, y: 0, width: 30, height: 10))
    }

    @Test func `a union contains both rects, in either order`() {
        var samples = Samples(seed: 2)
        for _ in 0..<5_000 {
            let (first, second) = (samples.rect(), samples.rect())
            let union = first.union(second)
            #expect(union.contains(first) && union.contains(second), "\(first) \(second)")
            #expect(union == second.union(first))
            #expect(union.size.width >= 0 && union.size.height >= 0)
        }
    }

    @Test func `an edge of NaN in either rect is NaN in the union`() {
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        let edges = [\Rect.minX, \.minY, \.maxX, \.maxY]
        for broken in [
            Rect(x: .nan, y: 0, width: 10, height: 10),
            Rect(x: 0, y: .nan, width: 10, height: 10),
            Rect(x: 0, y: 0, width: .nan, height: 10),
            Rect(x: 0, y: 0, width: 10, height: .nan),
        ] {
            for edge in edges where broken[keyPath: edge].isNaN {
                #expect(rect.union(broken)[keyPath: edge].isNaN, "\(broken)")
                #expect(broken.union(rect)[keyPath: edge].isNaN, "\(broken)")
            }
        }
    }
}
