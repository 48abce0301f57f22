internal import Geometry
internal import HandlerEvents
internal import JSON
internal import Schema
internal import YAML

extension ViewLayout {
    /// Name of the view in messages about the view itself.
    var title: String { id.map { "'\($0.value)'" } ?? "this \((`class` ?? .view).rawValue)" }

    /// Name of the view in messages about other views.
    var nameForOthers: String { id == nil ? "\(nameBeforeLine) on line \(mark.line)" : nameBeforeLine }

    /// Name of the view in messages that state the view's line number after the name.
    var nameBeforeLine: String { id.map { "'\($0.value)'" } ?? "the \((`class` ?? .view).rawValue)" }

    /// Whether the view is meant to be touched. True for a class other than `View`, and for a view with a gesture,
    /// `follows:`, or a binding of touch or control events.
    var expectsTouches: Bool {
        if let kind = `class`, kind != .view { return true }
        return !gestures.isEmpty || follows != nil
            || on.contains { $0.events.contains { $0.family == .touches || $0.family == .control } }
    }

    /// The first view in the subtree with `expectsTouches`, and the number of such views; nil if no view has it.
    var waiting: (first: ViewLayout, count: Int)? {
        var found: (first: ViewLayout, count: Int)? = expectsTouches ? (self, 1) : nil
        for other in subviews.lazy.compactMap(\.waiting) {
            found = (found?.first ?? other.first, (found?.count ?? 0) + other.count)
        }
        return found
    }

    /// Returns the reason, such as `hidden: true`, that excludes the view and its subviews from hit-testing. Nil if no
    /// property excludes the view, or if the property may change at run time. Does not check frames.
    func obstacle(_ changes: ViewChanges) -> String? {
        func stays(_ property: String) -> Bool { !changes.contain([property], of: id) }
        if isHidden == true, stays("hidden") {
            let remedy = id == nil ? "" : ", or show it with 'tree.show'"
            return "it is hidden, and nothing shows it; remove 'hidden: true'\(remedy)"
        }
        if let alpha, alpha < 0.01, stays("alpha") {
            return "it has 'alpha: \(JSONValue.number(alpha))'; views need an alpha of at least 0.01 to receive touches"
        }
        if isUserInteractionEnabled == false, stays("userInteractionEnabled") {
            return "it has 'userInteractionEnabled: false'; remove this key"
        }
        if let transform, transform.a * transform.d == transform.b * transform.c, stays("transform") {
            return "it has a transform that scales its size to 0; correct 'transform'"
        }
        return nil
    }

    /// Returns the frame of the view, without its transform, in a superview with the bounds `superview`; nil for
    /// invalid geometry, which was already reported.
    func frame(in superview: Rect) -> Rect? {
        guard !isPartlyInvalid else { return nil }
        var rect = (frame ?? .whole).resolved(in: superview)
        if let bounds {
            let middle = Point(x: rect.midX, y: rect.midY)
            rect = Rect(center: middle, size: bounds.size)
        }
        if let center { rect = Rect(center: center, size: rect.size) }
        return rect
    }
}

extension Double {
    var points: String { "\(JSONValue.number(self)) \(magnitude == 1 ? "point" : "points")" }
}

extension Size {
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
