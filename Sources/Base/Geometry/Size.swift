/// A width and a height; a negative one extends a rect to the left of its origin or above it.
@frozen
public struct Size: Hashable, Sendable {
    /// Zero width and height.
    @inlinable
    public static var zero: Size {
        Size(width: 0, height: 0)
    }

    /// Extent from left to right.
    public var width: Double

    /// Extent from top to bottom.
    public var height: Double

    /// Creates a size; it may be negative or not finite.
    @inlinable
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Creates a size with whole extents.
    @inlinable
    public init(width: Int, height: Int) { self.init(width: Double(width), height: Double(height)) }

    /// True unless the width or the height is infinite or NaN.
    @inlinable
    public var isFinite: Bool {
        width.isFinite && height.isFinite
    }

    /// Transforms the size as an offset: translation has no effect, and rotation may make it negative.
    @inlinable
    public func applying(_ transform: AffineTransform) -> Size {
        Size(
            width: transform.a * width + transform.c * height,
            height: transform.b * width + transform.d * height
        )
    }
}

extension Size: CustomStringConvertible {
    /// Text of the form `(width, height)`.
    public var description: String {
        "(\(width), \(height))"
    }
}
