internal import Geometry

/// Positions of the touches' number labels, in pixels. If there is room, the label of a touch that moved is at its
/// start. The label of a tap is beside its start. Labels that would overlap are placed on rings around the start.
struct NumberTags {
    private var positions: [Int: Point] = [:]
    /// Numbers of touches that began near the start of another touch.
    private var fanned: Set<Int> = []

    /// Directions at intervals of 30°, clockwise from the top.
    private static let directions: [Point] = {
        let (one, half) = (0.8660254, 0.5)
        let quarter = [(0.0, -1.0), (half, -one), (one, -half)]
        return [(1.0, 1.0, false), (1, 1, true), (-1, -1, false), (-1, -1, true)].flatMap { x, y, isTurned in
            quarter.map { isTurned ? Point(x: -$0.1 * x, y: $0.0 * y) : Point(x: $0.0 * x, y: $0.1 * y) }
        }
    }()
    /// Distance between the centers of adjacent labels, in pixels.
    private static let distance = 24.0

    init(of strokes: some Sequence<Stroke>, _ projected: (Point) -> Point) {
        var spots: [(number: Int, location: Point)] = []
        for stroke in strokes {
            let (start, end) = (projected(stroke.start.location), projected(stroke.latest.location))
            let neighbours = spots.filter { $0.location.distance(to: start) < Self.distance }
            if !neighbours.isEmpty { fanned.formUnion(neighbours.map(\.number) + [stroke.number]) }
            spots.append((stroke.number, start))
            positions[stroke.number] = position(at: start, isTap: start.distance(to: end) < 22)
        }
    }

    subscript(number: Int) -> Point? { positions[number] }
    func isFanned(_ number: Int) -> Bool { fanned.contains(number) }

    private func position(at start: Point, isTap: Bool) -> Point {
        let rings = (1...3).flatMap { ring in
            // The inner ring has space for six labels.
            Self.directions.enumerated().filter { ring > 1 || $0.offset.isMultiple(of: 2) }.map { _, direction in
                let reach = Double(ring) * Self.distance
                return Point(x: start.x + direction.x * reach, y: start.y + direction.y * reach)
            }
        }
        let candidates = isTap ? rings : [start] + rings
        return candidates.first { candidate in
            positions.values.allSatisfy { $0.distance(to: candidate) >= Self.distance - 1 }
        } ?? candidates[0]
    }
}
