internal import Geometry

extension Page {
    /// Draws a view so that its kind is recognizable without colours.
    mutating func draw(_ view: SceneView, _ projection: Projection) {
        guard view.kind != .mainWindow else { return }
        titled(view.title) { page in
            page.shape(view, projection(view.quad))
            if !view.isHidden { for part in view.parts { page.draw(part, of: view, projection) } }
        }
    }

    /// Draws the shape for a kind of view; legends use the same shapes.
    mutating func shape(_ view: SceneView, _ quad: Quad) {
        var style = view.kind.style
        if view.isHidden { style += " hid" } else if view.isInert { style += " inert" }
        path(Outline(quad, radius: view.kind == .button ? 12 : 0), style)
        guard !view.isHidden else { return }
        switch view.kind {
        case .control: path(Outline(quad.inset(by: 5)), "\(style) thin")
        case .window: corners(of: quad)
        default: break
        }
        if view.isDisabled {
            line(quad.topLeft, quad.at(1, 1), "\(style) thin")
            line(quad.topRight, quad.bottomLeft, "\(style) thin")
        }
    }

    private mutating func corners(of quad: Quad) {
        let (u, v) = (min(0.3, 16 / max(quad.width, 1)), min(0.3, 16 / max(quad.height, 1)))
        for (x, y) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)] {
            let (across, down) = (quad.at(x == 0 ? u : 1 - u, y), quad.at(x, y == 0 ? v : 1 - v))
            path(Outline(through: [across, quad.at(x, y), down]), "ink fat")
        }
    }

    private mutating func draw(_ part: SceneView.Part, of view: SceneView, _ projection: Projection) {
        let style = view.kind.style
        switch part {
        case .track(let quad): path(Outline(projection(quad)), "\(style) thin")
        case .thumb(let quad): path(Outline(projection(quad), radius: 99), style)
        case .knob(let isOn): knob(projection(view.quad), isOn, style)
        }
    }

    /// Draws the track and knob of a switch.
    mutating func knob(_ quad: Quad, _ isOn: Bool, _ style: String) {
        let size = min(quad.width * 0.4, quad.height * 0.6, 30)
        let (u, v) = (size / max(quad.width, 1), size / max(quad.height, 1) / 2)
        let pill = Quad(
            topLeft: quad.at(0.5 - u, 0.5 - v),
            topRight: quad.at(0.5 + u, 0.5 - v),
            bottomLeft: quad.at(0.5 - u, 0.5 + v)
        )
        path(Outline(pill, radius: size / 2), "\(style) thin")
        circle(pill.at(isOn ? 0.75 : 0.25, 0.5), size * 0.32, style)
    }

    /// Draws the start band of a screen-edge gesture, with an arrow in the gesture's direction.
    mutating func draw(_ edge: SceneView.Edge, _ projection: Projection) {
        let band = projection(edge.band)
        guard band.width > 0, band.height > 0 else { return }
        rect(band, "edge")
        let (x, y): (Double, Double) =
            switch edge.side {
            case .left: (1, 0)
            case .right: (-1, 0)
            case .top: (0, 1)
            case .bottom: (0, -1)
            }
        let tip = Point(x: band.midX + 16 * x, y: band.midY + 16 * y)
        let wings = [-6.0, 6].map { Point(x: tip.x - 7 * x + $0 * y, y: tip.y - 7 * y + $0 * x) }
        line(band.middle, tip, "k3 fat")
        path(Outline(through: [wings[0], tip, wings[1]]), "k3 fat")
    }
}

extension SceneView.Kind {
    fileprivate var style: String {
        switch self {
        case .view: "V"
        case .control: "C"
        case .button: "B"
        case .slider: "S"
        case .switch: "T"
        case .window, .mainWindow: "W"
        }
    }

    var className: String {
        switch self {
        case .view: "View"
        case .control: "Control"
        case .button: "Button"
        case .slider: "Slider"
        case .switch: "Switch"
        case .window, .mainWindow: "Window"
        }
    }
}
