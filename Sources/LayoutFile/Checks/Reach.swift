internal import Geometry
internal import Occurrences
internal import Schema
internal import YAML

/// Follows touches down a tree of views: which of those that wait for touches can never get one, and why.
struct Reach {
    let reading: Reading

    /// What the views of one superview lie in.
    struct Place {
        /// In points; nil when it depends on a screen of which nothing is known.
        var size: Size?
        /// Where the superview's coordinates begin on the screen, and what of it can be touched.
        var origin = Point.zero
        var visible: Rect?
        /// The whole superview on the screen, also what of it cannot be touched.
        var whole: Rect?
        /// Whether places on the screen can be told: not beneath a transform.
        var isStraight = true
        /// What lies above everything in it, in the screen's points.
        var covers: [Cover] = []
        /// What messages call it.
        var name: String
    }

    /// Something that takes the touches of what lies below it.
    struct Cover {
        let frame: Rect
        let name: String
        let mark: Mark
    }

    /// Each view is compared with so many that lie above it; a text of any size is read in bounded time.
    private static let mostCovers = 1000

    /// Goes through views that lie in one place, the last of them on top.
    func check(_ views: [ViewLayout], in place: Place) {
        var covers = place.covers
        var found: [(view: ViewLayout, covers: [Cover])] = []
        for view in views.reversed() {
            found.append((view, covers))
            if covers.count < Self.mostCovers, let cover = cover(view, place) { covers.append(cover) }
        }
        for (view, covers) in found.reversed() { check(view, in: place, under: covers) }
    }

    /// What a view covers of its siblings.
    private func cover(_ view: ViewLayout, _ place: Place) -> Cover? {
        guard place.isStraight, view.transform == nil, view.obstacle == nil, let frame = view.frame(in: place.size)
        else {
            return nil
        }
        return Cover(frame: frame.offset(by: place.origin), name: view.title, mark: view.mark)
    }

    private func check(_ view: ViewLayout, in place: Place, under covers: [Cover]) {
        let frame = view.frame(in: place.size)
        if let reason = reason(view, frame, place, covers) {
            let lost = view.waiting
            guard let first = lost.first else { return }
            let others = lost.count > 1 ? " and \(lost.count - 1) more" : ""
            // Said of what is in it, the reason names it.
            let isOwn = lost.count == 1 && first.mark == view.mark
            let why = isOwn || !reason.hasPrefix("it ") ? reason : view.title + reason.dropFirst(2)
            reading.warning("\(first.title)\(others) can never be touched: \(why)", at: view.mark)
            return
        }
        if let frame, place.isStraight, view.transform == nil, view.isWaiting {
            let own = frame.offset(by: place.origin)
            if let visible = place.visible, !visible.almostContains(own) {
                let what = "lies partly outside of \(place.title(around: own))"
                reading.warning("\(view.title) \(what), where no touch reaches it", at: view.mark)
            }
        }
        var inner = Place(size: view.bounds?.size ?? frame?.size, name: view.nameForOthers)
        inner.isStraight = place.isStraight && view.transform == nil && frame != nil
        if inner.isStraight, let frame {
            let own = frame.offset(by: place.origin)
            let start = view.bounds?.origin ?? .zero
            inner.origin = Point(x: own.minX - start.x, y: own.minY - start.y)
            inner.visible = place.visible.map { $0.intersection(own) ?? .zero } ?? own
            inner.whole = own
            inner.covers = covers.filter { $0.frame.intersects(own) }
        }
        check(view.subviews, in: inner)
        if let controller = view.controller { check(controller.value, in: inner) }
    }

    /// Controllers' views fill what they are shown in; those that are covered on purpose are not looked for.
    private func check(_ controller: ControllerLayout, in place: Place) {
        var open = place
        open.covers = []
        for other in controller.viewControllers + controller.children {
            if let view = other.view { check([view], in: open) }
            check(other, in: open)
        }
        if let presented = controller.present?.value {
            if let view = presented.view { check([view], in: open) }
            check(presented, in: open)
        }
    }

    private func reason(_ view: ViewLayout, _ frame: Rect?, _ place: Place, _ covers: [Cover]) -> String? {
        if let obstacle = view.obstacle { return obstacle }
        guard let frame else { return nil }
        if frame.size.width <= 0 || frame.size.height <= 0 { return "it is \(frame.size.words) points large" }
        guard place.isStraight, view.transform == nil else { return nil }
        let own = frame.offset(by: place.origin)
        if let visible = place.visible, !visible.intersects(own) {
            return "it lies outside of \(place.title(around: own))"
        }
        let seen = place.visible.flatMap { $0.intersection(own) } ?? own
        guard let cover = covers.first(where: { $0.frame.contains(seen) }) else { return nil }
        let file = cover.mark.source == view.mark.source ? nil : reading.file(of: cover.mark)
        return "\(cover.name) in line \(cover.mark.line)\(file.map { " of \($0)" } ?? "") lies above it and covers it"
    }
}

extension Reach.Place {
    /// What a view lies outside of: the superview, or what is left of it within its own superviews.
    fileprivate func title(around frame: Rect) -> String {
        whole?.contains(frame) == true ? "what can be touched of \(name)" : name
    }
}

extension Rect {
    /// Parts such as "33.3%" may end a little beyond.
    fileprivate func almostContains(_ other: Rect) -> Bool {
        Rect(x: minX - 0.5, y: minY - 0.5, width: size.width + 1, height: size.height + 1).contains(other)
    }

    fileprivate func offset(by point: Point) -> Rect {
        Rect(x: minX + point.x, y: minY + point.y, width: size.width, height: size.height)
    }
}
