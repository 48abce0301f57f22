/// A position or an offset in the plane. The x axis points right, and the y axis points down.
@frozen
public struct Point: Hashable, Sendable, BitwiseCopyable {
    /// The origin, where both coordinates are zero.
    @inlinable
    public static var zero: Point {
        Point(x: 0, y: 0)
    }

    /// Distance to the right of the origin.
    public var x: Double

    /// Distance below the origin.
    public var y: Double

    /// Creates a point. Coordinates may be infinite or NaN.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Creates a point with integer coordinates.
    @inlinable
    public init(x: Int, y: Int) { self.init(x: Double(x), y: Double(y)) }

    /// Whether both coordinates are finite.
    @inlinable
    public var isFinite: Bool {
        x.isFinite && y.isFinite
    }

    /// Adds an offset to a point.
    @inlinable
    public static func + (lhs: Point, rhs: Point) -> Point {
        Point(x: lhs.x + rhs.x, y: lhs.y + rhs.y)
    }

    /// Returns the offset from `rhs` to `lhs`.
    @inlinable
    public static func - (lhs: Point, rhs: Point) -> Point {
        Point(x: lhs.x - rhs.x, y: lhs.y - rhs.y)
    }

    /// Returns the Euclidean distance to another point.
    @inlinable
    public func distance(to other: Point) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Returns the transformed point, including the translation.
    @inlinable
    public func applying(_ transform: AffineTransform) -> Point {
        Point(
            x: transform.a * x + transform.c * y + transform.tx,
            y: transform.b * x + transform.d * y + transform.ty
        )
    }
}

extension Point: CustomStringConvertible {
    /// The coordinates as text, in the form `(x, y)`.
    public var description: String {
        "(\(x), \(y))"
    }
}
