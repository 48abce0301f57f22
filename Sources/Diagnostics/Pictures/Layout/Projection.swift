internal import Geometry

/// Converts coordinates shared by all screens to pixels.
struct Projection {
    let scale: Double
    private let shift: Point
    /// Visible area, in pixels.
    let area: Rect

    /// Distance from the screens to the edges of the area, in pixels.
    static let margin = 40.0

    /// Fits the frame into the area, leaving a margin for labels next to the screens.
    init(_ frame: Rect, in area: Rect) {
        self.area = area
        let margin = Self.margin
        let (wide, high) = (max(frame.width, 1), max(frame.height, 1))
        scale = min((area.width - 2 * margin) / wide, (area.height - 2 * margin) / high)
        shift = Point(x: area.midX - frame.midX * scale, y: area.midY - frame.midY * scale)
    }

    /// Fits the frame into the top left of the area, with `width` pixels for labels to the right of the screens.
    init(_ frame: Rect, in area: Rect, besideLabels width: Double) {
        self.area = area
        let margin = Self.margin
        let (wide, high) = (max(frame.width, 1), max(frame.height, 1))
        scale = min((area.width - width - 2 * margin) / wide, (area.height - 2 * margin) / high)
        shift = Point(x: area.minX + margin - frame.minX * scale, y: area.minY + margin - frame.minY * scale)
    }

    /// Scales coordinates about the center of an area.
    init(_ area: Rect, scale: Double) {
        (self.area, self.scale) = (area, scale)
        shift = Point(x: area.midX * (1 - scale), y: area.midY * (1 - scale))
    }

    /// Returns a point in pixels, clamped to a finite range.
    func callAsFunction(_ point: Point) -> Point {
        Point(x: Decimal.bounded(point.x * scale + shift.x), y: Decimal.bounded(point.y * scale + shift.y))
    }

    func callAsFunction(_ rect: Rect) -> Rect {
        let (from, to) = (self(rect.origin), self(Point(x: rect.maxX, y: rect.maxY)))
        return Rect(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y)
    }

    func callAsFunction(_ quad: Quad) -> Quad {
        Quad(topLeft: self(quad.topLeft), topRight: self(quad.topRight), bottomLeft: self(quad.bottomLeft))
    }
}
