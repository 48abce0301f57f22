internal import Contacts
internal import Geometry
internal import InputEvents

/// A corner of a screen or of a panel, as seen by a person in front of it.
enum Corner: Int, CaseIterable {
    case upperLeft, upperRight, lowerRight, lowerLeft

    /// Corners to touch; they determine the orientation.
    static let asked: [Corner] = [.upperLeft, .upperRight, .lowerRight]

    var words: String {
        switch self {
        case .upperLeft: "upper left"
        case .upperRight: "upper right"
        case .lowerRight: "lower right"
        case .lowerLeft: "lower left"
        }
    }

    /// Device units of this corner, for a panel with this range on both axes.
    fileprivate func unit(of axis: AxisRange) -> (x: Int32, y: Int32) {
        switch self {
        case .upperLeft: (axis.minimum, axis.minimum)
        case .upperRight: (axis.maximum, axis.minimum)
        case .lowerRight: (axis.maximum, axis.maximum)
        case .lowerLeft: (axis.minimum, axis.maximum)
        }
    }

    /// Corner near a point in fractions of width and height; nil in the middle third of either axis.
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

/// Orientation of a panel relative to its screen, in a layout's terms.
struct PanelOrientation: Equatable {
    var rotation = PanelMapping.Rotation.none
    var flipsX = false

    /// Orientation that maps the touched corners to those asked for; nil if there is none, for example if one corner
    /// was touched twice.
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

    /// Axis of a panel that represents any other.
    private static let axis = AxisRange(minimum: 0, maximum: 99)

    /// Transform from device units of that panel to fractions of the screen's width and height.
    private var transform: PanelTransform {
        var mapping = PanelMapping(screen: Rect(x: 0, y: 0, width: 1, height: 1))
        (mapping.rotation, mapping.flipsX) = (rotation, flipsX)
        var device = DeviceDescription(name: "")
        device.axes = [.x: Self.axis, .y: Self.axis]
        return mapping.transform(from: device)
    }
}
