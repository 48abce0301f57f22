import Geometry
import Testing

@Suite struct AffineTransformTests {
    let point = Point(x: 3, y: 5)

    @Test func `a translation moves, a scale stretches from the origin`() {
        #expect(point.applying(AffineTransform(translationX: 10, y: -20)) == Point(x: 13, y: -15))
        #expect(point.applying(AffineTransform(scaleX: 10, y: -2)) == Point(x: 30, y: -10))
    }

    @Test func `a rotation turns from the x axis towards the y axis`() {
        let quarter = AffineTransform(rotationAngle: .pi / 2)
        #expect(Point(x: 1, y: 0).applying(quarter).distance(to: Point(x: 0, y: 1)) < 1e-16)
        #expect(Point(x: 0, y: 1).applying(quarter).distance(to: Point(x: -1, y: 0)) < 1e-16)
    }

    @Test func `a rotation by π/2 has libm's rounding of π`() {
        let quarter = AffineTransform(rotationAngle: .pi / 2)
        #expect(quarter.a == 6.123233995736766e-17)
        #expect(quarter.d == quarter.a)
        #expect(quarter.b == 1)
        #expect(quarter.c == -1)
    }

    @Test func `only the identity matrix is the identity`() {
        #expect(AffineTransform.identity.isIdentity)
        #expect(point.applying(.identity) == point)
        #expect(AffineTransform(rotationAngle: 0).isIdentity)
        for index in 0..<6 {
            #expect(!AffineTransform.identity.replacing(index, with: 0.5).isIdentity)
        }
    }

    @Test(arguments: 0..<6, [Double.nan, .infinity, -.infinity])
    func `any non-finite coefficient makes a transform non-finite`(index: Int, value: Double) {
        #expect(!AffineTransform.identity.replacing(index, with: value).isFinite)
        #expect(AffineTransform.identity.isFinite)
    }

    @Test func `a transform prints its coefficients in order, without negative zeros`() {
        #expect("\(AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))" == "(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)")
        #expect("\(AffineTransform(rotationAngle: 0))" == "(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)")
    }
}

extension AffineTransform {
    fileprivate func replacing(_ index: Int, with value: Double) -> AffineTransform {
        var result = self
        let paths: [WritableKeyPath<AffineTransform, Double>] = [\.a, \.b, \.c, \.d, \.tx, \.ty]
        result[keyPath: paths[index]] = value
        return result
    }
}
