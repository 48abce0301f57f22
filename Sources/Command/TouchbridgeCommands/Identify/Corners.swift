internal import Contacts
internal import Geometry
internal import InputEvents

/// A corner of a screen or of a panel, as seen by who looks at it.
enum Corner: Int, CaseIterable {
    case upperLeft, upperRight, lowerRight, lowerLeft

    /// The corners that are asked for; with them it is known how the panel lies.
    static let asked: [Corner] = [.upperLeft, .upperRight, .lowerRight]

    var words: String {
        switch self {
        case .upperLeft: "upper left"
        case .upperRight: "upper right"
        case .lowerRight: "lower right"
        case .lowerLeft: "lower left"
        }
    }

    /// The panel's own unit in this corner, for a panel whose axes both have this range.
    fileprivate func unit(of axis: AxisRange) -> (x: Int32, y: Int32) {
        switch self {
        case .upperLeft: (axis.minimum, axis.minimum)
        case .upperRight: (axis.maximum, axis.minimum)
        case .lowerRight: (axis.maximum, axis.maximum)
        case .lowerLeft: (axis.minimum, axis.maximum)
        }
    }

    /// The corner that a place in parts of the width and the height is close to; nil in the middle third of either.
    init?(near place: Point) {
        let isMiddle = [place.x, place.y].contains { (1.0 / 3...2.0 / 3).contains($0) }
        guard place.x.isFinite, place.y.isFinite, !isMiddle else { return nil }
        switch (place.x < 0.5, place.y < 0.5) {
        case (true, true): self = .upperLeft
        case (false, true): self = .upperRight
        case (false, false): self = .lowerRight
        case (true, false): self = .lowerLeft
        }
    }
}

/// How a panel lies before its screen, in the words of a layout.
struct PanelLie: Equatable {
    var rotation = PanelMapping.Rotation.none
    var flipsX = false

    /// The lie in which the panel's corners are those of the screen that were asked for; nil when there is none, as when
    /// one corner was touched twice.
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

    /// How far it is turned clockwise.
    var degrees: Int { rotation.rawValue }

    /// Both axes of a panel that stands for any other.
    private static let axis = AxisRange(minimum: 0, maximum: 99)

    /// From the units of that panel to parts of the screen's width and height.
    private var transform: PanelTransform {
        var mapping = PanelMapping(screen: Rect(x: 0, y: 0, width: 1, height: 1))
        (mapping.rotation, mapping.flipsX) = (rotation, flipsX)
        var device = DeviceDescription(name: "")
        device.axes = [.x: Self.axis, .y: Self.axis]
        return mapping.transform(from: device)
    }
}
