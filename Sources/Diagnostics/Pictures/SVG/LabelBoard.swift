internal import Geometry

/// Occupied rectangles of a picture, used to place labels without overlap.
struct LabelBoard {
    private(set) var taken: [Rect] = []
    /// Lines that labels should not cover.
    private(set) var lines: [Segment] = []
    let area: Rect

    init(_ area: Rect) { self.area = area }

    func isFree(_ rect: Rect) -> Bool { area.contains(rect) && !taken.contains { $0.intersects(rect) } }
    mutating func take(_ rect: Rect) { taken.append(rect) }
    mutating func take(_ line: Segment) { lines.append(line) }
    /// Adds the sides of a quad to the lines that labels should not cover.
    mutating func take(sidesOf quad: Quad) {
        let corners = [quad.topLeft, quad.topRight, quad.at(1, 1), quad.bottomLeft]
        for (index, corner) in corners.enumerated() { lines.append(Segment(corner, corners[(index + 1) % 4])) }
    }

    /// Searches the rectangles of the given size around a point. Returns the free rectangle with the lowest sum of
    /// distance and `cost`; nil if no rectangle within `reach` is free.
    func position(
        _ size: Size,
        around point: Point,
        gap: Double,
        reach: Double = 360,
        cost: (Rect) -> Double = { _ in 0 }
    ) -> Rect? {
        var best: (rect: Rect, cost: Double)?
        for distance in stride(from: gap, through: reach, by: 14) {
            // Positions farther away cost at least as much as the best position found.
            if let best, best.cost <= distance { break }
            for rect in Self.ring(size, around: point, distance) where isFree(rect) {
                let cost = distance + cost(rect)
                if cost < best?.cost ?? .infinity { best = (rect, cost) }
            }
        }
        return best?.rect
    }

    /// Returns the free position outside all screens for which the sum of `cost` and the distance to the point is
    /// lowest; nil if no position is free.
    func position(
        _ size: Size,
        near point: Point,
        outside screens: [Rect],
        cost: (Rect) -> Double = { _ in 0 }
    ) -> Rect? {
        let (gap, step) = (16.0, 8.0)
        var origins: [Point] = []
        for screen in screens {
            for y in stride(from: area.minY, through: area.maxY - size.height, by: step) {
                origins += [Point(x: screen.maxX + gap, y: y), Point(x: screen.minX - 44 - size.width, y: y)]
            }
            for x in stride(from: screen.minX, through: area.maxX - size.width, by: step) {
                origins.append(Point(x: x, y: screen.maxY + gap))
            }
        }
        // Adds fallback positions that are not next to a screen.
        for x in stride(from: area.maxX - size.width, through: area.minX, by: -64) {
            for y in stride(from: area.minY, through: area.maxY - size.height, by: step) {
                origins.append(Point(x: x, y: y))
            }
        }
        var best: (rect: Rect, cost: Double)?
        for rect in origins.map({ Rect(origin: $0, size: size) }) {
            let distance = rect.nearest(to: point).distance(to: point)
            guard distance < best?.cost ?? .infinity, isFree(rect),
                !screens.contains(where: { $0.intersects(rect) })
            else { continue }
            let cost = distance + cost(rect)
            if cost < best?.cost ?? .infinity { best = (rect, cost) }
        }
        return best?.rect
    }

    /// Returns candidate rectangles for a label at the given distance around a point, starting on the right.
    private static func ring(_ size: Size, around point: Point, _ distance: Double) -> [Rect] {
        let (wide, high) = (size.width, size.height)
        let lefts = [point.x + distance, point.x - distance - wide]
        let tops = [point.y - high / 2, point.y - distance - high, point.y + distance]
        var corners = lefts.flatMap { left in tops.map { Point(x: left, y: $0) } }
        corners += [point.y - distance - high, point.y + distance].flatMap { top in
            [point.x - wide / 2, point.x - 12, point.x - wide + 12].map { Point(x: $0, y: top) }
        }
        return corners.map { Rect(origin: $0, size: size) }
    }
}

struct Segment {
    let from: Point
    let to: Point

    init(_ from: Point, _ to: Point) { (self.from, self.to) = (from, to) }

    /// Returns whether the line intersects a rectangle.
    func crosses(_ rect: Rect) -> Bool {
        guard let across = Self.part(from.x, to.x, rect.minX, rect.maxX),
            let down = Self.part(from.y, to.y, rect.minY, rect.maxY)
        else { return false }
        return max(across.lowerBound, down.lowerBound) <= min(across.upperBound, down.upperBound)
    }

    /// Returns the section of the line between two coordinate limits, as fractions of the line; nil if there is none.
    private static func part(_ from: Double, _ to: Double, _ low: Double, _ high: Double) -> ClosedRange<Double>? {
        guard from != to else { return low <= from && from <= high ? 0...1 : nil }
        let (one, other) = ((low - from) / (to - from), (high - from) / (to - from))
        let (start, end) = (max(0, min(one, other)), min(1, max(one, other)))
        return start <= end ? start...end : nil
    }
}

extension Rect {
    var middle: Point { Point(x: midX, y: midY) }

    /// Returns the point in the rectangle that is nearest to another point.
    func nearest(to point: Point) -> Point {
        Point(x: min(max(point.x, minX), maxX), y: min(max(point.y, minY), maxY))
    }
}
