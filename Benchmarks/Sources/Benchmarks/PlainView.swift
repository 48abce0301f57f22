import ResponderKit

/// Minimal view with only the documented recursive hit test; baseline for Touchbridge's hit test.
class PlainView {
    let frame: Rect
    var isHidden = false
    var isUserInteractionEnabled = true
    var alpha = 1.0
    var subviews: [PlainView] = []

    init(frame: Rect) { self.frame = frame }

    func hitTest(_ point: Point) -> PlainView? {
        guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point) else { return nil }
        for child in subviews.reversed() {
            let local = Point(x: point.x - child.frame.minX, y: point.y - child.frame.minY)
            if let hit = child.hitTest(local) { return hit }
        }
        return self
    }

    func point(inside point: Point) -> Bool {
        Rect(x: 0, y: 0, width: frame.width, height: frame.height).contains(point)
    }
}
