extension Rect {
    /// Returns the rectangle with each edge moved inwards by its inset. If opposite edges would cross, both edges move
    /// to the midpoint between their new positions.
    @inlinable
    public func inset(by insets: Insets) -> Rect {
        var left = minX + insets.left
        var top = minY + insets.top
        var width = width - insets.left - insets.right
        var height = height - insets.top - insets.bottom
        if width < 0 {
            left += width / 2
            width = 0
        }
        if height < 0 {
            top += height / 2
            height = 0
        }
        return Rect(x: left, y: top, width: width, height: height)
    }

    /// Returns the rectangle with the left and right edges moved inwards by `dx` and the top and bottom edges by `dy`.
    /// If opposite edges would cross, both edges move to the middle of the rectangle.
    @inlinable
    public func insetBy(dx: Double, dy: Double) -> Rect {
        inset(by: Insets(top: dy, left: dx, bottom: dy, right: dx))
    }

    /// Returns the moved rectangle, with the same stored size; the size may be negative.
    @inlinable
    public func offsetBy(dx: Double, dy: Double) -> Rect {
        Rect(origin: Point(x: origin.x + dx, y: origin.y + dy), size: size)
    }

    /// Returns the axis-aligned bounding box of the four transformed corners.
    @inlinable
    public func applying(_ transform: AffineTransform) -> Rect {
        let topLeft = Point(x: minX, y: minY).applying(transform)
        let topRight = Point(x: maxX, y: minY).applying(transform)
        let bottomLeft = Point(x: minX, y: maxY).applying(transform)
        let bottomRight = Point(x: maxX, y: maxY).applying(transform)
        return Rect(
            left: Rect.lower(Rect.lower(topLeft.x, topRight.x), Rect.lower(bottomLeft.x, bottomRight.x)),
            top: Rect.lower(Rect.lower(topLeft.y, topRight.y), Rect.lower(bottomLeft.y, bottomRight.y)),
            right: Rect.upper(Rect.upper(topLeft.x, topRight.x), Rect.upper(bottomLeft.x, bottomRight.x)),
            bottom: Rect.upper(Rect.upper(topLeft.y, topRight.y), Rect.upper(bottomLeft.y, bottomRight.y))
        )
    }

    @inlinable
    init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the smaller value, or NaN if either value is NaN. Swift's `min` may ignore NaN, so a bounding box with a
    /// NaN corner would look like a valid rectangle.
    @inlinable
    static func lower(_ lhs: Double, _ rhs: Double) -> Double {
        lhs <= rhs || lhs.isNaN ? lhs : rhs
    }

    /// Returns the larger value, or NaN if either value is NaN.
    @inlinable
    static func upper(_ lhs: Double, _ rhs: Double) -> Double {
        lhs >= rhs || lhs.isNaN ? lhs : rhs
    }
}
