extension Rect {
    /// Whether the point is inside the rectangle or on its top or left edge. The bottom and right edges are outside.
    @inlinable
    public func contains(_ point: Point) -> Bool {
        minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
    }

    /// Whether all edges of the other rectangle are inside this rectangle or on its edges; also true for empty
    /// rectangles.
    @inlinable
    public func contains(_ other: Rect) -> Bool {
        minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
    }

    /// Whether the rectangles have a point in common. False for rectangles that share only an edge, and for empty
    /// rectangles.
    @inlinable
    public func intersects(_ other: Rect) -> Bool {
        intersection(other) != nil
    }

    /// Returns the intersection; nil if the rectangles have no point in common.
    @inlinable
    public func intersection(_ other: Rect) -> Rect? {
        let left = max(minX, other.minX)
        let right = min(maxX, other.maxX)
        let top = max(minY, other.minY)
        let bottom = min(maxY, other.maxY)
        guard !isEmpty, !other.isEmpty, left < right, top < bottom else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the smallest rectangle that encloses both rectangles, even if one of them is empty.
    @inlinable
    public func union(_ other: Rect) -> Rect {
        Rect(
            left: Rect.lower(minX, other.minX),
            top: Rect.lower(minY, other.minY),
            right: Rect.upper(maxX, other.maxX),
            bottom: Rect.upper(maxY, other.maxY)
        )
    }
}
