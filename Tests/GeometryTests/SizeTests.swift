import Geometry
import Testing

@Suite struct SizeTests {
    @Test func `a size is mapped as an offset, without translation`() {
        let transform = AffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(Size(width: 100, height: 1000).applying(transform) == Size(width: 5200, height: 7300))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a single non-finite extent makes a size non-finite`(value: Double) {
        #expect(!Size(width: value, height: 0).isFinite)
        #expect(!Size(width: 0, height: value).isFinite)
        #expect(Size(width: -1, height: 0).isFinite)
    }

    @Test func `a size prints its extents in order`() {
        #expect("\(Size(width: 3, height: 4.25))" == "(3.0, 4.25)")
    }
}
