/// An affine transform of the plane: `x' = a x + c y + tx` and `y' = b x + d y + ty`.
@frozen
public struct AffineTransform: Hashable, Sendable {
    /// The transform that maps every point to itself.
    @inlinable
    public static var identity: AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    }

    /// Coefficient of x in `x'`.
    public var a: Double

    /// Coefficient of x in `y'`.
    public var b: Double

    /// Coefficient of y in `x'`.
    public var c: Double

    /// Coefficient of y in `y'`.
    public var d: Double

    /// Translation along x.
    public var tx: Double

    /// Translation along y.
    public var ty: Double

    /// Creates a transform from its coefficients. The transform need not be invertible.
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Creates a translation.
    @inlinable
    public init(translationX x: Double, y: Double) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Creates a scaling about the origin; a negative factor mirrors.
    @inlinable
    public init(scaleX x: Double, y: Double) {
        self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Creates a rotation about the origin by an angle in radians. A positive angle rotates the x axis towards the y
    /// axis.
    @inlinable
    public init(rotationAngle angle: Double) {
        let sine = Trigonometry.sine(angle)
        let cosine = Trigonometry.cosine(angle)
        // `0 - sine` is 0 if `sine` is 0, but `-sine` would be negative zero.
        self.init(a: cosine, b: sine, c: 0 - sine, d: cosine, tx: 0, ty: 0)
    }

    @inlinable
    public var isIdentity: Bool {
        self == .identity
    }

    /// Whether all coefficients are finite.
    @inlinable
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }
}

extension AffineTransform: CustomStringConvertible {
    /// The coefficients as text, in the form `(a, b, c, d, tx, ty)`.
    public var description: String {
        "(\(a), \(b), \(c), \(d), \(tx), \(ty))"
    }
}
