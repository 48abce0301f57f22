public import Geometry
internal import InputEvents

/// Maps the units of a device to points of a screen.
///
/// A unit is a cell of the panel's surface and lies at the upper left corner of what the cell covers on the screen. So
/// the units of a panel fill the screen from its left and top edge to its right and bottom one, which no unit reaches,
/// however the panel is turned or mirrored (V16).
public struct PanelTransform: Equatable, Sendable {
    /// The unit that lies at the left or top edge: the lowest of its axis, and the highest of an axis that runs the
    /// other way. Counted from there, a unit at the edge is exactly on it, whatever the rounding.
    private let origin: Point
    /// From units counted from the origin to points.
    private let transform: AffineTransform
    /// The least and the greatest location on the screen: half a unit before its right and bottom edge.
    private let least: Point
    private let greatest: Point

    /// The transform of two axes through a map of the unit square onto the screen.
    init(x: AxisRange, y: AxisRange, through square: AffineTransform, to screen: Rect) {
        let horizontal = UnitAxis(x, square.a, square.b)
        let vertical = UnitAxis(y, square.c, square.d)
        origin = Point(x: horizontal.origin, y: vertical.origin)
        var shifted = square
        shifted.tx += horizontal.shift(square.a) + vertical.shift(square.c)
        shifted.ty += horizontal.shift(square.b) + vertical.shift(square.d)
        transform = AffineTransform(scaleX: 1 / horizontal.count, y: 1 / vertical.count)
            .concatenating(shifted)
            .concatenating(AffineTransform(scaleX: screen.size.width, y: screen.size.height))
            .concatenating(AffineTransform(translationX: screen.origin.x, y: screen.origin.y))
        least = screen.origin
        greatest = Point(
            x: max(screen.minX, screen.maxX - (transform.a.magnitude + transform.c.magnitude) / 2),
            y: max(screen.minY, screen.maxY - (transform.b.magnitude + transform.d.magnitude) / 2)
        )
    }

    /// The square points that a square unit covers.
    var area: Double { (transform.a * transform.d - transform.b * transform.c).magnitude }

    /// The location of a unit.
    public func point(x: Int32, y: Int32) -> Point {
        Point(x: Double(x) - origin.x, y: Double(y) - origin.y).applying(transform)
    }

    /// The unit at a location, with fractions.
    public func unit(at point: Point) -> Point {
        let unit = point.applying(transform.inverted())
        return Point(x: unit.x + origin.x, y: unit.y + origin.y)
    }

    /// The nearest location on the screen; a calibration may move a unit beyond its edges.
    func clamp(_ point: Point) -> Point {
        Point(x: min(max(point.x, least.x), greatest.x), y: min(max(point.y, least.y), greatest.y))
    }
}

/// An axis of a panel and the unit that it is counted from.
private struct UnitAxis {
    /// Number of units.
    let count: Double
    /// The unit at the origin.
    let origin: Double
    private let isMirrored: Bool

    /// An axis that goes into the new x and the new y with these coefficients; the larger one says which way it runs.
    init(_ range: AxisRange, _ toX: Double, _ toY: Double) {
        count = Double(range.maximum) - Double(range.minimum) + 1
        isMirrored = (toX.magnitude >= toY.magnitude ? toX : toY) < 0
        origin = Double(isMirrored ? range.maximum : range.minimum)
    }

    /// What one coefficient adds so that a cell's upper left corner counts, and not the corner of its lowest unit.
    func shift(_ coefficient: Double) -> Double {
        guard isMirrored else { return min(coefficient, 0) / count }
        return coefficient < 0 ? coefficient : coefficient - coefficient / count
    }
}
