import Geometry
import Testing

@Suite struct RectAdjustmentTests {
    let rect = Rect(x: 10, y: 20, width: 30, height: 50)

    @Test func `each inset moves its own edge inwards`() {
        let insets = Insets(top: 1, left: 2, bottom: 4, right: 8)
        #expect(rect.inset(by: insets) == Rect(x: 12, y: 21, width: 20, height: 45))
        #expect(rect.inset(by: .zero) == rect)
    }

    @Test func `negative insets grow the rect`() {
        let insets = Insets(top: -1, left: -2, bottom: -4, right: -8)
        #expect(rect.inset(by: insets) == Rect(x: 8, y: 19, width: 40, height: 55))
        #expect(rect.insetBy(dx: -5, dy: -6) == Rect(x: 5, y: 14, width: 40, height: 62))
    }

    @Test func `a rect of negative size also shrinks when inset`() {
        let mirrored = Rect(x: 40, y: 70, width: -30, height: -50)
        #expect(mirrored.insetBy(dx: 5, dy: 6) == Rect(x: 15, y: 26, width: 20, height: 38))
        #expect(mirrored.inset(by: Insets(top: 1, left: 2, bottom: 4, right: 8)).minX == 12)
    }

    @Test func `edges inset past each other meet in the middle`() {
        #expect(rect.insetBy(dx: 100, dy: 5) == Rect(x: 25, y: 25, width: 0, height: 40))
        #expect(rect.insetBy(dx: 5, dy: 100) == Rect(x: 15, y: 45, width: 20, height: 0))
        let insets = Insets(top: 60, left: 40, bottom: 10, right: 0)
        #expect(rect.inset(by: insets) == Rect(x: 45, y: 70, width: 0, height: 0))
    }

    @Test func `an inset of NaN gives a non-finite rect`() {
        #expect(!rect.insetBy(dx: .nan, dy: 0).isFinite)
        #expect(!rect.inset(by: Insets(top: 0, left: 0, bottom: .nan, right: 0)).isFinite)
    }

    @Test func `insets print in the order of their initializer`() {
        #expect("\(Insets(top: 1, left: 2, bottom: 3, right: 4))" == "(1.0, 2.0, 3.0, 4.0)")
    }

    @Test func `an offset moves the origin and keeps the size with its sign`() {
        let mirrored = Rect(x: 40, y: 70, width: -30, height: -50)
        #expect(mirrored.offsetBy(dx: 1, dy: -2) == Rect(x: 41, y: 68, width: -30, height: -50))
    }

    @Test func `a rotation by 90° swaps width and height`() {
        let quarter = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        #expect(rect.applying(quarter) == Rect(x: -70, y: 10, width: 50, height: 30))
    }

    @Test func `a rotation by 45° gives a box that touches all four corners`() {
        let square = Rect(x: -1, y: -1, width: 2, height: 2)
        let box = square.applying(AffineTransform(rotationAngle: .pi / 4))
        let half = 2.0.squareRoot()
        for (edge, expected) in [(box.minX, -half), (box.minY, -half), (box.maxX, half), (box.maxY, half)] {
            #expect(abs(edge - expected) < 1e-15)
        }
    }

    @Test func `mirroring gives a rect of positive size`() {
        let mirror = AffineTransform(scaleX: -1, y: 2)
        #expect(rect.applying(mirror) == Rect(x: -40, y: 40, width: 30, height: 100))
        #expect(Rect(x: 40, y: 70, width: -30, height: -50).applying(mirror) == rect.applying(mirror))
    }

    @Test func `a mapped rect is the bounding box of its mapped corners`() {
        var samples = Samples(seed: 3)
        for _ in 0..<5_000 {
            let (rect, transform) = (samples.rect(), samples.transform())
            let box = rect.applying(transform)
            let corners = [rect.minX, rect.maxX].flatMap { x in
                [rect.minY, rect.maxY].map { y in Point(x: x, y: y).applying(transform) }
            }
            #expect(box.minX == corners.map(\.x).min(), "\(rect) \(transform)")
            #expect(box.minY == corners.map(\.y).min(), "\(rect) \(transform)")
            #expect(box.maxX == corners.map(\.x).max(), "\(rect) \(transform)")
            #expect(box.maxY == corners.map(\.y).max(), "\(rect) \(transform)")
        }
    }

    @Test(arguments: [
        Rect(x: .nan, y: 0, width: 1, height: 1),
        Rect(x: 0, y: .nan, width: 1, height: 1),
        Rect(x: 0, y: 0, width: .nan, height: 1),
        Rect(x: 0, y: 0, width: 1, height: .nan),
        Rect(x: .infinity, y: 0, width: -.infinity, height: 1),
    ])
    func `a non-finite rect stays non-finite under any transform`(broken: Rect) {
        #expect(!broken.applying(.identity).isFinite)
        #expect(!broken.applying(AffineTransform(scaleX: 0, y: 0)).isFinite)
        #expect(!rect.applying(AffineTransform(scaleX: .nan, y: 1)).isFinite)
    }
}
