/// A place in the plane, or the offset between two such places; x grows to the right and y grows downwards.
@frozen
public struct Point: Hashable, Sendable, BitwiseCopyable {
    /// The origin, where both coordinates are zero.
    @inlinable
    public static var zero: Point {
        Point(x: 0, y: 0)
    }

    /// The distance to the right of the origin.
    public var x: Double

    /// The distance below the origin.
    public var y: Double

    /// Takes the coordinates as they are, whether or not they are finite.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// True unless a coordinate is infinite or NaN.
    @inlinable
    public var isFinite: Bool {
        x.isFinite && y.isFinite
    }

    /// Adds an offset to a point, coordinate by coordinate.
    @inlinable
    public static func + (lhs: Point, rhs: Point) -> Point {
        Point(x: lhs.x + rhs.x, y: lhs.y + rhs.y)
    }

    /// Gives the offset that leads from the right point to the left one.
    @inlinable
    public static func - (lhs: Point, rhs: Point) -> Point {
        Point(x: lhs.x - rhs.x, y: lhs.y - rhs.y)
    }

    /// Measures the straight line to the other point.
    @inlinable
    public func distance(to other: Point) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Maps the point through a transform, translation included.
    @inlinable
    public func applying(_ transform: AffineTransform) -> Point {
        Point(
            x: transform.a * x + transform.c * y + transform.tx,
            y: transform.b * x + transform.d * y + transform.ty
        )
    }
}

extension Point: CustomStringConvertible {
    /// Reads `(x, y)`.
    public var description: String {
        "(\(x), \(y))"
    }
}
