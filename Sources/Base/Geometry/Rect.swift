/// An axis-aligned rectangle that contains its top and left edges but not its bottom and right edges.
///
/// Adjacent rectangles therefore have no point in common. A negative width or height is stored unchanged: `origin`,
/// `size` and `description` return the stored values, and all other properties describe the standardized rectangle.
@frozen
public struct Rect: Hashable, Sendable {
    /// The rectangle at the origin with size 0.
    @inlinable
    public static var zero: Rect {
        Rect(x: 0, y: 0, width: 0, height: 0)
    }

    /// Corner from which the size is measured. With a non-negative size, this corner is the top left corner.
    public var origin: Point

    /// Width and height measured from the origin; each may be negative.
    public var size: Size

    /// Creates a rectangle; the size may be negative.
    @inlinable
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle; the width and height may be negative.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// Creates a rectangle with integer coordinates and an integer size.
    @inlinable
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// The left edge, which is part of the rectangle.
    @inlinable
    public var minX: Double {
        size.width < 0 ? origin.x + size.width : origin.x
    }

    /// Midpoint between the left edge and the right edge.
    @inlinable
    public var midX: Double {
        origin.x + size.width / 2
    }

    /// The right edge, which is not part of the rectangle.
    @inlinable
    public var maxX: Double {
        size.width < 0 ? origin.x : origin.x + size.width
    }

    /// The top edge, which is part of the rectangle.
    @inlinable
    public var minY: Double {
        size.height < 0 ? origin.y + size.height : origin.y
    }

    /// Midpoint between the top edge and the bottom edge.
    @inlinable
    public var midY: Double {
        origin.y + size.height / 2
    }

    /// The bottom edge, which is not part of the rectangle.
    @inlinable
    public var maxY: Double {
        size.height < 0 ? origin.y : origin.y + size.height
    }

    /// Distance between the left edge and the right edge; never negative.
    @inlinable
    public var width: Double {
        size.width.magnitude
    }

    /// Distance between the top edge and the bottom edge; never negative.
    @inlinable
    public var height: Double {
        size.height.magnitude
    }

    /// Whether the rectangle contains no point, for example because its width or height is zero or NaN.
    @inlinable
    public var isEmpty: Bool {
        !(minX < maxX && minY < maxY)
    }

    /// Whether the origin and the size are finite.
    @inlinable
    public var isFinite: Bool {
        origin.isFinite && size.isFinite
    }

    /// The standardized rectangle: the same area, with its origin at the top left and a non-negative size.
    @inlinable
    public var standardized: Rect {
        Rect(x: minX, y: minY, width: width, height: height)
    }
}

extension Rect: CustomStringConvertible {
    /// The stored values as text, in the form `(x, y, width, height)`.
    public var description: String {
        "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
    }
}
