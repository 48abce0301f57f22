internal import Geometry

/// A point of the screen that the user touches.
struct CalibrationTarget: Equatable {
    let name: String
    /// Position in fractions of the screen.
    let location: Point

    /// Number of targets that a calibration may have.
    static let counts = 4...9

    /// Returns the first `count` targets: four corners, the center, and the middles of the edges. `inset` is the
    /// distance of the outer targets from the edges, in fractions of the screen.
    static func list(_ count: Int, inset: Size) -> [CalibrationTarget] {
        let (left, top) = (inset.width, inset.height)
        let (right, bottom) = (1 - left, 1 - top)
        let all: [(String, Double, Double)] = [
            ("upper left", left, top), ("upper right", right, top), ("lower right", right, bottom),
            ("lower left", left, bottom), ("centre", 0.5, 0.5), ("top", 0.5, top), ("right", right, 0.5),
            ("bottom", 0.5, bottom), ("left", left, 0.5),
        ]
        return all.prefix(count).map { CalibrationTarget(name: $0.0, location: Point(x: $0.1, y: $0.2)) }
    }
}
