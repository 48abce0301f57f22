import Geometry
import Testing

@Suite struct AffineTransformInverseTests {
    @Test func `the determinant is the signed scale of areas`() {
        #expect(AffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13).determinant == -1)
        #expect(AffineTransform(scaleX: 2, y: 4).determinant == 8)
        #expect(AffineTransform(scaleX: -1, y: 1).determinant == -1)
    }

    @Test func `the inverse has the coefficients that undo the transform`() {
        let transform = AffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(transform.inverted() == AffineTransform(a: -7, b: 3, c: 5, d: -2, tx: 12, ty: -7))
    }

    @Test func `a point mapped by a transform and its inverse is unchanged`() {
        var samples = Samples(seed: 5)
        var inverted = 0
        for _ in 0..<5_000 {
            let (transform, point) = (samples.transform(), samples.point())
            guard transform.isInvertible else {
                #expect(transform.determinant == 0)
                continue
            }
            let there = point.applying(transform)
            #expect(there.applying(transform.inverted()).distance(to: point) < 1e-10, "\(transform) \(point)")
            inverted += 1
        }
        #expect(inverted > 4_000)
    }

    @Test(arguments: [
        AffineTransform(scaleX: 0, y: 1),
        AffineTransform(scaleX: 1, y: 0),
        AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 3, ty: 5),
        AffineTransform(scaleX: 1e-200, y: 1e-200),
        AffineTransform(scaleX: 1e200, y: 1e200),
        AffineTransform(scaleX: .infinity, y: 1),
        AffineTransform(translationX: .infinity, y: 0),
        AffineTransform(a: 1e-300, b: 0, c: 0, d: 1, tx: 1e100, ty: 0),
    ])
    func `a transform without inverse is returned unchanged`(transform: AffineTransform) {
        #expect(!transform.isInvertible)
        #expect(transform.inverted() == transform)
    }

    @Test func `a transform with NaN has no inverse`() {
        #expect(!AffineTransform(scaleX: .nan, y: 1).isInvertible)
        #expect(!AffineTransform(translationX: .nan, y: 0).isInvertible)
        #expect(AffineTransform(translationX: .nan, y: 3).inverted().ty == 3)
    }

    @Test func `the inverse of the identity prints as the identity`() {
        #expect("\(AffineTransform.identity.inverted())" == "\(AffineTransform.identity)")
    }
}
