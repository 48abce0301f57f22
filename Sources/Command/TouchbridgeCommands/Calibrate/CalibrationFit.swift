internal import Contacts
internal import Geometry

/// A touch of a known target.
struct CalibrationTouch: Equatable {
    /// Position of the target, in fractions of the screen.
    var target: Point
    /// Position that the panel reported, in fractions of the panel.
    var location: Point
}

/// The affine map from panel to screen with the least squared error.
struct CalibrationFit: Equatable {
    let matrix: Calibration

    /// Touches are collinear if their extent across the line is below this fraction of their extent along the line.
    private static let flattest = 0.01

    /// Fits the map; nil if fewer than three touches are given or the touches lie on a line.
    init?(_ touches: [CalibrationTouch]) {
        guard touches.count >= 3 else { return nil }
        let count = Double(touches.count)
        func mean(_ value: (CalibrationTouch) -> Double) -> Double { touches.reduce(0) { $0 + value($1) } / count }
        // Uses positions relative to their mean, so that the result is exact for a shifted panel.
        let (x, y) = (mean { $0.location.x }, mean { $0.location.y })
        let (u, v) = (mean { $0.target.x }, mean { $0.target.y })
        let xx = mean { ($0.location.x - x) * ($0.location.x - x) }
        let xy = mean { ($0.location.x - x) * ($0.location.y - y) }
        let yy = mean { ($0.location.y - y) * ($0.location.y - y) }
        let determinant = xx * yy - xy * xy
        let trace = xx + yy
        guard determinant > Self.flattest * Self.flattest * trace * trace else { return nil }
        func row(_ value: (CalibrationTouch) -> Double, _ center: Double) -> (Double, Double, Double) {
            let alongX = mean { ($0.location.x - x) * (value($0) - center) }
            let alongY = mean { ($0.location.y - y) * (value($0) - center) }
            let first = (alongX * yy - alongY * xy) / determinant
            let second = (alongY * xx - alongX * xy) / determinant
            return (first, second, center - first * x - second * y)
        }
        let (a, b, c) = row({ $0.target.x }, u)
        let (d, e, f) = row({ $0.target.y }, v)
        matrix = Calibration(a: a, b: b, c: c, d: d, e: e, f: f)
    }

    private var determinant: Double { matrix.a * matrix.e - matrix.b * matrix.d }
    var isMirrored: Bool { determinant < 0 }
    /// Whether the map can be inverted; false if the map reduces the panel to a line or a point.
    var isInvertible: Bool { determinant.magnitude > 1e-9 }

    /// Returns the vector from a touch's target to the mapped touch, in fractions of the screen.
    func error(of touch: CalibrationTouch) -> Point { point(touch.location) - touch.target }

    /// Returns the position on the screen for a position on the panel.
    private func point(_ location: Point) -> Point {
        Point(
            x: matrix.a * location.x + matrix.b * location.y + matrix.c,
            y: matrix.d * location.x + matrix.e * location.y + matrix.f
        )
    }

    /// Distance from the most similar undistorted map: a rotation by a multiple of 90°, with or without mirroring.
    /// Measured at the corner of the panel where the two maps differ most, in fractions of the screen.
    var distortion: Double {
        let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { Point(x: $0.0, y: $0.1) }
        let mapped = corners.map(point)
        var least = Double.infinity
        for first in 0..<4 {
            for step in [1, 3] {
                let distances = (0..<4).map { mapped[$0].distance(to: corners[(first + step * $0) % 4]) }
                least = min(least, distances.max() ?? 0)
            }
        }
        return least
    }
}

/// Converts errors to the unit in which the result is reported: millimetres, or points of the screen.
struct CalibrationScale {
    /// Size of the panel in millimetres; nil if the panel reports no resolution.
    let panel: Size?
    /// Size of the screen in points.
    let screen: Size

    var unit: String { panel == nil ? "points" : "mm" }

    /// Largest accepted error of a touch, in `unit`: 2 % of the diagonal.
    var limit: Double {
        let size = panel ?? screen
        return 0.02 * Point.zero.distance(to: Point(x: size.width, y: size.height))
    }

    /// Returns the error of a touch in `unit`.
    func error(of touch: CalibrationTouch, in fit: CalibrationFit) -> Double {
        let error = fit.error(of: touch)
        guard let panel else {
            return Point.zero.distance(to: Point(x: error.x * screen.width, y: error.y * screen.height))
        }
        // Converts the error to the axes of the panel, because `panel` is the size along these axes. The panel's axes
        // differ from the screen's axes if the panel is rotated.
        let matrix = fit.matrix
        let determinant = matrix.a * matrix.e - matrix.b * matrix.d
        let x = (matrix.e * error.x - matrix.b * error.y) / determinant
        let y = (matrix.a * error.y - matrix.d * error.x) / determinant
        return Point.zero.distance(to: Point(x: x * panel.width, y: y * panel.height))
    }

    func largestError(of touches: [CalibrationTouch], in fit: CalibrationFit) -> Double {
        touches.map { error(of: $0, in: fit) }.max() ?? 0
    }
}

/// The result of fitting a map to all touches.
enum CalibrationVerdict: Equatable {
    case fit(CalibrationFit)
    /// The touches do not determine a matrix, because they lie on a line or are fewer than three.
    case line
    /// The other touches fit, but the touch with this index does not.
    case outlier(Int)
    /// The touches do not fit, and no single touch can be identified as wrong.
    case inconsistent

    /// Fits a map to the touches. If the touches do not fit, searches for one wrong touch, the outlier.
    ///
    /// A touch is a candidate if the other touches fit without it. Of four touches, each is a candidate, because three
    /// touches always fit. With touches at the four corners and the center, a wrong corner and its opposite corner are
    /// both candidates.
    ///
    /// The outlier is the candidate whose removal results in the least distortion. There is no outlier if the removal
    /// of another candidate results in at most twice this distortion.
    init(_ touches: [CalibrationTouch], _ scale: CalibrationScale) {
        guard let whole = CalibrationFit(touches) else {
            self = .line
            return
        }
        if whole.isInvertible, scale.largestError(of: touches, in: whole) <= scale.limit {
            self = .fit(whole)
            return
        }
        var candidates: [(index: Int, distortion: Double)] = []
        for index in touches.indices {
            var others = touches
            others.remove(at: index)
            guard let fit = CalibrationFit(others), fit.isInvertible,
                scale.largestError(of: others, in: fit) <= scale.limit
            else { continue }
            candidates.append((index, fit.distortion))
        }
        candidates.sort { $0.distortion < $1.distortion }
        guard let best = candidates.first, candidates.dropFirst().allSatisfy({ $0.distortion > 2 * best.distortion })
        else {
            self = .inconsistent
            return
        }
        self = .outlier(best.index)
    }
}
