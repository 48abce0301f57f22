public import Geometry
public import GestureKinds
public import Schema
public import YAML

/// Layout description of a view. Properties that the layout does not set are nil. The same type also describes changes
/// to a live view.
public struct ViewLayout: Sendable {
    public var id: Located<String>?
    public var `class`: Class?
    public var frame: FrameLayout?
    public var bounds: Rect?
    public var center: Point?
    public var transform: AffineTransform?
    public var alpha: Double?
    public var isHidden: Bool?
    public var isUserInteractionEnabled: Bool?
    public var isMultipleTouchEnabled: Bool?
    public var isExclusiveTouch: Bool?
    public var clipsToBounds: Bool?
    public var tag: Int?
    var arrangement: Boxed<Arrangement>?
    public var subviews: [ViewLayout] = []
    public var gestures: [GestureLayout] = []
    public var follows: Boxed<FollowLayout>?
    public var sequences: [SequenceLayout] = []
    /// Name of the plugin whose virtual pointer the touches in this view control.
    public var mouse: Located<String>?
    public var controller: Boxed<ControllerLayout>?
    public var on: [EventBinding] = []
    public var actions: [Named<[HandlerCall]>] = []
    public var canBecomeFirstResponder: Bool?
    // Properties of controls.
    public var isEnabled: Bool?
    public var isSelected: Bool?
    public var trackingMargin: TouchLength?
    // Properties of buttons.
    public var autorepeat: AutorepeatLayout?
    // Properties of sliders.
    public var value: Double?
    public var range: ClosedRange<Double>?
    public var isContinuous: Bool?
    public var thumbSize: Size?
    public var isVertical: Bool?
    public var tapsSetValue: Bool?
    public var step: Double?
    public var ticks: [Double]?
    // Properties of switches.
    public var isOn: Bool?
    /// Location of the view in the layout file.
    public var mark = Mark(line: 1, column: 1)
    /// Whether the class or the geometry in the layout file is invalid. If so, checks must not rely on the class or the
    /// geometry.
    var isPartlyInvalid = false

    public enum Class: String, Sendable, CaseIterable {
        case view = "View"
        case control = "Control"
        case button = "Button"
        case slider = "Slider"
        case `switch` = "Switch"
        case trackpad = "Trackpad"
    }

    public init() {}
}

/// A length in points, as a fraction of the superview's length, or as the sum of both.
public struct Length: Hashable, Sendable {
    public var points: Double
    /// Fraction of the superview's length; 1 means 100 %.
    public var fraction: Double

    public init(points: Double = 0, fraction: Double = 0) {
        self.points = points
        self.fraction = fraction
    }

    /// Returns the length in points for a superview with the length `whole`.
    public func resolved(in whole: Double) -> Double { points + fraction * whole }

    static func + (left: Length, right: Length) -> Length {
        Length(points: left.points + right.points, fraction: left.fraction + right.fraction)
    }

    static func - (left: Length, right: Length) -> Length {
        Length(points: left.points - right.points, fraction: left.fraction - right.fraction)
    }

    static func * (length: Length, factor: Double) -> Length {
        Length(points: length.points * factor, fraction: length.fraction * factor)
    }

    static func / (length: Length, divisor: Double) -> Length {
        Length(points: length.points / divisor, fraction: length.fraction / divisor)
    }
}

/// Position and size of a view in its superview.
public enum FrameLayout: Hashable, Sendable {
    /// A frame of the form `[x, y, width, height]`.
    case rect(x: Length, y: Length, width: Length, height: Length)
    /// Distances from the edges, and sizes. At most two values are set per axis. A missing `left` or `top` is 0, unless
    /// both other values are set. A missing `right` or `bottom` is 0, unless the size is set.
    case edges(left: Length?, top: Length?, right: Length?, bottom: Length?, width: Length?, height: Length?)

    /// The frame that fills the superview.
    public static var whole: FrameLayout {
        .edges(left: nil, top: nil, right: nil, bottom: nil, width: nil, height: nil)
    }

    /// Returns the frame in points for a superview of this size; negative lengths become 0.
    public func resolved(in size: Size) -> Rect { resolved(in: Rect(origin: .zero, size: size)) }

    /// Returns the frame in the coordinates of a superview with these bounds. A `rect` is relative to the origin of
    /// these coordinates, and `edges` are relative to the bounds.
    public func resolved(in bounds: Rect) -> Rect {
        let rect = unlimited(in: bounds.size)
        let size = Size(width: max(0, rect.size.width), height: max(0, rect.size.height))
        guard case .edges = self else { return Rect(origin: rect.origin, size: size) }
        return Rect(
            x: rect.origin.x + bounds.minX,
            y: rect.origin.y + bounds.minY,
            width: size.width,
            height: size.height
        )
    }

    /// Whether the width or height is negative for every size of the superview. Such a frame is an error.
    var hasNegativeLength: Bool {
        let (width, height): (Length?, Length?) =
            switch self {
            case .rect(_, _, let width, let height): (width, height)
            case .edges(_, _, _, _, let width, let height): (width, height)
            }
        return width?.isNegative == true || height?.isNegative == true
    }

    /// Returns the frame in points; its width and height are not clamped and may be negative.
    func unlimited(in size: Size) -> Rect {
        switch self {
        case .rect(let x, let y, let width, let height):
            return Rect(
                x: x.resolved(in: size.width),
                y: y.resolved(in: size.height),
                width: width.resolved(in: size.width),
                height: height.resolved(in: size.height)
            )
        case .edges(let left, let top, let right, let bottom, let width, let height):
            let (x, usedWidth) = Self.line(left, right, width, size.width)
            let (y, usedHeight) = Self.line(top, bottom, height, size.height)
            return Rect(x: x, y: y, width: usedWidth, height: usedHeight)
        }
    }

    private static func line(_ near: Length?, _ far: Length?, _ extent: Length?, _ whole: Double) -> (Double, Double) {
        let start = near?.resolved(in: whole)
        let end = far.map { whole - $0.resolved(in: whole) }
        switch (start, end, extent?.resolved(in: whole)) {
        case (let start, nil, let extent?): return (start ?? 0, extent)
        case (nil, let end?, let extent?): return (end - extent, extent)
        case (let start, let end, _): return (start ?? 0, (end ?? whole) - (start ?? 0))
        }
    }
}
