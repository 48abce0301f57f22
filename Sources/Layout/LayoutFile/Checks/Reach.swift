internal import Geometry
internal import HandlerEvents
internal import Schema
internal import YAML

/// Finds views that expect touches but can never receive a touch, and determines the reasons.
struct Reach {
    let reading: Reading
    let changes: ViewChanges
    /// Maximum number of areas in front of a view (`Cover`) that the search considers.
    private let coverLimit: Int
    let findings = Findings()

    /// Collects warnings in the order in which they are found.
    final class Findings {
        fileprivate(set) var all: [(mark: Mark, message: String)] = []
        /// Locations of all warnings, including those omitted because of `maximumFindings`.
        fileprivate(set) var marks: Set<Mark> = []
        /// Number of warnings omitted because of `maximumFindings`.
        fileprivate(set) var omitted = 0
        /// Number of comparisons between rectangles so far.
        fileprivate(set) var comparisonCount = 0
    }

    /// Creates a search for a layout with `viewCount` views. The maximum number of comparisons per view decreases with
    /// the number of views.
    init(reading: Reading, changes: ViewChanges, viewCount: Int) {
        (self.reading, self.changes) = (reading, changes)
        coverLimit = min(Self.maximumCovers, Self.maximumComparisons / max(1, viewCount))
    }

    /// Geometry of a superview, with the areas that cover it.
    struct Container {
        /// Bounds of the superview; nil if the bounds may change.
        var bounds: Rect?
        /// Origin of the superview's coordinate system, in screen coordinates.
        var origin = Point.zero
        /// The part of the superview that can receive touches, in screen coordinates.
        var visible: Rect
        /// Frame of the complete superview in screen coordinates, including parts that receive no touches.
        var whole: Rect?
        /// Whether screen coordinates are known. Screen coordinates are unknown inside a transformed view and inside a
        /// view that may move.
        var isPositionKnown = true
        /// Frames of views, windows and dead zones in front of the superview, in screen coordinates.
        var covers: [Cover] = []
        /// Name of the superview in messages.
        var name: String
        /// The containing window with its frame in screen coordinates; the frame is nil if the window may move.
        var window: (frame: Rect?, name: String)

        /// Creates the description for the content of a window.
        init(window frame: Rect?, named name: String, under covers: [Cover]) {
            bounds = frame.map { Rect(origin: .zero, size: $0.size) }
            origin = frame?.origin ?? .zero
            visible = frame ?? .zero
            isPositionKnown = frame != nil
            window = (frame, name)
            (self.name, self.covers) = (name, covers)
        }
    }

    /// A view, window or dead zone that blocks touches to the views behind it.
    struct Cover {
        let frame: Rect
        let name: String
        let mark: Mark
        /// Whether the cover is a dead zone, which blocks touches to all views regardless of their order.
        var isDeadZone = false
    }

    static let maximumCovers = 1000
    static let maximumComparisons = 5_000_000
    /// Maximum number of stored warnings. Exceeds the number of reported warnings, because equal warnings from several
    /// uses of a template are reported once.
    private static let maximumFindings = 10 * Reading.limit

    /// Checks the subviews of a superview; `views` is ordered from back to front.
    func check(_ views: [ViewLayout], in container: Container) {
        var covers = container.covers
        var counts: [Int] = []
        for view in views.reversed() {
            counts.append(covers.count)
            if covers.count < coverLimit, let cover = cover(view, container) { covers.append(cover) }
        }
        for (view, count) in zip(views, counts.reversed()) {
            // If the view may move in front of its siblings, the siblings do not cover the view permanently.
            let isMovable = changes.contain(.order, of: view.id)
            let covers = covers.prefix(min(count, coverLimit))
            check(view, in: container, under: isMovable ? container.covers[...] : covers)
        }
    }

    func warn(_ message: @autoclosure () -> String, at mark: Mark) {
        findings.marks.insert(mark)
        guard findings.all.count < Self.maximumFindings else {
            findings.omitted += 1
            return
        }
        findings.all.append((mark, message()))
    }

    /// Warns of a negative width or height; returns true if one of them is negative.
    func isNegative(_ frame: FrameLayout?, in size: Size, _ title: String, _ outer: String, at mark: Mark) -> Bool {
        guard let layout = frame else { return false }
        let frame = layout.unlimited(in: size).size
        guard frame.width < 0 || frame.height < 0 else { return false }
        // Another check reports lengths that are negative regardless of the superview's size.
        if layout.hasNegativeLength { return true }
        let (what, extent, whole) =
            frame.width < 0 ? ("width", frame.width, size.width) : ("height", frame.height, size.height)
        let reason = "because \(outer) is only \(whole.points) \(what == "width" ? "wide" : "high")"
        warn(
            "\(title) receives no touches: its \(what) is \(extent.points), \(reason); correct 'frame' or 'edges'",
            at: mark
        )
        return true
    }

    /// Returns the area in which a view covers its siblings; nil if the area may change or if the view receives no
    /// touches.
    private func cover(_ view: ViewLayout, _ container: Container) -> Cover? {
        guard container.isPositionKnown, view.transform == nil, view.obstacle(changes) == nil,
            !changes.contain(.hits, of: view.id), !changes.contain(.order, of: view.id),
            let frame = container.bounds.flatMap(view.frame(in:))
        else { return nil }
        return Cover(frame: frame.offset(by: container.origin), name: view.nameBeforeLine, mark: view.mark)
    }

    private func check(_ view: ViewLayout, in container: Container, under covers: ArraySlice<Cover>) {
        let room = changes.contain(.geometry, of: view.id) ? nil : container.bounds
        // If the view has `bounds`, its frame determines only the position.
        let sizing = view.bounds == nil ? view.frame : nil
        if let room, isNegative(sizing, in: room.size, view.title, container.name, at: view.mark) { return }
        let frame = room.flatMap(view.frame(in:))
        if let reason = reason(view, frame, container, covers) {
            if let lost = view.waiting { warn(words(lost, view, reason()), at: view.mark) }
            return
        }
        if let frame, container.isPositionKnown, view.transform == nil, view.expectsTouches {
            let own = frame.offset(by: container.origin)
            if !container.visible.almostContains(own) {
                warn(
                    "\(view.title) lies partly outside \(container.title(around: own)) and receives no touches there; "
                        + "correct 'frame' or 'edges'",
                    at: view.mark
                )
            }
        }
        var inner = container
        inner.name = view.nameForOthers
        let bounds = frame.map { view.bounds ?? Rect(origin: .zero, size: $0.size) }
        inner.bounds = bounds
        inner.isPositionKnown = container.isPositionKnown && view.transform == nil && bounds != nil
        if let frame, let bounds, inner.isPositionKnown {
            let own = frame.offset(by: container.origin)
            inner.origin = Point(x: own.minX - bounds.minX, y: own.minY - bounds.minY)
            inner.visible = container.visible.intersection(own) ?? .zero
            inner.whole = own
            findings.comparisonCount += covers.count
            inner.covers = covers.filter { $0.frame.intersects(own) }
        }
        check(view.subviews, in: inner)
        if let controller = view.controller { check(controller.value, in: inner) }
    }

    /// Checks the views of the controllers that a controller contains or presents. These views may intentionally cover
    /// each other, so only dead zones cover them in this check.
    private func check(_ controller: ControllerLayout, in container: Container) {
        var open = container
        open.covers = container.covers.filter(\.isDeadZone)
        for other in controller.viewControllers {
            if let view = other.view { check([view.filling], in: open) }
            check(other, in: open)
        }
        for other in controller.children {
            if let view = other.view { check([view], in: open) }
            check(other, in: open)
        }
        for page in controller.pages where controller.class == .navigationController {
            if let view = page.view { check([view.filling], in: open) }
            check(page, in: open)
        }
        let others =
            (controller.present.map { [$0.value] } ?? [])
            + (controller.class == .viewController ? controller.pages : [])
        for presented in others {
            let window = Container(window: container.window.frame, named: container.window.name, under: open.covers)
            if let view = presented.view { check([view.filling], in: window) }
            check(presented, in: window)
        }
    }

    /// Returns a function that formats the reason why a view receives no touches; nil if the view can receive touches.
    private func reason(
        _ view: ViewLayout,
        _ frame: Rect?,
        _ container: Container,
        _ covers: ArraySlice<Cover>
    ) -> (() -> String)? {
        if view.obstacle(changes) != nil { return { view.obstacle(changes) ?? "" } }
        guard let frame else { return nil }
        if frame.size.width <= 0 || frame.size.height <= 0 {
            return { "it has a size of \(frame.size.words) points; correct 'frame' or 'edges'" }
        }
        guard container.isPositionKnown, view.transform == nil else { return nil }
        let own = frame.offset(by: container.origin)
        guard let seen = container.visible.intersection(own) else {
            return { "it lies outside \(container.title(around: own)); correct 'frame' or 'edges'" }
        }
        findings.comparisonCount += covers.count
        guard let cover = covers.first(where: { $0.frame.contains(seen) }) else { return nil }
        return {
            let file = cover.mark.source == view.mark.source ? nil : reading.file(of: cover.mark)
            let which = "\(cover.name) on line \(cover.mark.line)\(file.map { " of \($0)" } ?? "")"
            return cover.isDeadZone
                ? "it lies in \(which), where no touch begins; move the view or the dead zone"
                : "it is covered by \(which); change the order or the frames, "
                    + "or set 'userInteractionEnabled: false' on the view in front"
        }
    }

    private func words(_ lost: (first: ViewLayout, count: Int), _ view: ViewLayout, _ reason: String) -> String {
        let others = lost.count > 1 ? " and \(lost.count - 1) more \(lost.count == 2 ? "view" : "views")" : ""
        let isHere = lost.first.mark == view.mark
        // If the warning is about subviews of `view`, replaces "it" in the reason with the name of `view`.
        let isOwn = lost.count == 1 && isHere
        let why = isOwn || !reason.hasPrefix("it ") ? reason : view.title + reason.dropFirst(2)
        // The warning is reported at the line of `view`. The message therefore identifies a subview without an id by
        // its line, and by its file if different.
        let isElsewhere = lost.first.id == nil && lost.first.mark.source != view.mark.source
        let file = isElsewhere ? reading.file(of: lost.first.mark).map { " of \($0)" } ?? "" : ""
        let name = isHere ? lost.first.title : lost.first.nameForOthers + file
        return "\(name)\(others) can never be touched: \(why)"
    }
}

extension Reach.Container {
    /// Returns the name of the area that the frame exceeds: the superview, or the part of the superview that can
    /// receive touches.
    fileprivate func title(around frame: Rect) -> String {
        whole?.contains(frame) == true ? "the touchable part of \(name)" : name
    }
}

extension ViewLayout {
    /// The view without its frame and center, because the containing or presenting controller determines its frame.
    fileprivate var filling: ViewLayout {
        var view = self
        (view.frame, view.center) = (nil, nil)
        return view
    }
}

extension Rect {
    /// Whether this rectangle contains the other rectangle. The other rectangle may slightly exceed this rectangle,
    /// because a layout may contain rounded percentages such as "33.3%".
    fileprivate func almostContains(_ other: Rect) -> Bool {
        Rect(x: minX - 0.5, y: minY - 0.5, width: size.width + 1, height: size.height + 1).contains(other)
    }

    fileprivate func offset(by point: Point) -> Rect {
        Rect(x: minX + point.x, y: minY + point.y, width: size.width, height: size.height)
    }
}
