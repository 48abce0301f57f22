internal import Geometry
internal import InputEvents

/// The position axes of a panel. Converts device units to fractions of the panel, and computes the panel's size in
/// millimetres.
struct PanelGrid: Equatable {
    let x: AxisRange
    let y: AxisRange

    /// Creates the grid; nil if the device announces no ranges for its positions.
    init?(_ device: DeviceDescription) {
        guard let x = device.axes[.contactX] ?? device.axes[.x], let y = device.axes[.contactY] ?? device.axes[.y]
        else { return nil }
        (self.x, self.y) = (x, y)
    }

    /// Width and height in millimetres; nil if the panel reports no resolution.
    var size: Size? {
        guard x.resolution > 0, y.resolution > 0 else { return nil }
        return Size(width: Self.count(x) / Double(x.resolution), height: Self.count(y) / Double(y.resolution))
    }

    /// Returns a position as fractions of the panel's width and height. Each device unit is a cell, and a position is
    /// the center of its cell. Mirroring an axis therefore changes a fraction `f` to exactly `1 - f`.
    func fraction(x horizontal: Double, y vertical: Double) -> Point {
        Point(
            x: (horizontal - Double(x.minimum) + 0.5) / Self.count(x),
            y: (vertical - Double(y.minimum) + 0.5) / Self.count(y)
        )
    }

    private static func count(_ range: AxisRange) -> Double { Double(range.maximum) - Double(range.minimum) + 1 }
}
