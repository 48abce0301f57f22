internal import Geometry
internal import ResponderKit
internal import Schema

enum ScreenEdgePan: GestureDescriptor {
    typealias Recognizer = ScreenEdgePanGestureRecognizer

    static let type = GestureType.screenEdgePan
    static let name = "screen-edge pan"
    static let isDiscrete = false
    static let keys: [GestureKey] =
        Pan.keys + [
            GestureKey(
                "edges",
                .edges,
                \Recognizer.edges,
                "edges of the screen at which the pan can begin. Default: none"
            ),
            GestureKey(
                length: "edgeWidth",
                \Recognizer.edgeWidth,
                "maximum distance between the edge and the touch-down, in points. Default: 20"
            ),
        ]
    static let measure = GestureMeasure.translation
    static let rules: [Rule] = [.edgePan]

    static func make() -> Recognizer { Recognizer() }

    static func problem(of pan: Recognizer) -> GestureProblem? {
        let message = "a screenEdgePan without 'edges' never begins; add 'edges: left' or another edge"
        return Pan.problem(of: pan) ?? (pan.edges.isEmpty ? .missingKey(message) : nil)
    }

    static func numbers(of pan: Recognizer, in view: View?) -> GestureNumbers {
        GestureNumbers(pan.translation(in: view), velocity: pan.velocity(in: view))
    }

    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of pan: Recognizer) -> GestureExplanation {
        let (edges, width, slop) = (pan.edges, pan.edgeWidth, GestureFailure.beginning(pan.slop))
        return { failure in
            switch failure.reason {
            case .liftedEarly:
                ("\(failure.lifted(after: failure.distance)); a screen-edge pan begins at \(slop)", .edgePan)
            case .tooManyTouches: (failure.words("maximumTouches"), .panFingers)
            case .notFromEdge: (failure.notFrom(edges, within: width), .edgePan)
            default: nil
            }
        }
    }
}

extension GestureFailure {
    /// Returns the explanation that the touch began too far from the edges. If the touch began near an edge, or its
    /// start is unknown, returns the explanation that the finger did not move inward.
    func notFrom(_ edges: RectEdge, within width: Double) -> String {
        let names = edges.isEmpty ? "edge" : "\(edges.names.joined(separator: " or ")) edge"
        guard let start, let screen, let distance = edges.distances(from: start, in: screen).min(), distance > width
        else {
            return "the finger did not move inward from the \(names)"
        }
        let limit = "at most \(Self.points(width)) is allowed\(Self.setting("edgeWidth", width))"
        return "the touch began \(Self.points(distance)) from the \(names); \(limit)"
    }

    /// Describes the distance of the touch-down from the nearest of the edges, such as "5 pt from the bottom edge
    /// (`edges: bottom`)". Returns nil if the touch did not begin near an edge.
    func nearest(of edges: RectEdge, within width: Double) -> String? {
        guard let start, let screen else { return nil }
        let all = zip(edges.names, edges.distances(from: start, in: screen)).filter { $0.1 <= width }
        guard let (name, distance) = all.min(by: { $0.1 < $1.1 }) else { return nil }
        return "\(Self.points(distance)) from the \(name) edge (`edges: \(name)`)"
    }
}

extension RectEdge {
    var names: [String] {
        let all: [(RectEdge, String)] = [(.top, "top"), (.left, "left"), (.bottom, "bottom"), (.right, "right")]
        return all.filter { contains($0.0) }.map(\.1)
    }

    /// Returns the distances of a point from the edges of a frame, in points.
    fileprivate func distances(from point: Point, in frame: Rect) -> [Double] {
        let all: [(RectEdge, Double)] = [
            (.top, point.y - frame.minY), (.left, point.x - frame.minX), (.bottom, frame.maxY - point.y),
            (.right, frame.maxX - point.x),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

extension Setting where Value == RectEdge {
    static var edges: Setting {
        let one = Setting.choice(["top": .top, "left": .left, "bottom": .bottom, "right": .right, "all": .all])
        return Setting<[Value]>.oneOrMore(of: one).map { Value($0) }
    }
}

extension Rule {
    static let edgePan = Rule(
        "G75",
        "reference/behaviours/07-recognizer-kinds.md#screen-edge-pan",
        "A screen-edge pan begins within `edgeWidth` (20 pt) of one of its edges and moves away from the edge."
    )
}
