internal import Geometry
internal import Schema

extension LayoutCheck {
    /// Looks for views that wait for touches and never get any.
    func checkReach() {
        let reach = Reach(reading: reading)
        if layout.screens.isEmpty {
            check(layout.root, layout.windows, on: nil, reach)
        }
        for (place, screen) in layout.screens.enumerated() {
            let root = screen.root ?? (place == 0 ? layout.root : nil)
            check(root, (place == 0 ? layout.windows : []) + screen.windows, on: screen.size, reach)
        }
    }

    private func check(_ root: ViewLayout?, _ windows: [WindowLayout], on size: Size?, _ reach: Reach) {
        let screen = size.map { Rect(origin: .zero, size: $0) }
        // From the front to the back; of windows of one level the later one is in front.
        let others = windows.enumerated().sorted { ($0.element.level, $0.offset) > ($1.element.level, $1.offset) }
        var place = Reach.Place(size: size, visible: screen, name: "the screen")
        for (_, window) in others.filter({ $0.element.level >= 0 }) { check(window, &place, reach) }
        if let root { reach.check([root], in: place) }
        if root != nil, let screen {
            place.covers.append(Reach.Cover(frame: screen, name: "the main window", mark: root!.mark))
        }
        for (_, window) in others.filter({ $0.element.level < 0 }) { check(window, &place, reach) }
    }

    /// Goes through a window; it lies above what is looked at later.
    private func check(_ window: WindowLayout, _ place: inout Reach.Place, _ reach: Reach) {
        var frame = ViewLayout()
        frame.frame = window.frame
        guard let rect = frame.frame(in: place.size) else { return }
        let title = window.id.map { "the window '\($0.value)'" } ?? "the window"
        if window.isHidden { return }
        var inner = Reach.Place(size: rect.size, origin: rect.origin, visible: rect, name: title)
        inner.covers = place.covers
        if let root = window.root { reach.check([root], in: inner) }
        place.covers.append(Reach.Cover(frame: rect, name: title, mark: window.mark))
    }
}
