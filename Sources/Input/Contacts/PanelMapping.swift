public import Geometry
public import InputEvents

/// How a panel lies on its screen.
public struct PanelMapping: Equatable, Sendable {
    /// How far the panel hangs turned clockwise, as seen by who looks at it.
    ///
    /// At 90 the panel's own top left corner is the top right one of the screen, and its top edge the right edge.
    public enum Rotation: Int, CaseIterable, Sendable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// The screen in points.
    public var screen: Rect
    /// Exchanges the two axes of the panel; this comes first.
    public var swapsAxes = false
    /// Mirrors left and right, after the exchange.
    public var flipsX = false
    /// Mirrors top and bottom, after the exchange.
    public var flipsY = false
    /// A correction in parts of the panel's width and height, applied after the flips.
    ///
    /// The six numbers of libinput's matrix: x' = a·x + b·y + c and y' = d·x + e·y + f come as [a, b, c, d, e, f].
    public var calibration: Calibration?
    /// How far the panel is turned on the wall; this comes last.
    public var rotation = Rotation.none

    public init(screen: Rect) { self.screen = screen }

    /// From device units to points, in one step.
    ///
    /// A value v of an axis from min to max is at (v - min) / (max - min + 1) of its length, as libinput has it; of an
    /// axis that runs the other way at (max - v) / (max - min + 1).
    public func transform(from device: DeviceDescription) -> PanelTransform {
        var square = AffineTransform.identity
        if swapsAxes { square = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0) }
        if flipsX { square = square.concatenating(AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)) }
        if flipsY { square = square.concatenating(AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)) }
        if let calibration { square = square.concatenating(calibration.transform) }
        return PanelTransform(
            x: device.axes[.contactX] ?? device.axes[.x] ?? AxisRange(minimum: 0, maximum: 65535),
            y: device.axes[.contactY] ?? device.axes[.y] ?? AxisRange(minimum: 0, maximum: 65535),
            through: square.concatenating(rotation.transform),
            to: screen
        )
    }
}

extension PanelMapping.Rotation {
    /// The turn within the unit square.
    fileprivate var transform: AffineTransform {
        switch self {
        case .none: .identity
        case .quarter: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .threeQuarters: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        }
    }
}

/// A correction of where a panel says it is touched: libinput's calibration matrix.
public struct Calibration: Equatable, Sendable {
    public var a, b, c, d, e, f: Double

    /// Corrects nothing.
    public static let identity = Calibration(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

    public init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Six numbers between spaces, as udev's `LIBINPUT_CALIBRATION_MATRIX` has them, none beyond a million; nil otherwise.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        let numbers = words.compactMap { Double($0) }
        guard words.count == 6, numbers.count == 6, numbers.allSatisfy({ $0.magnitude <= 1e6 }) else { return nil }
        self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    }

    var transform: AffineTransform { AffineTransform(a: a, b: d, c: b, d: e, tx: c, ty: f) }
}
