internal import Geometry

/// A picture of a recording's touches over the layout: paths, hit views, results and rejected contacts.
public struct ReplayPicture {
    private let scene: Scene
    private let summary: ReplaySummary
    /// Converts screen coordinates to pixels.
    private let projection: Projection
    private let sheet: Sheet
    private let tags: NumberTags

    public init(_ summary: ReplaySummary, over scene: Scene) {
        (self.summary, self.scene) = (summary, scene)
        let width = Callouts.width(for: Self.remarks(summary).map(\.text))
        sheet = Sheet.fitting(scene.frame, besideLabels: width)
        let projection = Projection(scene.frame, in: sheet.drawing, besideLabels: width)
        self.projection = projection
        tags = NumberTags(of: summary.full) { projection.area.nearest(to: projection($0)) }
    }

    /// The picture as SVG file content.
    public var svg: [UInt8] {
        var page = Page(title: scene.title, subtitle: subtitle, sheet)
        var board = LabelBoard(sheet.drawing)
        page.beginDrawing()
        page.svg.begin("g", ["class": "back"])
        page.draw(scene, projection)
        page.svg.end()
        page.rulers(scene, projection, &board)
        drawHits(on: &page)
        for stroke in summary.strokes.dropLast(ReplaySummary.fullLimit) { drawPale(stroke, on: &page) }
        let labels = labels(&board)
        for label in labels.labels { page.draw(label, of: scene) }
        for stroke in summary.full { draw(stroke, on: &page) }
        let points = summary.full.flatMap { $0.way.map { projection($0) } }
        takeLines(&board)
        for stroke in summary.full { takeMarks(of: stroke, &board) }
        let screens = scene.screens.map { projection($0.frame) }
        let placement = callouts.place(on: &board, beside: screens, around: obstacles)
        // Draws the connecting lines first, so that they do not cover the marks of other touches.
        for line in placement.leaders { page.line(line.from, line.to, "soft thin") }
        for stroke in summary.full {
            let (start, tag) = (projected(stroke.start.location), tags[stroke.number])
            if let tag, tag != start { page.line(start, tag, "k\(stroke.hue) thin") }
        }
        for stroke in summary.full { drawMarks(of: stroke, on: &page) }
        for refusal in refusals { page.refusalMark(at: projected(refusal.location)) }
        Callouts.draw(placement, on: &page)
        for stroke in summary.full { drawTimes(of: stroke, on: &page, &board, beside: points) }
        page.svg.end()
        page.legend(legend(placement.kinds))
        drawTable(on: &page)
        page.notes(notes(placement.omitted))
        return page.finish()
    }

    private var subtitle: String {
        let ends = summary.strokes.map { $0.latest.time } + summary.entries.map(\.last)
        let span = (ends.max() ?? 0) - (summary.start ?? 0)
        return [
            summary.touchCount, ReplaySummary.seconds(summary.start == nil ? 0 : span),
            "100 points are \(Decimal.text(projection.scale * 100)) pixels",
        ].joined(separator: " · ")
    }

    /// Start of the time range that is shown in detail, in microseconds.
    private static func since(_ summary: ReplaySummary) -> Int64 { summary.fullSince ?? .min }

    private static func refusals(_ summary: ReplaySummary) -> ArraySlice<ReplaySummary.Refusal> {
        summary.refusals.filter { $0.time >= since(summary) }.suffix(ReplaySummary.fullLimit)
    }

    private var refusals: ArraySlice<ReplaySummary.Refusal> { Self.refusals(summary) }

    /// Returns a point in pixels; points outside the visible area are moved to its edge.
    private func projected(_ point: Point) -> Point { projection.area.nearest(to: projection(point)) }

    // MARK: Touches

    /// Draws each hit view once, in the hue of the view's last touch.
    private func drawHits(on page: inout Page) {
        var drawn: [(name: String, quad: Quad)] = []
        for stroke in summary.full.reversed() {
            guard let hit = stroke.hit, !drawn.contains(where: { $0.name == hit.name && $0.quad == hit.quad }) else {
                continue
            }
            drawn.append(hit)
            page.titled("hit: \(hit.name)") {
                $0.path(Outline(projection(hit.quad).inset(by: 3)), "k\(stroke.hue) fat")
            }
        }
    }

    private func labels(_ board: inout LabelBoard) -> ViewLabels {
        // Positions view labels so that they avoid the paths and marks of touches.
        var occupied = board
        for stroke in summary.full {
            takeMarks(of: stroke, &occupied)
            for point in stroke.way {
                let point = projection(point)
                occupied.take(Rect(x: point.x - 10, y: point.y - 10, width: 20, height: 20))
            }
        }
        let labels = ViewLabels(scene, projection, &occupied, numbers: 0, isBackdrop: true)
        for label in labels.labels { board.take(label.rect) }
        return labels
    }

    private func drawPale(_ stroke: Stroke, on page: inout Page) {
        page.path(Outline(through: stroke.way.map(projected)), "soft pale thin")
        page.circle(projected(stroke.start.location), 3, "softf pale")
    }

    private func draw(_ stroke: Stroke, on page: inout Page) {
        page.titled(title(of: stroke)) { page in
            page.path(Outline(through: stroke.way.map(projected)), stroke.style)
            var last = projected(stroke.start.location)
            for sample in stroke.samples.dropFirst() {
                let point = projected(sample.location)
                // Skips a mark close to the previous mark; adjacent marks would merge into a line.
                guard point.distance(to: last) >= 7 else { continue }
                page.moveMark(at: point, stroke.hue)
                last = point
            }
        }
    }

    /// Adds the lines that labels should not cover: the edges of the screens and hit views, and the tracks of sliders.
    private func takeLines(_ board: inout LabelBoard) {
        for screen in scene.screens { board.take(sidesOf: Quad(projection(screen.frame))) }
        for stroke in summary.full { if let hit = stroke.hit { board.take(sidesOf: projection(hit.quad)) } }
        for view in scene.views {
            for part in view.parts { if case .track(let quad) = part { board.take(sidesOf: projection(quad)) } }
        }
    }

    /// Bounding boxes of the views that lines should not cross: hit views and controls.
    private var obstacles: [Rect] {
        let hits = summary.full.compactMap { $0.hit?.quad }
        let controls = scene.views.filter { ![.view, .window, .mainWindow].contains($0.kind) }.map(\.quad)
        return (hits + controls.prefix(200)).map { projection($0).box }
    }

    private func takeMarks(of stroke: Stroke, _ board: inout LabelBoard) {
        let (start, end) = (projected(stroke.start.location), projected(stroke.latest.location))
        let tag = tags[stroke.number] ?? start
        board.take(Rect(x: tag.x - 12, y: tag.y - 12, width: 24, height: 24))
        board.take(Rect(x: end.x - 8, y: end.y - 8, width: 16, height: 16))
    }

    private func drawMarks(of stroke: Stroke, on page: inout Page) {
        let (hue, start, end) = (stroke.hue, projected(stroke.start.location), projected(stroke.latest.location))
        for pause in stroke.pauses { page.pauseMark(at: projected(pause.location), hue) }
        if let ending = stroke.end { page.endMark(at: end, hue, isCancelled: ending.isCancelled) }
        page.numberTag(stroke.number, at: tags[stroke.number] ?? start, hue)
    }

    private func drawTimes(
        of stroke: Stroke,
        on page: inout Page,
        _ board: inout LabelBoard,
        beside points: [Point]
    ) {
        func label(_ text: String, near point: Point) {
            let size = Size(width: Words.width(text, 12) + 4, height: 16)
            let lines = board.lines
            let cost = { (rect: Rect) in
                10 * Double(points.count { rect.contains($0) }) + 40 * Double(lines.count { $0.crosses(rect) })
            }
            // Omits a label far from its point, because it would be ambiguous.
            guard let rect = board.position(size, around: point, gap: 12, reach: 60, cost: cost) else { return }
            board.take(rect)
            page.text(text, at: Point(x: rect.minX + 2, y: rect.minY + 12), "small halo")
        }
        let start = projected(stroke.start.location)
        let tag = tags[stroke.number] ?? start
        // If several touches began at one spot, their numbers leave no space for times; the table contains the times.
        if !tags.isFanned(stroke.number) { label(summary.seconds(stroke.start.time), near: tag) }
        for pause in stroke.pauses {
            label("rests \(ReplaySummary.seconds(pause.length))", near: projected(pause.location))
        }
        guard stroke.end != nil, tag == start else { return }
        label(summary.seconds(stroke.latest.time), near: projected(stroke.latest.location))
    }

    private func title(of stroke: Stroke) -> String {
        var lines = ["touch \(stroke.number), from \(summary.seconds(stroke.start.time))"]
        if let end = stroke.end {
            lines.append("\(end.isCancelled ? "cancelled" : "ended") at \(summary.seconds(end.sample.time))")
        }
        lines.append(LayoutPicture.count(stroke.moves, "move"))
        lines.append("hit: \(stroke.hit?.name ?? "no window")")
        if let refusal = stroke.refusal { lines.append(refusal) }
        return lines.joined(separator: "\n")
    }

    // MARK: Results

    /// A line of a label: its text, the kind of its symbol, and the location of the event on the screens.
    private typealias Remark = (text: String, kind: ReplaySummary.Lane.Kind?, location: Point)

    /// Returns the lines of all labels.
    private static func remarks(_ summary: ReplaySummary) -> [Remark] {
        var remarks = refusals(summary).map { refusal -> Remark in
            ("\(summary.seconds(refusal.time)) rejected: \(refusal.reason)", nil, refusal.location)
        }
        for stroke in summary.full {
            if let refusal = stroke.refusal { remarks.append((refusal, nil, stroke.start.location)) }
        }
        for entry in summary.entries where entry.time >= since(summary) && entry.isNotable {
            let lane = summary.lanes[entry.lane]
            let name = Words.isolated(Words.fitting(lane.name, in: 240, 12))
            let text = "\(summary.seconds(entry.time)) \(name) \(entry.words)"
            remarks.append((text, lane.kind, entry.location))
        }
        return remarks
    }

    private var callouts: Callouts {
        var callouts = Callouts()
        for (text, kind, location) in Self.remarks(summary) { callouts.add(text, kind, at: projected(location)) }
        return callouts
    }

    // MARK: Column

    /// Returns the legend entries of the drawn symbols. `used` contains the lane kinds whose symbols occur in labels.
    private func legend(_ used: Set<ReplaySummary.Lane.Kind>) -> [LegendEntry] {
        let full = summary.full
        let symbols: [(isUsed: Bool, LegendEntry)] = [
            (!full.isEmpty, LegendEntry("began, touch 1") { $0.numberTag(1, at: $1.middle, 1) }),
            (
                full.contains { $0.moves > 0 },
                LegendEntry("moved") { page, rect in
                    let y = rect.midY
                    page.line(Point(x: rect.minX, y: y), Point(x: rect.maxX, y: y), "k1 fat")
                    for part in [0.25, 0.75] { page.moveMark(at: Point(x: rect.minX + rect.width * part, y: y), 1) }
                }
            ),
            (
                full.contains { !$0.pauses.isEmpty },
                LegendEntry("rested, 0.3 s or more") { $0.pauseMark(at: $1.middle, 1) }
            ),
            (full.contains { $0.end?.isCancelled == false }, LegendEntry("ended") { $0.endMark(at: $1.middle, 1) }),
            (
                full.contains { $0.end?.isCancelled == true },
                LegendEntry("cancelled") { $0.cancelMark(at: $1.middle, 1) }
            ),
            (full.contains { $0.hit != nil }, LegendEntry("view that was hit") { $0.rect($1, "k1 fat") }),
            (!refusals.isEmpty, LegendEntry("rejected") { $0.refusalMark(at: $1.middle) }),
            (
                full.contains { $0.refusal != nil },
                LegendEntry("not delivered to its view") { page, rect in
                    let y = rect.midY
                    page.line(Point(x: rect.minX, y: y), Point(x: rect.maxX, y: y), "k1 fat dash")
                }
            ),
        ]
        var entries = symbols.filter(\.isUsed).map(\.1)
        let kinds: [(ReplaySummary.Lane.Kind, String)] = [
            (.gesture, "gesture"), (.sequence, "sequence"), (.control, "control"), (.handler, "handler"),
        ]
        for (kind, name) in kinds where used.contains(kind) {
            entries.append(LegendEntry(name) { $0.laneMark(kind, at: $1.middle, size: 6) })
        }
        return entries
    }

    private func drawTable(on page: inout Page) {
        guard !summary.strokes.isEmpty else { return }
        page.heading("Touches")
        let strokes = Array(summary.full)
        let count = Int(sheet.column.width / 438)
        let rows = (strokes.count + count - 1) / count
        for row in 0..<rows where page.room > 120 {
            page.row(24) { page, middle in
                for (column, index) in stride(from: row, to: strokes.count, by: rows).enumerated() {
                    let left = sheet.column.minX + Double(column) * sheet.column.width / Double(count)
                    drawRow(strokes[index], at: Point(x: left, y: middle), on: &page)
                }
            }
        }
    }

    /// Draws a touch's row in the table; `start` is the centre of the row's left edge.
    private func drawRow(_ stroke: Stroke, at start: Point, on page: inout Page) {
        let (left, middle) = (start.x, start.y)
        page.numberTag(stroke.number, at: Point(x: left + 13, y: middle), stroke.hue)
        page.text(summary.seconds(stroke.start.time), at: Point(x: left + 36, y: middle + 4.5), "")
        let length = stroke.latest.time - stroke.start.time
        let ending = stroke.end.map { $0.isCancelled ? "cancelled after" : "for" } ?? "down for"
        let words = "\(ending) \(ReplaySummary.seconds(length))"
        page.text(words, at: Point(x: left + 112, y: middle + 4.5), "soft")
        let hit = Words.fitting(stroke.hit?.name ?? "no window", in: 150, 13)
        page.text(hit, at: Point(x: left + 280, y: middle + 4.5), stroke.refusal == nil ? "" : "it")
    }

    private func notes(_ homeless: Int) -> [String] {
        var notes: [String] = []
        if summary.strokeCount > ReplaySummary.fullLimit {
            let older = summary.strokeCount - ReplaySummary.fullLimit
            notes.append(
                "The newest \(ReplaySummary.fullLimit) touches are shown in full, and "
                    + "\(older - summary.leftOut.strokes) older touches as pale lines"
                    + (summary.leftOut.strokes > 0 ? "; \(summary.leftOut.strokes) touches are not shown." : ".")
            )
        }
        if homeless > 0 {
            let labels = LayoutPicture.count(homeless, "label")
            notes.append("No space for \(labels); use --plot or --trace to see all events.")
        }
        notes.append("Times count from the first event of the recording. Hover over a touch or a view to see details.")
        return notes
    }
}

extension ReplaySummary.TimelineEntry {
    /// Whether the picture shows the event; changes and failures are shown only in the timeline.
    fileprivate var isNotable: Bool { mark != .changed && mark != .failed }
}
