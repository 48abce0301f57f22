public import Geometry

/// What a layout has become, as values that can be drawn: screens, and views from back to front, in the points of all.
public struct Scene: Sendable {
    public var title: String
    public var screens: [Screen] = []
    public private(set) var views: [SceneView] = []
    /// Views that are not drawn, as there are too many.
    public private(set) var leftOut = 0

    /// So many views are drawn at most, those that lie deepest being left out first.
    public static let viewLimit = 2000

    public init(title: String) { self.title = Words.clean(title, limit: 80) }

    /// A screen with its dead zones.
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

    /// Takes the views from back to front.
    public mutating func setViews(_ all: [SceneView]) {
        guard all.count > Self.viewLimit else {
            (views, leftOut) = (all, 0)
            return
        }
        let nearest = all.indices.sorted { (all[$0].depth, $0) < (all[$1].depth, $1) }.prefix(Self.viewLimit)
        views = nearest.sorted().map { all[$0] }
        leftOut = all.count - views.count
    }

    /// Around all screens.
    var frame: Rect {
        screens.dropFirst().reduce(screens.first?.frame ?? Rect(x: 0, y: 0, width: 1, height: 1)) { $0.union($1.frame) }
    }
}

/// A view as it is drawn.
public struct SceneView: Sendable {
    /// What it is, which decides its form.
    public enum Kind: Sendable, CaseIterable {
        case view, control, button, slider, `switch`, window
        /// The window of a screen, which looks as the screen does.
        case mainWindow
    }

    /// A part of a control that one sees.
    public enum Part: Sendable {
        case track(Quad)
        case thumb(Quad)
        /// A switch's knob, on the right when it is on.
        case knob(isOn: Bool)
    }

    public let name: String
    public let kind: Kind
    public let quad: Quad
    /// How many views it lies in.
    public let depth: Int
    /// Its place, as a layout gives it.
    public let frame: Rect
    /// How large it is before its transform, unless its place says so.
    public var size: Size
    /// What a layout calls its class.
    public let className: String
    /// What is special about it, a line each.
    public var notes: [String] = [] {
        didSet { notes = notes.prefix(Self.noteLimit).map { Words.clean($0) } }
    }
    public var parts: [Part] = []
    /// In a few words why one does not see or touch it.
    public var state: String?
    public var isHidden = false
    public var isInert = false
    public var isDisabled = false
    /// Where gestures that come from an edge begin.
    public var edges: [Edge] = []
    /// The names of its gestures.
    public var gestures: [String] = [] {
        didSet { gestures = gestures.prefix(Self.noteLimit).map { Words.clean($0) } }
    }
    /// Whether the layout gave it a name.
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

    /// What hovering shows.
    var title: String {
        let numbers = [frame.minX, frame.minY, frame.width, frame.height].map { Decimal.text($0) }
        let head = hasID ? [name] : []
        return (head + ["\(className) [\(numbers.joined(separator: ", "))]"] + notes).joined(separator: "\n")
    }

    /// The second line of its label.
    var details: String { hasID ? "\(className) \(measure)" : measure }

    private var measure: String { "\(Decimal.text(size.width)) × \(Decimal.text(size.height))" }
}
