public import Geometry

/// A layout as drawable values: screens, and views from back to front, in coordinates shared by all screens.
public struct Scene: Sendable {
    public var title: String
    public var screens: [Screen] = []
    public private(set) var views: [SceneView] = []
    /// Number of views beyond the limit.
    public private(set) var leftOut = 0

    /// Maximum number of drawn views; the most deeply nested are omitted first.
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

    /// Sets the views, given from back to front.
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

/// A view as drawn.
public struct SceneView: Sendable {
    /// Kind of a view; decides its shape.
    public enum Kind: Sendable, CaseIterable {
        case view, control, button, slider, `switch`, window
        /// The window of a screen, drawn as the screen itself.
        case mainWindow
    }

    /// A visible part of a control.
    public enum Part: Sendable {
        case track(Quad)
        case thumb(Quad)
        /// A switch's knob, on the right if the switch is on.
        case knob(isOn: Bool)
    }

    public let name: String
    public let kind: Kind
    public let quad: Quad
    /// Number of superviews.
    public let depth: Int
    /// Frame as given in the layout.
    public let frame: Rect
    /// Size before the transform; by default that of the frame.
    public var size: Size
    /// Class name as layouts spell it.
    public let className: String
    /// Remarks for the tooltip, one per line.
    public var notes: [String] = [] {
        didSet { notes = notes.prefix(Self.noteLimit).map { Words.clean($0) } }
    }
    public var parts: [Part] = []
    /// Short reason why the view is not visible or not touchable; nil if it is both.
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
    /// Whether the layout gives the view an id.
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

    /// Second line of the label.
    var details: String { hasID ? "\(className) \(measure)" : measure }

    private var measure: String { "\(Decimal.text(size.width)) × \(Decimal.text(size.height))" }
}
