/// A map of the plane: `x' = a x + c y + tx` and `y' = b x + d y + ty`.
@frozen
public struct AffineTransform: Hashable, Sendable {
    /// The transform that leaves every point where it is.
    @inlinable
    public static var identity: AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    }

    /// How much of the old x goes into the new x.
    public var a: Double

    /// How much of the old x goes into the new y.
    public var b: Double

    /// How much of the old y goes into the new x.
    public var c: Double

    /// How much of the old y goes into the new y.
    public var d: Double

    /// What is added to the new x.
    public var tx: Double

    /// What is added to the new y.
    public var ty: Double

    /// Takes the six coefficients as they are, whether or not the transform can be inverted.
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Moves every point by the given offset.
    @inlinable
    public init(translationX x: Double, y: Double) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Stretches from the origin; a negative factor mirrors.
    @inlinable
    public init(scaleX x: Double, y: Double) {
        self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Turns about the origin by an angle in radians, from the x axis towards the y axis.
    @inlinable
    public init(rotationAngle angle: Double) {
        let sine = Trigonometry.sine(angle)
        let cosine = Trigonometry.cosine(angle)
        // `0 - sine` rather than `-sine`, so that no turn gives a plain zero and not a negative one.
        self.init(a: cosine, b: sine, c: 0 - sine, d: cosine, tx: 0, ty: 0)
    }

    /// True if the transform leaves every point where it is.
    @inlinable
    public var isIdentity: Bool {
        self == .identity
    }

    /// True unless a coefficient is infinite or NaN.
    @inlinable
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }
}

extension AffineTransform: CustomStringConvertible {
    /// Reads `(a, b, c, d, tx, ty)`.
    public var description: String {
        "(\(a), \(b), \(c), \(d), \(tx), \(ty))"
    }
}
