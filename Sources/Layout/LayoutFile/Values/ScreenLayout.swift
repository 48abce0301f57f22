public import Geometry
public import Platform
public import Schema
public import YAML

/// A screen and the panel before it.
public struct ScreenLayout: Sendable {
    public var name: Located<String>?
    /// In points.
    public var size: Size?
    /// Where it lies among several screens; to the right of the one before unless given.
    public var position: Point?
    public var input = InputLayout()
    /// In points of the screen.
    public var deadZones: [Located<Rect>] = []
    public var idle: IdleLayout?
    public var dark: DarkLayout?
    public var root: ViewLayout?
    public var windows: [WindowLayout] = []
    /// `idle`, `active`, `dark` and `wake`, and what happens to its devices.
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)

    /// What a screen measures of which nothing is said.
    public static let usualSize = Size(width: 1920, height: 1080)

    public init() {}
}

/// Which panel is meant, where it lies, and what is filtered.
public struct InputLayout: Sendable {
    public var name: String?
    public var vendor: UInt16?
    public var product: UInt16?
    public var serial: String?
    public var path: String?
    /// Whether a device that looks like something else, such as a mouse, is a touchscreen nevertheless.
    public var accept = false
    /// Degrees clockwise: 0, 90, 180 or 270.
    public var rotation = 0
    public var flipX = false
    public var flipY = false
    public var swapAxes = false
    /// Six numbers, as udev's LIBINPUT_CALIBRATION_MATRIX has them.
    public var calibration: [Double]?
    public var grab: Grab = .auto
    public var filters = FilterLayout()
    /// A contact of which nothing is heard for so long is cancelled.
    public var silenceLimit: TimeSpan?
    /// Whether a pen in range cancels fingers and rejects new ones.
    public var touchArbitration = true

    public enum Grab: Sendable { case auto, always, never }

    public init() {}
}

/// What is filtered; nothing unless it is asked for.
public struct FilterLayout: Sendable {
    public var debounce: TimeSpan?
    /// In points.
    public var dejitter: Double?
    /// From 0 to 1 of the panel's range.
    public var minimumPressure: Double?
    public var outside: Outside = .clamp
    /// For how long a point that touches by itself is left out after its last touch.
    public var ghosts: TimeSpan?

    public enum Outside: Sendable { case clamp, ignore, pass, enter }

    public init() {}
}

/// After how long without a touch something is to happen.
public struct IdleLayout: Sendable {
    public var after = TimeSpan(microseconds: 0)
    public var calls: [HandlerCall] = []

    public init() {}
}

/// When a screen is made dark, and what lights it again.
public struct DarkLayout: Sendable {
    public var after = TimeSpan(microseconds: 0)
    public var calls: [HandlerCall] = []
    public var wake: [HandlerCall] = []
    /// A touch that begins so long after the one that woke the screen is heard, whatever fingers are down.
    public var limit = TimeSpan(microseconds: 2_000_000)

    public init() {}
}
