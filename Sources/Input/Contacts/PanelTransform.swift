public import Geometry
internal import InputEvents

/// Maps device units to points of a screen.
///
/// A unit is a cell of the panel's surface and lies at the upper left corner of the area that the cell covers on the
/// screen. The units therefore fill the screen from its left and top edges up to, but excluding, its right and bottom
/// edges, however the panel is rotated or mirrored (V16).
public struct PanelTransform: Equatable, Sendable {
    /// The unit at the left or top edge: the lowest of its axis, or the highest of a mirrored axis. Relative to it, a
    /// unit at the edge is exactly on the edge, without rounding errors.
    private let origin: Point
    /// Transform from units, relative to the origin, to points.
    private let transform: AffineTransform
    /// Minimum and maximum location on the screen; the maximum is half a unit before the right and bottom edges.
    private let minimum: Point
    private let maximum: Point

    /// Creates the transform of two axes through a map of the unit square to the screen.
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
        minimum = screen.origin
        maximum = Point(
            x: max(screen.minX, screen.maxX - (transform.a.magnitude + transform.c.magnitude) / 2),
            y: max(screen.minY, screen.maxY - (transform.b.magnitude + transform.d.magnitude) / 2)
        )
    }

    /// Area of a unit, in square points.
    var area: Double { (transform.a * transform.d - transform.b * transform.c).magnitude }

    /// Returns the location of a unit, in points.
    public func point(x: Int32, y: Int32) -> Point {
        Point(x: Double(x) - origin.x, y: Double(y) - origin.y).applying(transform)
    }

    /// Returns the unit at a location, with fractions.
    public func unit(at point: Point) -> Point {
        let unit = point.applying(transform.inverted())
        return Point(x: unit.x + origin.x, y: unit.y + origin.y)
    }

    /// Returns the nearest location on the screen; a calibration may map a unit beyond its edges.
    func clamp(_ point: Point) -> Point {
        Point(x: min(max(point.x, minimum.x), maximum.x), y: min(max(point.y, minimum.y), maximum.y))
    }
}

/// An axis of a panel and its origin.
private struct UnitAxis {
    /// Number of units.
    let count: Double
    /// Unit at the left or top edge.
    let origin: Double
    private let isMirrored: Bool

    /// Creates an axis with its coefficients to the screen's x and y; the sign of the larger one determines whether it
    /// is mirrored.
    init(_ range: AxisRange, _ toX: Double, _ toY: Double) {
        count = Double(range.maximum) - Double(range.minimum) + 1
        isMirrored = (toX.magnitude >= toY.magnitude ? toX : toY) < 0
        origin = Double(isMirrored ? range.maximum : range.minimum)
    }

    /// Returns the offset that moves a coefficient's origin from the corner of the lowest unit to the upper left corner
    /// of the cell.
    func shift(_ coefficient: Double) -> Double {
        guard isMirrored else { return min(coefficient, 0) / count }
        return coefficient < 0 ? coefficient : coefficient - coefficient / count
    }
}
