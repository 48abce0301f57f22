internal import Geometry

extension Page {
    /// Draws the number of a touch on a filled circle.
    mutating func numberTag(_ number: Int, at point: Point, _ hue: Int) {
        circle(point, number > 99 ? 13 : 11, "f\(hue)")
        text(String(number), at: Point(x: point.x, y: point.y + 4.3), "num paper mid")
    }

    /// Draws a dot for a reported move.
    mutating func moveMark(at point: Point, _ hue: Int) { circle(point, 2.2, "f\(hue)") }

    /// Draws a square for a resting finger.
    mutating func pauseMark(at point: Point, _ hue: Int) {
        rect(Rect(x: point.x - 8, y: point.y - 8, width: 16, height: 16), "k\(hue) fat")
    }

    /// Draws two concentric circles where a touch ended, or a cross where it was cancelled.
    mutating func endMark(at point: Point, _ hue: Int, isCancelled: Bool = false) {
        if isCancelled { return cancelMark(at: point, hue) }
        circle(point, 6, "paper k\(hue) fat")
        circle(point, 2, "f\(hue)")
    }

    /// Draws a cross for a cancelled touch.
    mutating func cancelMark(at point: Point, _ hue: Int) { cross(at: point, 7, "k\(hue) fat") }

    /// Draws a circled minus sign for a rejected contact or a dropped handler call.
    mutating func refusalMark(at point: Point) {
        circle(point, 9, "paper k1 fat")
        line(Point(x: point.x - 5, y: point.y), Point(x: point.x + 5, y: point.y), "k1 fat")
    }

    /// Draws a diamond for gestures, a ribbon for sequences, a square for controls, or a triangle for handlers.
    mutating func laneMark(_ kind: ReplaySummary.Lane.Kind, at point: Point, size: Double = 5) {
        let corners: [(Double, Double)] =
            switch kind {
            case .gesture: [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)]
            case .sequence: [(-1.2, -0.9), (0, -0.4), (1.2, -0.9), (1.2, 0.9), (0, 0.4), (-1.2, 0.9)]
            case .control: [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]
            case .handler: [(-0.8, -1.1), (1.2, 0), (-0.8, 1.1)]
            }
        let points = corners.map { Point(x: point.x + $0.0 * size, y: point.y + $0.1 * size) }
        path(Outline(through: points, isClosed: true), "f\(kind.hue)")
    }
}

extension ReplaySummary.Lane.Kind {
    var hue: Int {
        switch self {
        case .gesture: 3
        case .sequence: 4
        case .control: 0
        case .handler: 2
        }
    }
}
