public import Geometry

/// A layout in drawable form: screens, and views from back to front, in coordinates shared by all screens.
public struct Scene: Sendable {
    public var title: String
    public var screens: [Screen] = []
    public private(set) var views: [SceneView] = []
    /// Number of views omitted because the limit was exceeded.
    public private(set) var leftOut = 0

    /// Maximum number of drawn views; the most deeply nested views are omitted first.
    public static let viewLimit = 2000

    public init(title: String) { self.title = Words.clean(title, limit: 80) }

    public struct Screen: Sendable {
        public let name: String
        public let frame: Rect
        public let deadZones: [Rect]

        public init(name: String, frame: Rect, deadZones: [Rect] = []) {
            self.name = Words.clean(name, limit: 80)
            self.frame = frame
            self.deadZones = deadZones
        }
    }

    /// Sets the views; `all` lists them from back to front.
    public mutating func setViews(_ all: [SceneView]) {
        guard all.count > Self.viewLimit else {
            (views, leftOut) = (all, 0)
            return
        }
        let nearest = all.indices.sorted { (all[$0].depth, $0) < (all[$1].depth, $1) }.prefix(Self.viewLimit)
        views = nearest.sorted().map { all[$0] }
        leftOut = all.count - views.count
    }

    /// Bounding box of all screens.
    var frame: Rect {
        screens.dropFirst().reduce(screens.first?.frame ?? Rect(x: 0, y: 0, width: 1, height: 1)) { $0.union($1.frame) }
    }
}

/// A view in drawable form.
public struct SceneView: Sendable {
    /// Kind of view, which determines its shape.
    public enum Kind: Sendable, CaseIterable {
        case view, control, button, slider, `switch`, window
        /// The main window of a screen. It is not drawn, because the outline of the screen is drawn instead.
        case mainWindow
    }

    /// A visible part of a control.
    public enum Part: Sendable {
        case track(Quad)
        case thumb(Quad)
        /// The knob of a switch; the knob is on the right if the switch is on.
        case knob(isOn: Bool)
    }

    public let name: String
    public let kind: Kind
    public let quad: Quad
    /// Number of superviews.
    public let depth: Int
    /// Frame in the coordinates of the superview.
    public let frame: Rect
    /// Size before the transform; by default, the size of the frame.
    public var size: Size
    /// Class name as written in layouts.
    public let className: String
    /// Remarks for the tooltip, one per line.
    public var notes: [String] = [] {
        didSet { notes = notes.prefix(Self.noteLimit).map { Words.clean($0) } }
    }
    public var parts: [Part] = []
    /// Short state for the label, such as `hidden`, `not interactive` or `disabled`; nil if the view has no special
    /// state.
    public var state: String?
    public var isHidden = false
    public var isInert = false
    public var isDisabled = false
    /// Bands in which screen-edge gestures begin.
    public var edges: [Edge] = []
    /// Names of the view's gestures.
    public var gestures: [String] = [] {
        didSet { gestures = gestures.prefix(Self.noteLimit).map { Words.clean($0) } }
    }
    /// Whether the layout specifies an id for the view.
    public let hasID: Bool

    public struct Edge: Sendable {
        public enum Side: Sendable { case left, top, right, bottom }
        public let side: Side
        public let band: Rect

        public init(_ side: Side, _ band: Rect) { (self.side, self.band) = (side, band) }
    }

    private static let noteLimit = 12

    public init(id: String?, className: String, kind: Kind, quad: Quad, frame: Rect, depth: Int) {
        hasID = id != nil
        name = Words.clean(id ?? className)
        self.className = className
        size = frame.size
        (self.kind, self.quad, self.frame, self.depth) = (kind, quad, frame, depth)
    }

    /// Tooltip text.
    var title: String {
        let numbers = [frame.minX, frame.minY, frame.width, frame.height].map { Decimal.text($0) }
        let head = hasID ? [name] : []
        return (head + ["\(className) [\(numbers.joined(separator: ", "))]"] + notes).joined(separator: "\n")
    }

    /// Second line of the label, without the state.
    var details: String { hasID ? "\(className) \(measure)" : measure }

    private var measure: String { "\(Decimal.text(size.width)) × \(Decimal.text(size.height))" }
}
