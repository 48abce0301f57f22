internal import Geometry

/// A picture of a layout, drawn to scale and including hidden views and dead zones.
public struct LayoutPicture {
    private let scene: Scene

    public init(_ scene: Scene) { self.scene = scene }

    /// The picture as SVG file content.
    public var svg: [UInt8] {
        let sheet = Sheet.fitting(scene.frame)
        let projection = Projection(scene.frame, in: sheet.drawing)
        var page = Page(title: scene.title, subtitle: subtitle(projection), sheet)
        var board = LabelBoard(sheet.drawing)
        page.beginDrawing()
        page.draw(scene, projection)
        page.rulers(scene, projection, &board)
        let legend = Self.legend(of: scene)
        // The legend and notes use part of the column; the list of numbered views uses the rest.
        let used = Double((legend.count + 1) / 2) * 27 + 160
        let labels = ViewLabels(scene, projection, &board, numbers: max(0, Int((sheet.column.height - used) / 21)))
        for label in labels.labels { page.draw(label, of: scene) }
        page.svg.end()
        page.legend(legend)
        page.list(labels, of: scene)
        page.notes(Self.notes(labels, scene))
        return page.finish()
    }

    private func subtitle(_ projection: Projection) -> String {
        let windows = scene.views.filter { $0.kind == .window || $0.kind == .mainWindow }.count
        let views = scene.views.count - windows + scene.leftOut
        return [
            Self.count(scene.screens.count, "screen"), Self.count(windows, "window"), Self.count(views, "view"),
            "100 points are \(Decimal.text(projection.scale * 100)) pixels",
        ].joined(separator: " · ")
    }

    static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

    // MARK: Legend

    static func legend(of scene: Scene) -> [LegendEntry] {
        let kinds = SceneView.Kind.allCases.filter { kind in
            kind != .mainWindow && scene.views.contains { $0.kind == kind }
        }
        let seen = scene.views.filter { !$0.isHidden }
        let others: [(isUsed: Bool, LegendEntry)] = [
            (seen.count < scene.views.count, sample("hidden", .view) { $0.isHidden = true }),
            (seen.contains(where: \.isInert), sample("not interactive", .view) { $0.isInert = true }),
            (seen.contains(where: \.isDisabled), sample("disabled control", .control) { $0.isDisabled = true }),
            (scene.screens.contains { !$0.deadZones.isEmpty }, LegendEntry("dead zone") { $0.rect($1, "zone") }),
            (
                scene.views.contains { !$0.edges.isEmpty },
                LegendEntry("screen-edge gesture") { page, rect in
                    let band = Rect(x: rect.minX, y: rect.minY, width: 8, height: rect.height)
                    page.draw(SceneView.Edge(.left, band), Projection(rect, scale: 1))
                }
            ),
        ]
        return kinds.map { sample($0.className, $0) } + others.filter(\.isUsed).map(\.1)
    }

    private static func sample(
        _ text: String,
        _ kind: SceneView.Kind,
        _ change: (inout SceneView) -> Void = { _ in }
    ) -> LegendEntry {
        let frame = Rect(x: 0, y: 0, width: 38, height: 20)
        var view = SceneView(id: nil, className: text, kind: kind, quad: Quad(frame), frame: frame, depth: 0)
        change(&view)
        return LegendEntry(text) { page, rect in
            page.shape(view, Quad(rect))
            if kind == .slider {
                page.line(Point(x: rect.minX, y: rect.midY), Point(x: rect.maxX, y: rect.midY), "S thin")
                page.circle(rect.middle, 5, "S")
            }
            if kind == .switch { page.knob(Quad(rect), true, "T") }
        }
    }

    private static func notes(_ labels: ViewLabels, _ scene: Scene) -> [String] {
        var notes = ["Hover over a view to see its frame, gestures and special settings."]
        if labels.nameless > 0 {
            notes.append("No space for \(count(labels.nameless, "name")); 'touchbridge tree' lists all views.")
        }
        if scene.leftOut > 0 {
            notes.append(
                "Not drawn: \(count(scene.leftOut, "view")) at the innermost levels; "
                    + "a picture has at most \(Scene.viewLimit) views."
            )
        }
        return notes
    }
}

extension Page {
    mutating func draw(_ label: ViewLabels.Label, of scene: Scene) {
        let (view, rect) = (scene.views[label.view], label.rect)
        let style = view.hasID ? "" : " it"
        switch label.form {
        case .withGestures, .full:
            text(ViewLabels.heading(view), at: Point(x: rect.midX, y: rect.minY + 16), "name halo mid\(style)")
            text(ViewLabels.line(view), at: Point(x: rect.midX, y: rect.minY + 32), "small soft halo mid")
            guard case .withGestures = label.form else { return }
            text(ViewLabels.gestures(view), at: Point(x: rect.midX, y: rect.minY + 48), "small soft halo mid")
        case .name:
            text(ViewLabels.heading(view), at: Point(x: rect.midX, y: rect.minY + 13.5), "halo mid\(style)")
        case .number(let number):
            if let anchor = label.anchor {
                line(anchor, rect.nearest(to: anchor), "ink thin")
                circle(anchor, 2, "inkf")
            }
            badge(number, in: rect)
        }
    }

    mutating func badge(_ number: Int, in rect: Rect) {
        self.rect(rect, "inkf", radius: 5)
        text(String(number), at: Point(x: rect.midX, y: rect.midY + 4.5), "num paper mid")
    }

    /// Adds a list of the numbered views; their labels did not fit into the picture.
    fileprivate mutating func list(_ labels: ViewLabels, of scene: Scene) {
        guard !labels.numbered.isEmpty else { return }
        heading("Numbered views")
        for (number, index) in labels.numbered.enumerated() {
            let view = scene.views[index]
            row { page, middle in
                let left = page.sheet.column.minX
                page.badge(number + 1, in: Rect(x: left, y: middle - 9, width: 30, height: 18))
                let name = Words.fitting(view.name, in: 190, 13)
                page.text(name, at: Point(x: left + 40, y: middle + 4.5), view.hasID ? "" : "it")
                let line = Words.fitting(ViewLabels.line(view), in: 190, 12)
                page.text(line, at: Point(x: left + 240, y: middle + 4.5), "small soft")
            }
        }
    }
}
