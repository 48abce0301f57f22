internal import Geometry

extension Page {
    /// Begins a group that is clipped to the drawing area; `svg.end()` ends the group.
    mutating func beginDrawing() {
        svg.begin("defs")
        svg.begin("clipPath", ["id": "drawing"])
        rect(sheet.drawing, "")
        svg.end()
        svg.end()
        svg.begin("g", ["clip-path": "url(#drawing)"])
    }

    /// Draws the views, and on top of them the dead zones, the bands of edge gestures and the outlines of the screens.
    mutating func draw(_ scene: Scene, _ projection: Projection) {
        for view in scene.views { draw(view, projection) }
        for screen in scene.screens {
            for zone in screen.deadZones {
                titled("dead zone of \(screen.name): no touch begins here") { $0.rect(projection(zone), "zone") }
            }
        }
        for view in scene.views { for edge in view.edges { draw(edge, projection) } }
        for screen in scene.screens { rect(projection(screen.frame), "ink fat") }
    }

    /// Draws the names and sizes of the screens, and rulers in points along their top and left edges.
    mutating func rulers(_ scene: Scene, _ projection: Projection, _ board: inout LabelBoard) {
        let step = Self.step(forAtLeast: 70 / projection.scale)
        for screen in scene.screens {
            let frame = projection(screen.frame)
            let size = "\(Decimal.text(screen.frame.width)) × \(Decimal.text(screen.frame.height))"
            let words = Words.fitting("\(Words.isolated(screen.name)) · \(size)", in: max(frame.width, 120), 13)
            let origin = Point(x: frame.minX, y: frame.minY - 24)
            text(words, at: origin, "halo")
            board.take(Rect(x: origin.x, y: origin.y - 14, width: Words.width(words, 13), height: 18))
            for value in stride(from: 0, through: screen.frame.width, by: step).prefix(60) {
                let x = frame.minX + value * projection.scale
                line(Point(x: x, y: frame.minY - 6), Point(x: x, y: frame.minY - 1), "soft")
                text(Decimal.text(value), at: Point(x: x, y: frame.minY - 9), "small soft mid")
            }
            board.take(Rect(x: frame.minX - 40, y: frame.minY - 22, width: frame.width + 60, height: 20))
            // Draws no ruler on the left edge if another screen adjoins this edge.
            let strip = Rect(x: screen.frame.minX - 1, y: screen.frame.minY, width: 1, height: screen.frame.height)
            if scene.screens.contains(where: { $0.frame.intersects(strip) && $0.frame.minX < strip.minX }) { continue }
            for value in stride(from: step, through: screen.frame.height, by: step).prefix(60) {
                let y = frame.minY + value * projection.scale
                line(Point(x: frame.minX - 6, y: y), Point(x: frame.minX - 1, y: y), "soft")
                text(Decimal.text(value), at: Point(x: frame.minX - 9, y: y + 4), "small soft end")
            }
            board.take(Rect(x: frame.minX - 40, y: frame.minY - 22, width: 38, height: frame.height + 30))
        }
    }

    /// Returns the smallest number that is 1, 2 or 5 times a power of ten and at least the given value.
    static func step(forAtLeast least: Double) -> Double {
        var power = 1.0
        while power * 5 < least, power < 1e12 { power *= 10 }
        while power / 2 >= least, power > 1e-6 { power /= 10 }
        return [power, power * 2, power * 5, power * 10].first { $0 >= least } ?? power
    }
}
