extension Rect {
    /// True if the point is inside or on the top or left edge; a point on the bottom or right edge is outside.
    @inlinable
    public func contains(_ point: Point) -> Bool {
        minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
    }

    /// True if no edge of the other rect lies outside this one; the edges of an empty rect count, too.
    @inlinable
    public func contains(_ other: Rect) -> Bool {
        minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
    }

    /// True if some point is in both rects; touching edges do not count, and an empty rect intersects nothing.
    @inlinable
    public func intersects(_ other: Rect) -> Bool {
        intersection(other) != nil
    }

    /// Returns the intersection, or nil if no point is in both rects.
    @inlinable
    public func intersection(_ other: Rect) -> Rect? {
        let left = max(minX, other.minX)
        let right = min(maxX, other.maxX)
        let top = max(minY, other.minY)
        let bottom = min(maxY, other.maxY)
        guard !isEmpty, !other.isEmpty, left < right, top < bottom else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the smallest rect that contains the edges of both, including those of an empty rect.
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
