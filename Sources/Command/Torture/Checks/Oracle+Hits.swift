internal import ResponderKit

/// Reference implementation of the hit test: finds the front-most view that accepts touches.
extension Oracle {
    func checkHit(_ touch: Touch, _ view: View?) {
        let found = Self.frontMost(in: windows(), at: touch.startLocation)
        guard found !== view else { return }
        let (wanted, got) = (found.map { Self.name($0) } ?? "no view", view.map { Self.name($0) } ?? "no view")
        verdict.fail(.hit, "touch \(touch.number) hits \(got), expected \(wanted)")
    }

    static func frontMost(in windows: [Window], at point: Point) -> View? {
        for window in windows.reversed() {
            if let found = find(window, point) { return found }
        }
        return nil
    }

    private static func find(_ view: View, _ point: Point) -> View? {
        guard !view.isHidden, view.alpha >= 0.01, view.isUserInteractionEnabled else { return nil }
        guard view.transform.a * view.transform.d != view.transform.b * view.transform.c else { return nil }
        let local = view.localPoint(fromParent: point)
        guard view.bounds.contains(local) else { return nil }
        for child in view.subviews.reversed() {
            if let hit = find(child, local) { return hit }
        }
        return view
    }
}
