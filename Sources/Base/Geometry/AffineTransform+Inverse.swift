extension AffineTransform {
    /// The factor by which areas grow, negative if the transform mirrors.
    @inlinable
    public var determinant: Double {
        a * d - b * c
    }

    /// True if the transform has an inverse with finite coefficients.
    @inlinable
    public var isInvertible: Bool {
        inverse != nil
    }

    /// Returns the inverse, or this transform unchanged if it is not invertible.
    @inlinable
    public func inverted() -> AffineTransform {
        inverse ?? self
    }

    @inlinable
    var inverse: AffineTransform? {
        if a == 1, d == 1, b == 0, c == 0 {
            // Fast path for a translation, with the signs of zeros that the general formula gives.
            let (x, y) = (c * ty - tx, b * tx - ty)
            return x.isFinite && y.isFinite ? AffineTransform(translationX: x, y: y) : nil
        }
        let determinant = determinant
        guard determinant.isFinite, determinant != 0 else { return nil }
        // `0 - b` rather than `-b`, so that the inverse of the identity has no negative zeros.
        let result = AffineTransform(
            a: d / determinant,
            b: (0 - b) / determinant,
            c: (0 - c) / determinant,
            d: a / determinant,
            tx: (c * ty - d * tx) / determinant,
            ty: (b * tx - a * ty) / determinant
        )
        return result.isFinite ? result : nil
    }
}
