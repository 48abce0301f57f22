import Geometry
import Testing

@Suite struct AffineTransformCompositionTests {
    let point = Point(x: 3, y: 5)
    let move = AffineTransform(translationX: 10, y: 20)
    let stretch = AffineTransform(scaleX: 2, y: 4)

    @Test func `concatenating applies the receiver first`() {
        #expect(point.applying(move.concatenating(stretch)) == Point(x: 26, y: 100))
        #expect(point.applying(stretch.concatenating(move)) == Point(x: 16, y: 40))
    }

    @Test func `a concatenation maps like its two parts in sequence`() {
        var samples = Samples(seed: 4)
        for _ in 0..<5_000 {
            let (first, second, point) = (samples.transform(), samples.transform(), samples.point())
            let both = first.concatenating(second)
            #expect(point.applying(both) == point.applying(first).applying(second), "\(first) \(second) \(point)")
            #expect(both.determinant == first.determinant * second.determinant)
        }
    }

    @Test func `concatenating the identity has no effect`() {
        let transform = AffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(transform.concatenating(.identity) == transform)
        #expect(AffineTransform.identity.concatenating(transform) == transform)
    }

    @Test func `translatedBy, scaledBy and rotated apply before the transform`() {
        #expect(point.applying(stretch.translatedBy(x: 10, y: 20)) == Point(x: 26, y: 100))
        #expect(point.applying(move.scaledBy(x: 2, y: 4)) == Point(x: 16, y: 40))
        let turned = point.applying(move.rotated(by: .pi / 2))
        #expect(turned.distance(to: Point(x: 5, y: 23)) < 1e-14)
    }

    @Test func `a rotation about a point leaves that point unchanged`() {
        let centre = Point(x: 40, y: -7)
        let turn = AffineTransform.identity
            .translatedBy(x: centre.x, y: centre.y)
            .rotated(by: 1)
            .translatedBy(x: -centre.x, y: -centre.y)
        #expect(centre.applying(turn).distance(to: centre) < 1e-13)
        #expect(Point.zero.applying(turn).distance(to: .zero) > 1)
    }
}
