/// A width and a height. A negative width extends a rectangle to the left of its origin; a negative height extends it
/// upwards.
@frozen
public struct Size: Hashable, Sendable {
    /// The size with width and height zero.
    @inlinable
    public static var zero: Size {
        Size(width: 0, height: 0)
    }

    /// Extent from left to right.
    public var width: Double

    /// Extent from top to bottom.
    public var height: Double

    /// Creates a size; the width and height may be negative, infinite or NaN.
    @inlinable
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Creates a size with an integer width and height.
    @inlinable
    public init(width: Int, height: Int) { self.init(width: Double(width), height: Double(height)) }

    /// Whether the width and the height are finite.
    @inlinable
    public var isFinite: Bool {
        width.isFinite && height.isFinite
    }

    /// Transforms the size as a vector, without the translation. A rotation may result in a negative size.
    @inlinable
    public func applying(_ transform: AffineTransform) -> Size {
        Size(
            width: transform.a * width + transform.c * height,
            height: transform.b * width + transform.d * height
        )
    }
}

extension Size: CustomStringConvertible {
    /// The size as text, in the form `(width, height)`.
    public var description: String {
        "(\(width), \(height))"
    }
}
