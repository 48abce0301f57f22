public import Bridge
public import Geometry
internal import InputHub
internal import JSON
internal import LayoutFile
internal import LayoutPlans
internal import Platform
internal import ResponderKit
internal import Schema
public import TouchTrace

/// Result of a hit test at a point: each visited view with its result and the reason.
public struct HitReport: Sendable {
    /// A view that the hit test visited.
    public struct Visit: Sendable {
        /// Layout id of the view; a description if the view has no id.
        public let view: String
        /// Id of the view in the pipeline's ``InternTable``.
        public let internedID: InternedID
        /// Number of ancestors in the view hierarchy.
        public let depth: Int
        /// The point in the view's own coordinates.
        public let point: Point
        public fileprivate(set) var verdict: Verdict
    }

    /// Result of the hit test for one view.
    public enum Verdict: Equatable, Sendable {
        /// Neither the view nor its subviews can be hit; the string states the reason.
        case refused(String)
        /// The view contains the point, and its subviews were visited.
        case entered
        /// The view is the hit view.
        case hit
    }

    /// The tested point, in coordinates shared by all screens.
    public let point: Point
    /// Visited views, in order of the visit.
    public let visits: [Visit]
    /// Layout names of the responders in the chain, from the hit view outward; empty if no window accepts the touch.
    public let chain: [String]
    /// Names of the enabled gesture recognizers that receive the touch, from the hit view outward.
    public let gestures: [String]
    /// Name of the screen whose dead zone contains the point; touches in a dead zone are rejected. Nil if no dead zone
    /// contains the point.
    public let deadZone: String?

    /// Runs the hit test for a touch at a point, without side effects.
    public init(_ pipeline: Pipeline, at point: Point) {
        let listener = Listener(pipeline.names)
        let application = pipeline.application
        application.addObserver(listener)
        var hit: View?
        for window in application.windows.reversed() {
            let local = Point(
                x: point.x - window.frame.minX + window.bounds.minX,
                y: point.y - window.frame.minY + window.bounds.minY
            )
            if window.isHidden {
                listener.note(window, local, .refused("it is hidden"))
                continue
            }
            hit = window.hitTest(local, with: nil)
            if hit != nil { break }
        }
        application.removeObserver(listener)
        let winner = hit.flatMap { view in listener.views.lastIndex { $0 === view } }
        if let winner { listener.visits[winner].verdict = .hit }
        self.point = point
        visits = listener.visits
        chain = hit.map { Self.chain(from: $0) } ?? []
        let ancestors = sequence(first: hit) { $0?.superview }.prefix { $0 != nil }
        gestures = ancestors.flatMap { $0?.gestureRecognizers ?? [] }.filter(\.isEnabled).map(\.layoutName)
        deadZone =
            pipeline.plan.screens.first { screen in
                let local = Point(x: point.x - screen.frame.minX, y: point.y - screen.frame.minY)
                return screen.frame.contains(point) && screen.layout.deadZones.contains { $0.value.contains(local) }
            }?.name
    }

    private static func chain(from view: View) -> [String] {
        // The limit is only a safeguard: the chain of a layout has no cycle and is never that long.
        sequence(first: view as Responder, next: \.next).prefix(1000).map(\.layoutName)
    }

    private final class Listener: ApplicationObserver {
        var visits: [Visit] = []
        var views: [View] = []
        private let names: InternTable

        init(_ names: InternTable) { self.names = names }

        func note(_ view: View, _ point: Point, _ verdict: Verdict) {
            let depth = sequence(first: view, next: \.superview).dropFirst().reduce(0) { count, _ in count + 1 }
            views.append(view)
            let id = names.id(of: view)
            visits.append(
                Visit(view: view.layoutName, internedID: id, depth: depth, point: point, verdict: verdict)
            )
        }

        func hitTest(_ view: View, at point: Point, event: Event?) { note(view, point, .entered) }

        func hitTest(_ view: View, refused point: Point, reason: HitTestRejection) {
            guard let index = views.lastIndex(where: { $0 === view }) else { return }
            visits[index].verdict = .refused(reason.words(view, point))
        }
    }
}

extension HitTestRejection {
    /// Describes the reason in terms of layout keys, such as `userInteractionEnabled`; `point` is in the view's
    /// coordinates.
    fileprivate func words(_ view: View, _ point: Point) -> String {
        switch self {
        case .hidden: "it is hidden"
        case .transparent(let alpha): "its alpha \(JSONValue.number(alpha)) is below 0.01"
        case .interactionDisabled: "it has userInteractionEnabled: false"
        case .outside: Self.outside(view, point)
        case .overridden: "its class overrides the hit test and rejects the point"
        case .singularTransform: "its transform shrinks it to zero area"
        }
    }

    /// Describes the distance of a point from a view, in points on the screen.
    private static func outside(_ view: View, _ point: Point) -> String {
        let bounds = view.bounds
        let near = Point(
            x: min(max(point.x, bounds.minX), bounds.maxX),
            y: min(max(point.y, bounds.minY), bounds.maxY)
        )
        let distance = view.convert(near, to: nil).distance(to: view.convert(point, to: nil))
        return distance < 0.05
            ? "the point is on its edge, which the view excludes"
            : "the point is \(distance.tenths) pt outside its bounds"
    }
}
