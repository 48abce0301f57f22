/// Set of edges of a rectangle.
public struct RectEdge: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The top edge.
    public static let top = RectEdge(rawValue: 1)
    /// The left edge.
    public static let left = RectEdge(rawValue: 2)
    /// The bottom edge.
    public static let bottom = RectEdge(rawValue: 4)
    /// The right edge.
    public static let right = RectEdge(rawValue: 8)
    /// All four edges.
    public static let all: RectEdge = [.top, .left, .bottom, .right]
}

/// Recognizes a one-finger drag from an edge of the window towards its middle (G74).
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
    /// Edges from which the gesture can start. Empty by default: no gesture is recognized.
    public final var edges: RectEdge = []
    /// Maximum distance of the finger from the edge at touch-down, in points (G75).
    public final var edgeWidth = 20.0

    private var start: RectEdge = []

    open override func reset() {
        super.reset()
        start = []
    }

    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        var rest = touches
        if start.isEmpty, let first = touches.first {
            start = edges.intersection(first.startEdges(within: edgeWidth))
            if start.isEmpty { return fail(.notFromEdge) }
            rest.remove(first)
            for touch in rest { ignore(touch, for: event) }
            return super.touchesBegan([first], with: event)
        }
        for touch in rest { ignore(touch, for: event) }
    }

    /// Whether the movement leads away from the edge of the touch-down. A movement along the edge fails the gesture.
    override func mayBegin(along way: Point) -> Bool {
        let isAway = start.isLeft(along: way)
        if !isAway { fail(.notFromEdge) }
        return isAway
    }
}

extension RectEdge {
    /// Whether a movement leads away from one of the edges, rather than along it.
    func isLeft(along way: Point) -> Bool {
        (contains(.left) && way.x > abs(way.y)) || (contains(.right) && -way.x > abs(way.y))
            || (contains(.top) && way.y > abs(way.x)) || (contains(.bottom) && -way.y > abs(way.x))
    }
}

extension Touch {
    /// Returns the window edges within `width` points of the touch-down location.
    func startEdges(within width: Double) -> RectEdge {
        guard let window else { return [] }
        let (location, bounds) = (window.fromParent(downLocation), window.bounds)
        var near: RectEdge = []
        if location.x - bounds.minX <= width { near.insert(.left) }
        if bounds.maxX - location.x <= width { near.insert(.right) }
        if location.y - bounds.minY <= width { near.insert(.top) }
        if bounds.maxY - location.y <= width { near.insert(.bottom) }
        return near
    }
}
