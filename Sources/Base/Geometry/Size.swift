/// A width and a height; either may be negative, and then the rect that holds it grows towards its origin.
@frozen
public struct Size: Hashable, Sendable {
    /// The size that takes no room at all.
    @inlinable
    public static var zero: Size {
        Size(width: 0, height: 0)
    }

    /// The extent from left to right.
    public var width: Double

    /// The extent from top to bottom.
    public var height: Double

    /// Takes the extents as they are, whether or not they are positive or finite.
    @inlinable
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// True unless an extent is infinite or NaN.
    @inlinable
    public var isFinite: Bool {
        width.isFinite && height.isFinite
    }

    /// Maps the size as an offset, so a translation leaves it alone and a rotation may make it negative.
    @inlinable
    public func applying(_ transform: AffineTransform) -> Size {
        Size(
            width: transform.a * width + transform.c * height,
            height: transform.b * width + transform.d * height
        )
    }
}

extension Size: CustomStringConvertible {
    /// Reads `(width, height)`.
    public var description: String {
        "(\(width), \(height))"
    }
}
