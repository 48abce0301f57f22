public import Geometry
public import InputEvents

/// Orientation and position of a panel on its screen.
public struct PanelMapping: Equatable, Sendable {
    /// Clockwise rotation of the mounted panel, viewed from the front.
    ///
    /// At 90, the panel's top left corner is at the screen's top right corner. The panel's top edge is at the screen's
    /// right edge.
    public enum Rotation: Int, CaseIterable, Sendable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// Bounds of the screen, in points.
    public var screen: Rect
    /// Whether the panel's x and y axes are swapped; applied first.
    public var swapsAxes = false
    /// Whether left and right are mirrored, after the swap.
    public var flipsX = false
    /// Whether top and bottom are mirrored, after the swap.
    public var flipsY = false
    /// Correction in fractions of the panel's width and height, applied after the flips.
    ///
    /// The coefficients of libinput's matrix, x' = a·x + b·y + c and y' = d·x + e·y + f, are listed as [a, b, c, d, e,
    /// f].
    public var calibration: Calibration?
    /// Rotation of the mounted panel; applied last.
    public var rotation = Rotation.none

    public init(screen: Rect) { self.screen = screen }

    /// Returns the transform from device units to points.
    ///
    /// As in libinput, a value v of an axis from min to max lies at the fraction (v - min) / (max - min + 1) of the
    /// axis's length. On a mirrored axis, the value lies at the fraction (max - v) / (max - min + 1).
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

    /// Returns the points per millimetre of a panel, as the geometric mean of both axes; nil without a reported
    /// resolution.
    public func pointsPerMillimetre(of device: DeviceDescription) -> Double? {
        guard let x = device.axes[.contactX] ?? device.axes[.x], let y = device.axes[.contactY] ?? device.axes[.y],
            x.resolution > 0, y.resolution > 0
        else { return nil }
        let scale = (transform(from: device).area * Double(x.resolution) * Double(y.resolution)).squareRoot()
        return scale > 0 && scale.isFinite ? scale : nil
    }
}

extension PanelMapping.Rotation {
    /// Transform that rotates the unit square.
    fileprivate var transform: AffineTransform {
        switch self {
        case .none: .identity
        case .quarter: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .threeQuarters: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        }
    }
}

/// Correction of a panel's positions: libinput's calibration matrix.
public struct Calibration: Equatable, Sendable {
    public var a, b, c, d, e, f: Double

    public static let identity = Calibration(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

    public init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Parses six numbers separated by spaces, as in udev's `LIBINPUT_CALIBRATION_MATRIX`. Returns nil if the text is
    /// malformed or the magnitude of a number exceeds a million.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        let numbers = words.compactMap { Double($0) }
        guard words.count == 6, numbers.count == 6, numbers.allSatisfy({ $0.magnitude <= 1e6 }) else { return nil }
        self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    }

    var transform: AffineTransform { AffineTransform(a: a, b: d, c: b, d: e, tx: c, ty: f) }
}
