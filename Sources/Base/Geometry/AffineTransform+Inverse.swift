extension AffineTransform {
    /// Factor by which the transform scales areas; negative if the transform mirrors.
    @inlinable
    public var determinant: Double {
        a * d - b * c
    }

    /// Whether the transform has an inverse with finite coefficients.
    @inlinable
    public var isInvertible: Bool {
        inverse != nil
    }

    /// Returns the inverse; returns this transform unchanged if it has no inverse.
    @inlinable
    public func inverted() -> AffineTransform {
        inverse ?? self
    }

    @inlinable
    var inverse: AffineTransform? {
        if a == 1, d == 1, b == 0, c == 0 {
            // Fast path for a translation. The signs of zeros match those of the general formula.
            let (x, y) = (c * ty - tx, b * tx - ty)
            return x.isFinite && y.isFinite ? AffineTransform(translationX: x, y: y) : nil
        }
        let determinant = determinant
        guard determinant.isFinite, determinant != 0 else { return nil }
        // `0 - b` is 0 if `b` is 0, but `-b` would be negative zero.
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
