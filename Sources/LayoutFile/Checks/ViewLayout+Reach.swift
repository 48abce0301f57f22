internal import Geometry
internal import JSON
internal import Occurrences
internal import Schema
internal import YAML

extension ViewLayout {
    /// What messages call it.
    var title: String { id.map { "'\($0.value)'" } ?? "this \((`class` ?? .view).rawValue)" }

    /// What messages about others call it.
    var nameForOthers: String {
        id.map { "'\($0.value)'" } ?? "the \((`class` ?? .view).rawValue) in line \(mark.line)"
    }

    /// Whether touches on it are waited for.
    var isWaiting: Bool {
        if let kind = `class`, kind != .view { return true }
        return !gestures.isEmpty
            || on.contains { $0.events.contains { $0.family == .touches || $0.family == .control } }
    }

    /// It and those in it that wait for touches.
    var waiting: [ViewLayout] { (isWaiting ? [self] : []) + subviews.flatMap(\.waiting) }

    /// Why neither it nor anything in it is ever hit, whatever its place.
    var obstacle: String? {
        if isHidden == true { return "it is hidden, unless a plugin shows it" }
        if let alpha, alpha < 0.01 { return "it has the alpha \(JSONValue.number(alpha)), which is below 0.01" }
        if isUserInteractionEnabled == false { return "it has userInteractionEnabled: false" }
        if let transform, transform.a * transform.d == transform.b * transform.c {
            return "it has a transform that leaves nothing of it"
        }
        return nil
    }

    /// Where it lies in a superview of a size; nil if that depends on a size that is not known.
    func frame(in size: Size?) -> Rect? {
        guard !isHalfRead else { return nil }
        var rect: Rect
        switch (frame, size) {
        case (nil, nil): return nil
        case (nil, let size?): rect = Rect(origin: .zero, size: size)
        case (let frame?, let size?): rect = frame.resolved(in: size)
        case (let frame?, nil):
            // What is the same in two sizes is so in all of them, since lengths are straight lines.
            let (small, large) = (Size(width: 1000, height: 1000), Size(width: 3000, height: 3000))
            rect = frame.resolved(in: small)
            guard rect == frame.resolved(in: large) else { return nil }
        }
        if let bounds {
            let middle = Point(x: rect.midX, y: rect.midY)
            rect = Rect(center: middle, size: bounds.size)
        }
        if let center { rect = Rect(center: center, size: rect.size) }
        return rect
    }
}

extension Size {
    /// For messages.
    var words: String { "\(JSONValue.number(width)) by \(JSONValue.number(height))" }
}

extension Rect {
    fileprivate init(center: Point, size: Size) {
        self.init(
            x: center.x - size.width / 2,
            y: center.y - size.height / 2,
            width: size.width,
            height: size.height
        )
    }
}
