/// An upright rectangle that holds its top and left edges but not its bottom and right ones.
///
/// Two rects that share an edge thus never both hold a point. A negative width or height is kept as given, and every
/// property but `origin` and `size` answers as if the rect were standardized.
@frozen
public struct Rect: Hashable, Sendable {
    /// The empty rect at the origin.
    @inlinable
    public static var zero: Rect {
        Rect(x: 0, y: 0, width: 0, height: 0)
    }

    /// The corner the size is measured from, which is the top left one unless the size is negative.
    public var origin: Point

    /// The signed extents, measured from the origin.
    public var size: Size

    /// Takes the origin and the size as they are, even if the size is negative.
    @inlinable
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Takes the coordinates of the origin and the extents as they are, even if the extents are negative.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// The left edge, which the rect holds.
    @inlinable
    public var minX: Double {
        size.width < 0 ? origin.x + size.width : origin.x
    }

    /// The middle between the left edge and the right edge.
    @inlinable
    public var midX: Double {
        origin.x + size.width / 2
    }

    /// The right edge, which the rect does not hold.
    @inlinable
    public var maxX: Double {
        size.width < 0 ? origin.x : origin.x + size.width
    }

    /// The top edge, which the rect holds.
    @inlinable
    public var minY: Double {
        size.height < 0 ? origin.y + size.height : origin.y
    }

    /// The middle between the top edge and the bottom edge.
    @inlinable
    public var midY: Double {
        origin.y + size.height / 2
    }

    /// The bottom edge, which the rect does not hold.
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

    /// True if the rect holds no point, which is so for a zero extent and for one that is NaN.
    @inlinable
    public var isEmpty: Bool {
        !(minX < maxX && minY < maxY)
    }

    /// True unless a coordinate or an extent is infinite or NaN.
    @inlinable
    public var isFinite: Bool {
        origin.isFinite && size.isFinite
    }

    /// The same area with its origin at the top left and no negative extent.
    @inlinable
    public var standardized: Rect {
        Rect(x: minX, y: minY, width: width, height: height)
    }
}

extension Rect: CustomStringConvertible {
    /// Reads `(x, y, width, height)`, as stored.
    public var description: String {
        "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
    }
}
