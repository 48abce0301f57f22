internal import Contacts
internal import Geometry
internal import InputEvents

/// A corner of a screen or panel. Left and right are from the viewpoint of a person in front of the screen.
enum Corner: Int, CaseIterable {
    case upperLeft, upperRight, lowerRight, lowerLeft

    /// Corners that the user must touch. These three corners are sufficient to determine the orientation.
    static let asked: [Corner] = [.upperLeft, .upperRight, .lowerRight]

    var words: String {
        switch self {
        case .upperLeft: "upper left"
        case .upperRight: "upper right"
        case .lowerRight: "lower right"
        case .lowerLeft: "lower left"
        }
    }

    /// Returns the coordinates of this corner in device units, for a panel whose two axes have the given range.
    fileprivate func unit(of axis: AxisRange) -> (x: Int32, y: Int32) {
        switch self {
        case .upperLeft: (axis.minimum, axis.minimum)
        case .upperRight: (axis.maximum, axis.minimum)
        case .lowerRight: (axis.maximum, axis.maximum)
        case .lowerLeft: (axis.minimum, axis.maximum)
        }
    }

    /// Creates the corner nearest to a point, given as fractions of the width and height. Returns nil if a coordinate
    /// is in the middle third of its axis.
    init?(near location: Point) {
        let isMiddle = [location.x, location.y].contains { (1.0 / 3...2.0 / 3).contains($0) }
        guard location.x.isFinite, location.y.isFinite, !isMiddle else { return nil }
        switch (location.x < 0.5, location.y < 0.5) {
        case (true, true): self = .upperLeft
        case (false, true): self = .upperRight
        case (false, false): self = .lowerRight
        case (true, false): self = .lowerLeft
        }
    }
}

/// Orientation of a panel relative to its screen, expressed as rotation and flip, as in a layout.
struct PanelOrientation: Equatable {
    var rotation = PanelMapping.Rotation.none
    var flipsX = false

    /// The orientation of a panel that is neither rotated nor mirrored.
    init() {}

    /// Finds the orientation that maps the touched corners to the requested corners. Returns nil if there is no such
    /// orientation, for example because one corner was touched twice.
    init?(touched: [Corner]) {
        for rotation in PanelMapping.Rotation.allCases {
            for flipsX in [false, true] {
                (self.rotation, self.flipsX) = (rotation, flipsX)
                let transform = transform
                let shown = touched.map { corner in
                    let unit = corner.unit(of: Self.axis)
                    return Corner(near: transform.point(x: unit.x, y: unit.y))
                }
                if shown == Corner.asked { return }
            }
        }
        return nil
    }

    /// Clockwise rotation in degrees.
    var degrees: Int { rotation.rawValue }

    /// libinput's calibration matrix for this orientation; nil if the panel needs none.
    var matrix: Calibration? {
        guard self != PanelOrientation() else { return nil }
        var matrix =
            switch rotation {
            case .none: Calibration.identity
            case .quarter: Calibration(a: 0, b: -1, c: 1, d: 1, e: 0, f: 0)
            case .half: Calibration(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1)
            case .threeQuarters: Calibration(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1)
            }
        // The panel is mirrored before the rotation: x becomes 1 - x.
        if flipsX {
            (matrix.c, matrix.f) = (matrix.c + matrix.a, matrix.f + matrix.d)
            (matrix.a, matrix.d) = (0 - matrix.a, 0 - matrix.d)
        }
        return matrix
    }

    /// Range of both axes of the panel in the calculation. The orientation does not depend on this range.
    private static let axis = AxisRange(minimum: 0, maximum: 99)

    /// Transform from device units in the range `axis` to fractions of the screen's width and height.
    private var transform: PanelTransform {
        var mapping = PanelMapping(screen: Rect(x: 0, y: 0, width: 1, height: 1))
        (mapping.rotation, mapping.flipsX) = (rotation, flipsX)
        var device = DeviceDescription(name: "")
        device.axes = [.x: Self.axis, .y: Self.axis]
        return mapping.transform(from: device)
    }
}
