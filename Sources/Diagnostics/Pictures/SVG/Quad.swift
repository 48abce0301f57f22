public import Geometry

/// A parallelogram defined by three corners: the image of a rectangle under an affine transform.
public struct Quad: Equatable, Sendable {
    public var topLeft: Point
    public var topRight: Point
    public var bottomLeft: Point

    public init(topLeft: Point, topRight: Point, bottomLeft: Point) {
        (self.topLeft, self.topRight, self.bottomLeft) = (topLeft, topRight, bottomLeft)
    }

    public init(_ rect: Rect) {
        topLeft = rect.origin
        topRight = Point(x: rect.maxX, y: rect.minY)
        bottomLeft = Point(x: rect.minX, y: rect.maxY)
    }

    /// Returns the point at the given fractions of the width and height.
    func at(_ right: Double, _ down: Double) -> Point {
        Point(
            x: topLeft.x + (topRight.x - topLeft.x) * right + (bottomLeft.x - topLeft.x) * down,
            y: topLeft.y + (topRight.y - topLeft.y) * right + (bottomLeft.y - topLeft.y) * down
        )
    }

    var width: Double { topLeft.distance(to: topRight) }
    var height: Double { topLeft.distance(to: bottomLeft) }

    /// Axis-aligned bounding box.
    var box: Rect {
        let corners = [topLeft, topRight, bottomLeft, at(1, 1)]
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }

    func contains(_ point: Point) -> Bool {
        let (ax, ay) = (topRight.x - topLeft.x, topRight.y - topLeft.y)
        let (bx, by) = (bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y)
        let (px, py) = (point.x - topLeft.x, point.y - topLeft.y)
        let area = ax * by - ay * bx
        guard area != 0 else { return false }
        let (right, down) = ((px * by - py * bx) / area, (ax * py - ay * px) / area)
        return (0...1).contains(right) && (0...1).contains(down)
    }

    func contains(_ rect: Rect) -> Bool {
        contains(rect.origin) && contains(Point(x: rect.maxX, y: rect.maxY))
            && contains(Point(x: rect.minX, y: rect.maxY)) && contains(Point(x: rect.maxX, y: rect.minY))
    }

    /// Returns the quad with each side moved inward by a distance, but by at most 40 % of the quad's size.
    func inset(by distance: Double) -> Quad {
        let (right, down) = (min(0.4, distance / max(width, 0.01)), min(0.4, distance / max(height, 0.01)))
        return Quad(topLeft: at(right, down), topRight: at(1 - right, down), bottomLeft: at(right, 1 - down))
    }
}

/// Path data for the `d` attribute of an SVG path.
struct Outline {
    private(set) var text = ""

    /// Creates a polyline; if `isClosed` is true, connects its ends.
    init(through points: [Point], isClosed: Bool = false) {
        for (index, point) in points.enumerated() { add(index == 0 ? "M" : "L", point) }
        if isClosed { text += "Z" }
    }

    /// Creates an outline with rounded corners; the radius is in pixels.
    init(_ quad: Quad, radius: Double = 0) {
        guard radius > 0, quad.width > 0, quad.height > 0 else {
            self.init(through: [quad.topLeft, quad.topRight, quad.at(1, 1), quad.bottomLeft], isClosed: true)
            return
        }
        let (u, v) = (min(0.5, radius / quad.width), min(0.5, radius / quad.height))
        self.init(through: [quad.at(u, 0)])
        let corners = [
            [quad.at(1 - u, 0), quad.at(1, 0), quad.at(1, v)],
            [quad.at(1, 1 - v), quad.at(1, 1), quad.at(1 - u, 1)],
            [quad.at(u, 1), quad.at(0, 1), quad.at(0, 1 - v)],
            [quad.at(0, v), quad.at(0, 0), quad.at(u, 0)],
        ]
        // For each corner, adds a line to the start of the corner's curve, and then the curve.
        for corner in corners { for (letter, point) in zip(["L", "Q", " "], corner) { add(letter, point) } }
        text += "Z"
    }

    private mutating func add(_ letter: String, _ point: Point) {
        text += "\(letter)\(Decimal.text(point.x)) \(Decimal.text(point.y))"
    }
}
