/// An axis-aligned rectangle that contains its top and left edges but not its bottom and right ones.
///
/// Two rects that share an edge thus have no point in common. A negative width or height is stored as given; all
/// properties except `origin` and `size` describe the standardized rect.
@frozen
public struct Rect: Hashable, Sendable {
    /// The empty rect at the origin.
    @inlinable
    public static var zero: Rect {
        Rect(x: 0, y: 0, width: 0, height: 0)
    }

    /// Corner from which the size is measured: the top left one, unless the size is negative.
    public var origin: Point

    /// Signed width and height, measured from the origin.
    public var size: Size

    /// Creates a rect; its size may be negative.
    @inlinable
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rect; its width and height may be negative.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// Creates a rect with a whole origin and whole extents.
    @inlinable
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// The left edge, which is part of the rect.
    @inlinable
    public var minX: Double {
        size.width < 0 ? origin.x + size.width : origin.x
    }

    /// The middle between the left edge and the right edge.
    @inlinable
    public var midX: Double {
        origin.x + size.width / 2
    }

    /// The right edge, which is not part of the rect.
    @inlinable
    public var maxX: Double {
        size.width < 0 ? origin.x : origin.x + size.width
    }

    /// The top edge, which is part of the rect.
    @inlinable
    public var minY: Double {
        size.height < 0 ? origin.y + size.height : origin.y
    }

    /// The middle between the top edge and the bottom edge.
    @inlinable
    public var midY: Double {
        origin.y + size.height / 2
    }

    /// The bottom edge, which is not part of the rect.
    @inlinable
    public var maxY: Double {
        size.height < 0 ? origin.y : origin.y + size.height
    }

    /// The distance between the left edge and the right edge, never negative.
    @inlinable
    public var width: Double {
        size.width.magnitude
    }

    /// The distance between the top edge and the bottom edge, never negative.
    @inlinable
    public var height: Double {
        size.height.magnitude
    }

    /// True if the rect contains no point: its width or height is zero or NaN.
    @inlinable
    public var isEmpty: Bool {
        !(minX < maxX && minY < maxY)
    }

    /// True unless a coordinate, the width or the height is infinite or NaN.
    @inlinable
    public var isFinite: Bool {
        origin.isFinite && size.isFinite
    }

    /// The same area with its origin at the top left and a non-negative size.
    @inlinable
    public var standardized: Rect {
        Rect(x: minX, y: minY, width: width, height: height)
    }
}

extension Rect: CustomStringConvertible {
    /// Text of the form `(x, y, width, height)`, as stored.
    public var description: String {
        "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
    }
}
