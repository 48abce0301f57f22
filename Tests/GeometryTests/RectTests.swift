import Geometry
import Testing

@Suite struct RectTests {
    @Test func `edges and centres follow from origin and size`() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 50)
        #expect([rect.minX, rect.midX, rect.maxX] == [10, 25, 40])
        #expect([rect.minY, rect.midY, rect.maxY] == [20, 45, 70])
        #expect([rect.width, rect.height] == [30, 50])
        #expect(rect == Rect(origin: Point(x: 10, y: 20), size: Size(width: 30, height: 50)))
    }

    @Test func `a negative size is stored as given and read as the covered area`() {
        let rect = Rect(x: 40, y: 70, width: -30, height: -50)
        #expect(rect.origin == Point(x: 40, y: 70))
        #expect(rect.size == Size(width: -30, height: -50))
        #expect([rect.minX, rect.midX, rect.maxX] == [10, 25, 40])
        #expect([rect.minY, rect.midY, rect.maxY] == [20, 45, 70])
        #expect([rect.width, rect.height] == [30, 50])
        #expect(!rect.isEmpty)
    }

    @Test(arguments: [
        Rect(x: 10, y: 20, width: 30, height: 50),
        Rect(x: 40, y: 20, width: -30, height: 50),
        Rect(x: 10, y: 70, width: 30, height: -50),
        Rect(x: 40, y: 70, width: -30, height: -50),
    ])
    func `four notations of one area standardize to one`(rect: Rect) {
        #expect(rect.standardized == Rect(x: 10, y: 20, width: 30, height: 50))
    }

    @Test(arguments: [
        Rect.zero,
        Rect(x: 1, y: 1, width: 0, height: 5),
        Rect(x: 1, y: 1, width: 5, height: 0),
        Rect(x: 1, y: 1, width: .nan, height: 5),
        Rect(x: 1, y: 1, width: 5, height: .nan),
        Rect(x: .nan, y: 1, width: 5, height: 5),
        Rect(x: 1, y: .nan, width: 5, height: 5),
        Rect(x: 1e300, y: 1, width: 1, height: 1),
    ])
    func `a rect that contains no point is empty`(rect: Rect) {
        #expect(rect.isEmpty)
        #expect(!rect.contains(rect.origin))
    }

    @Test func `the smallest nonzero rect is not empty`() {
        let rect = Rect(x: 0, y: 0, width: .leastNonzeroMagnitude, height: -.leastNonzeroMagnitude)
        #expect(!rect.isEmpty)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `any non-finite number makes a rect non-finite`(value: Double) {
        #expect(!Rect(x: value, y: 0, width: 1, height: 1).isFinite)
        #expect(!Rect(x: 0, y: value, width: 1, height: 1).isFinite)
        #expect(!Rect(x: 0, y: 0, width: value, height: 1).isFinite)
        #expect(!Rect(x: 0, y: 0, width: 1, height: value).isFinite)
        #expect(Rect(x: 0, y: 0, width: -1, height: 1).isFinite)
    }

    @Test func `a rect prints its stored values`() {
        #expect("\(Rect(x: 1, y: 2, width: -3, height: 4.5))" == "(1.0, 2.0, -3.0, 4.5)")
    }
}
