import ResponderKit

/// Reference hit test that follows the rules literally, without the library's search and conversion code. The library
/// may round transformed points differently, so results near an edge are marked as doubtful.
struct NaiveSearch {
    /// Visited views, in order.
    private(set) var visited: [View] = []
    /// Whether the result may depend on rounding.
    private(set) var isDoubtful = false

    mutating func hit(_ view: View, _ point: Point, isExact: Bool = true) -> View? {
        visited.append(view)
        guard let odd = view as? OddView else { return standard(view, point, margin: 0, isExact) }
        switch odd.kind {
        case .enlarged: return standard(view, point, margin: 20, isExact)
        case .absent: return nil
        case .greedy:
            if !isExact, abs(point.x) < 1e-6 { isDoubtful = true }
            return point.x < 0 ? nil : view
        case .foreign: return standard(view, point, margin: 0, isExact) == nil ? nil : odd.stranger
        case .transparent:
            let hit = standard(view, point, margin: 0, isExact)
            return hit === view ? nil : hit
        }
    }

    private mutating func standard(_ view: View, _ point: Point, margin: Double, _ isExact: Bool) -> View? {
        if view.isHidden || !view.isUserInteractionEnabled || view.alpha < 0.01 { return nil }
        if Self.inverse(of: view.transform) == nil { return nil }
        if !contains(view, point, margin, isExact) { return nil }
        for subview in view.subviews.reversed() {
            let isChildExact = isExact && subview.transform == .identity
            if let hit = hit(subview, Self.local(subview, point), isExact: isChildExact) { return hit }
        }
        return view
    }

    private mutating func contains(_ view: View, _ point: Point, _ margin: Double, _ isExact: Bool) -> Bool {
        let bounds = view.bounds
        let (left, top) = (bounds.origin.x - margin, bounds.origin.y - margin)
        let (right, bottom) = (left + bounds.size.width + 2 * margin, top + bounds.size.height + 2 * margin)
        if !isExact {
            for (edge, coordinate) in [(left, point.x), (right, point.x), (top, point.y), (bottom, point.y)] {
                let scale = max(1, abs(edge), abs(coordinate), abs(view.center.x), abs(view.center.y))
                if !(abs(coordinate - edge) > scale * 1e-9) { isDoubtful = true }
            }
        }
        return left <= point.x && point.x < right && top <= point.y && point.y < bottom
    }

    private static func local(_ view: View, _ point: Point) -> Point {
        let (bounds, matrix) = (view.bounds, view.transform)
        if matrix == .identity {
            let corner = view.frame.origin
            return Point(x: point.x - corner.x + bounds.origin.x, y: point.y - corner.y + bounds.origin.y)
        }
        guard let back = inverse(of: matrix) else { return point }
        let x = point.x - view.center.x - matrix.tx
        let y = point.y - view.center.y - matrix.ty
        return Point(
            x: back.a * x + back.c * y + bounds.size.width / 2 + bounds.origin.x,
            y: back.b * x + back.d * y + bounds.size.height / 2 + bounds.origin.y
        )
    }

    /// Returns the inverse of the matrix without its translation, by Cramer's rule; nil if the matrix is singular.
    private static func inverse(of matrix: AffineTransform) -> (a: Double, b: Double, c: Double, d: Double)? {
        let area = matrix.a * matrix.d - matrix.c * matrix.b
        if area == 0 || !area.isFinite { return nil }
        return (matrix.d / area, -matrix.b / area, -matrix.c / area, matrix.a / area)
    }
}
