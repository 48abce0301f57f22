import Geometry
import Testing

@Suite struct PointTests {
    @Test func `a difference is the offset from the right operand to the left one`() {
        let from = Point(x: 2, y: -1)
        let to = Point(x: 5, y: 7)
        #expect(to - from == Point(x: 3, y: 8))
        #expect(from + (to - from) == to)
        #expect(from + .zero == from)
    }

    @Test func `the distance is the length of the straight line in either direction`() {
        let from = Point(x: 1, y: 2)
        let to = Point(x: -2, y: 6)
        #expect(from.distance(to: to) == 5)
        #expect(to.distance(to: from) == 5)
        #expect(from.distance(to: from) == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a single non-finite coordinate makes a point non-finite`(value: Double) {
        #expect(!Point(x: value, y: 0).isFinite)
        #expect(!Point(x: 0, y: value).isFinite)
        #expect(Point(x: .greatestFiniteMagnitude, y: -0.0).isFinite)
    }

    @Test func `a point is mapped by the documented formula`() {
        let transform = AffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(Point(x: 100, y: 1000).applying(transform) == Point(x: 5211, y: 7313))
    }

    @Test func `a point with NaN equals nothing`() {
        let point = Point(x: .nan, y: 0)
        #expect(point != point)
    }

    @Test func `a point prints its coordinates in order`() {
        #expect("\(Point(x: 1.5, y: -2))" == "(1.5, -2.0)")
    }
}
