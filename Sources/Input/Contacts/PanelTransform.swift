public import Geometry
internal import InputEvents

/// Maps device units to locations on a screen, in points.
///
/// Each device unit covers a cell of the screen and maps to the cell's top left corner. The locations therefore extend
/// from the screen's left and top edges up to, but excluding, its right and bottom edges. The locations have this
/// extent for every rotation and mirroring of the panel (V16).
public struct PanelTransform: Equatable, Sendable {
    /// Units at the screen's left and top edges. On each axis, this is the minimum, or the maximum if the axis is
    /// mirrored. Coordinates are relative to `origin`, so that these units map exactly to the edges, without rounding
    /// errors.
    private let origin: Point
    /// Transform from units relative to `origin` to points.
    private let transform: AffineTransform
    /// Minimum location on the screen.
    private let minimum: Point
    /// Maximum location on the screen, which lies half a unit inside the right and bottom edges.
    private let maximum: Point

    /// Creates the transform for a panel with the axes `x` and `y`. `square` transforms positions in the unit square;
    /// the result is scaled to `screen`.
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

    /// Area of a unit on the screen, in square points.
    var area: Double { (transform.a * transform.d - transform.b * transform.c).magnitude }

    /// Converts a position in device units to a location in points.
    public func point(x: Int32, y: Int32) -> Point {
        Point(x: Double(x) - origin.x, y: Double(y) - origin.y).applying(transform)
    }

    /// Converts a location in points to a position in fractional device units.
    public func unit(at point: Point) -> Point {
        let unit = point.applying(transform.inverted())
        return Point(x: unit.x + origin.x, y: unit.y + origin.y)
    }

    /// Returns the location on the screen that is nearest to `point`. A calibration may map a unit beyond the screen's
    /// edges.
    func clamp(_ point: Point) -> Point {
        Point(x: min(max(point.x, minimum.x), maximum.x), y: min(max(point.y, minimum.y), maximum.y))
    }
}

/// An axis of a panel, with its number of units and its origin.
private struct UnitAxis {
    /// Number of units on the axis.
    let count: Double
    /// Unit at the screen's left or top edge.
    let origin: Double
    private let isMirrored: Bool

    /// Creates an axis. `toX` and `toY` are the axis's coefficients for the screen's x and y. The sign of the larger
    /// coefficient determines whether the axis is mirrored.
    init(_ range: AxisRange, _ toX: Double, _ toY: Double) {
        count = Double(range.maximum) - Double(range.minimum) + 1
        isMirrored = (toX.magnitude >= toY.magnitude ? toX : toY) < 0
        origin = Double(isMirrored ? range.maximum : range.minimum)
    }

    /// Returns the translation for a coefficient: the offset of the origin unit, plus one cell if the coefficient is
    /// negative. With this translation, each unit maps to the top left corner of its cell.
    func shift(_ coefficient: Double) -> Double {
        guard isMirrored else { return min(coefficient, 0) / count }
        return coefficient < 0 ? coefficient : coefficient - coefficient / count
    }
}
