internal import Geometry

/// A picture of a recording over time: one row per touch, gesture, sequence, control and handler. Below the rows is a
/// chart of the intervals between reports.
public struct TimelinePicture {
    private let summary: ReplaySummary
    private let title: String
    private let axis: TimeAxis
    private let since: Int64

    private static let left = 300.0
    private static let right = 1426.0
    private static let top = 112.0
    private static let chartHeight = 214.0
    private static let laneLimit = 24

    public init(_ summary: ReplaySummary, title: String) {
        (self.summary, self.title) = (summary, Words.clean(title, limit: 80))
        let start = summary.start ?? 0
        let since = summary.fullSince ?? start
        self.since = since
        var spans = summary.full.map { $0.start.time...max($0.start.time, $0.latest.time) }
        spans += summary.entries.filter { $0.time >= since }.map { $0.time...$0.last }
        spans += summary.refusals.filter { $0.time >= since }.map { $0.time...$0.time }
        // Add a margin that separates marks from the ends of the axis.
        let most = spans.map(\.upperBound).max() ?? start
        let margin = max(20_000, min(100_000, (most - since) / 40))
        axis = TimeAxis(
            spans.map { $0.lowerBound - margin...$0.upperBound + margin },
            left: Self.left,
            right: Self.right
        )
    }

    /// The picture as SVG file content.
    public var svg: [UInt8] {
        var page = Page(title: title, subtitle: subtitle, .landscape)
        let bottom = Self.top + Double(max(rows, 1)) * rowHeight
        let area = Rect(x: Self.left, y: bottom + 50, width: Self.right - Self.left, height: Self.chartHeight)
        drawAxis(to: area.maxY, on: &page)
        drawRows(on: &page)
        let chart = ReportChart(summary.reports.filter { $0.time >= since }, all: summary.reports, axis, area)
        chart.draw(on: &page)
        page.legend(legend)
        page.heading("Time between reports")
        for line in chart.summary(leftOut: summary.leftOut.reports) { page.note(line) }
        chart.drawHistogram(on: &page)
        page.notes(notes)
        return page.finish()
    }

    private var subtitle: String { "\(summary.touchCount) · seconds from the first event of the recording" }

    // MARK: Axis

    private func drawAxis(to bottom: Double, on page: inout Page) {
        let step = Page.step(forAtLeast: axis.resolution * 90)
        let top = Self.top - 6
        var free = 0.0
        for (index, piece) in axis.pieces.enumerated() {
            if index > 0 { drawCut(axis.pieces[index - 1], piece, to: bottom, on: &page) }
            let start = Double(piece.start - summary.zero)
            var time = (start / step).rounded(.up) * step
            for _ in 0..<60 where time <= Double(piece.end - summary.zero) {
                let x = axis(Int64(time) + summary.zero)
                page.line(Point(x: x, y: top), Point(x: x, y: bottom), "hair thin")
                let text = Decimal.text(time / 1_000_000) + " s"
                if x - Words.width(text, 12) / 2 > free {
                    page.text(text, at: Point(x: x, y: top - 6), "small soft mid")
                    free = x + Words.width(text, 12) / 2 + 6
                }
                time += step
            }
        }
    }

    private func drawCut(_ before: TimeAxis.Piece, _ after: TimeAxis.Piece, to bottom: Double, on page: inout Page) {
        let middle = (before.right + after.left) / 2
        for x in [middle - 3, middle + 3] {
            page.line(Point(x: x, y: Self.top - 6), Point(x: x, y: bottom), "soft thin pale")
        }
        let gap = Double(after.start - before.end) / 1_000_000
        let text =
            gap < 60 ? "\(Decimal.text((gap * 10).rounded() / 10)) s" : "\(Decimal.text((gap / 60).rounded())) min"
        page.text(text, at: Point(x: middle, y: bottom + 16), "small soft mid it")
    }

    // MARK: Rows

    private var lanes: [Int] {
        let busy = Set(summary.entries.filter { $0.time >= since }.map(\.lane))
        return busy.sorted { (summary.lanes[$0].kind.rawValue, $0) < (summary.lanes[$1].kind.rawValue, $1) }
    }

    private var refusals: [ReplaySummary.Refusal] { summary.refusals.filter { $0.time >= since } }

    private var rows: Int {
        summary.full.count + min(lanes.count, Self.laneLimit) + (refusals.isEmpty ? 0 : 1)
    }

    /// Height of a row in pixels; reduced if there are many rows, so that the chart fits.
    private var rowHeight: Double { min(34, (1030 - Self.chartHeight - 50 - Self.top) / Double(max(rows, 1))) }

    private func drawRows(on page: inout Page) {
        guard rows > 0 else { return page.text("No touch.", at: Point(x: Self.left, y: Self.top + 20), "soft") }
        let height = rowHeight
        var middle = Self.top + height / 2
        for stroke in summary.full {
            row("touch \(stroke.number)", stroke.hit?.name ?? "no window", at: middle, on: &page)
            draw(stroke, at: middle, on: &page)
            middle += height
        }
        if !refusals.isEmpty {
            row("rejected", "", at: middle, on: &page)
            for refusal in refusals.suffix(200) {
                page.titled("\(summary.seconds(refusal.time)): \(refusal.reason)") {
                    $0.refusalMark(at: Point(x: axis(refusal.time), y: middle))
                }
            }
            middle += height
        }
        for lane in lanes.prefix(Self.laneLimit) {
            row("\(summary.lanes[lane].kind)", summary.lanes[lane].name, at: middle, on: &page)
            draw(lane, at: middle, on: &page)
            middle += height
        }
    }

    private func row(_ kind: String, _ name: String, at middle: Double, on page: inout Page) {
        page.text(kind, at: Point(x: 30, y: middle + 4), "small soft")
        page.text(Words.fitting(name, in: 188, 12.5), at: Point(x: 98, y: middle + 4), "small")
        page.line(Point(x: Self.left, y: middle), Point(x: Self.right, y: middle), "hair thin")
    }

    private func draw(_ stroke: Stroke, at middle: Double, on page: inout Page) {
        let (start, end) = (axis(stroke.start.time), axis(stroke.latest.time))
        page.line(Point(x: start, y: middle), Point(x: end, y: middle), stroke.style)
        var last = start
        for sample in stroke.samples.dropFirst() where axis(sample.time) - last >= 5 {
            last = axis(sample.time)
            page.line(Point(x: last, y: middle - 4), Point(x: last, y: middle + 4), "k\(stroke.hue) thin")
        }
        page.titled("touch \(stroke.number): \(LayoutPicture.count(stroke.moves, "move"))") { page in
            if let ending = stroke.end {
                page.endMark(at: Point(x: end, y: middle), stroke.hue, isCancelled: ending.isCancelled)
            }
            // Draws the number to the left of the touch's start, so that it does not cover the end of a tap.
            page.numberTag(stroke.number, at: Point(x: start - 18, y: middle), stroke.hue)
        }
    }

    private func draw(_ lane: Int, at middle: Double, on page: inout Page) {
        let hue = summary.lanes[lane].kind.hue
        var open: Double?
        let entries = summary.entries.filter { $0.lane == lane && $0.time >= since }
        for (index, entry) in entries.enumerated() {
            let (x, last) = (axis(entry.time), axis(entry.last))
            if let start = open, entry.mark != .began {
                page.line(Point(x: start, y: middle), Point(x: max(x, last), y: middle), "k\(hue) fat")
            }
            open = [.began, .changed].contains(entry.mark) ? max(x, last) : nil
            page.titled("\(summary.seconds(entry.time)): \(entry.words)") {
                mark(entry, summary.lanes[lane].kind, from: x, to: last, middle, on: &$0)
            }
            // Label only marks with enough space before the next mark; do not label failures, which are too frequent.
            let words = entry.words
            let next = index + 1 < entries.count ? axis(entries[index + 1].time) - 8 : Self.right
            guard ![.changed, .failed].contains(entry.mark), last + 10 + Words.width(words, 11) < next else {
                continue
            }
            page.text(words, at: Point(x: last + 10, y: middle - 3), "small soft")
        }
    }

    private func mark(
        _ entry: ReplaySummary.TimelineEntry,
        _ kind: ReplaySummary.Lane.Kind,
        from x: Double,
        to last: Double,
        _ middle: Double,
        on page: inout Page
    ) {
        if last - x > 1 { page.line(Point(x: x, y: middle), Point(x: last, y: middle), "k\(kind.hue) fat") }
        let point = Point(x: x, y: middle)
        switch entry.mark {
        case .began: page.line(Point(x: x, y: middle - 8), Point(x: x, y: middle + 8), "k\(kind.hue) fat")
        case .changed: page.line(Point(x: x, y: middle - 4), Point(x: x, y: middle + 4), "k\(kind.hue) thin")
        case .ended, .plain: page.laneMark(kind, at: point)
        case .cancelled: page.cancelMark(at: point, kind.hue)
        case .failed: page.cross(at: point, 4, "soft thin")
        case .refused: page.refusalMark(at: point)
        }
    }

    // MARK: Legend and notes

    /// Entries for the symbols in the picture.
    private var legend: [LegendEntry] {
        let (full, rows) = (summary.full, Set(lanes.prefix(Self.laneLimit)))
        let entries = summary.entries.filter { $0.time >= since && rows.contains($0.lane) }
        func has(_ mark: ReplaySummary.TimelineEntry.Mark) -> Bool { entries.contains { $0.mark == mark } }
        func has(_ kind: ReplaySummary.Lane.Kind) -> Bool {
            entries.contains { summary.lanes[$0.lane].kind == kind && [.ended, .plain].contains($0.mark) }
        }
        let symbols: [(isUsed: Bool, LegendEntry)] = [
            (
                !full.isEmpty,
                LegendEntry("touch 1, with its moves") { page, rect in
                    page.line(Point(x: rect.minX, y: rect.midY), Point(x: rect.maxX, y: rect.midY), "k1 fat")
                    for x in [rect.midX, rect.midX + 8] {
                        page.line(Point(x: x, y: rect.midY - 4), Point(x: x, y: rect.midY + 4), "k1 thin")
                    }
                    page.numberTag(1, at: Point(x: rect.minX + 9, y: rect.midY), 1)
                }
            ),
            (
                full.contains { $0.end?.isCancelled == false },
                LegendEntry("touch ended") { $0.endMark(at: $1.middle, 1) }
            ),
            (
                has(.cancelled) || full.contains { $0.end?.isCancelled == true },
                LegendEntry("cancelled") { $0.cancelMark(at: $1.middle, 1) }
            ),
            (
                has(.refused) || !refusals.isEmpty,
                LegendEntry("rejected or dropped") { $0.refusalMark(at: $1.middle) }
            ),
            (has(.gesture), LegendEntry("gesture recognized") { $0.laneMark(.gesture, at: $1.middle, size: 6) }),
            (has(.failed), LegendEntry("gesture failed") { $0.cross(at: $1.middle, 4, "soft thin") }),
            (
                has(.began),
                LegendEntry("began, in progress") { page, rect in
                    page.line(Point(x: rect.minX, y: rect.midY), Point(x: rect.maxX, y: rect.midY), "k3 fat")
                    page.line(Point(x: rect.minX, y: rect.minY + 2), Point(x: rect.minX, y: rect.maxY - 2), "k3 fat")
                }
            ),
            (has(.sequence), LegendEntry("sequence completed") { $0.laneMark(.sequence, at: $1.middle, size: 6) }),
            (has(.control), LegendEntry("control event") { $0.laneMark(.control, at: $1.middle, size: 6) }),
            (has(.handler), LegendEntry("handler call") { $0.laneMark(.handler, at: $1.middle, size: 6) }),
            (
                axis.pieces.count > 1,
                LegendEntry("omitted time") { page, rect in
                    for x in [rect.midX - 3, rect.midX + 3] {
                        page.line(Point(x: x, y: rect.minY), Point(x: x, y: rect.maxY), "soft thin")
                    }
                }
            ),
        ]
        return symbols.filter(\.isUsed).map(\.1)
    }

    private var notes: [String] {
        var notes: [String] = []
        if summary.strokeCount > ReplaySummary.fullLimit {
            notes.append(
                "Only the newest \(ReplaySummary.fullLimit) of \(summary.strokeCount) touches are shown, from \(summary.seconds(since)) on."
            )
        }
        let hidden = max(0, lanes.count - Self.laneLimit)
        if hidden > 0 {
            let rows = "\(hidden) more gestures, controls and handlers have no row"
            notes.append("\(rows); 'touchbridge replay --trace' prints all events.")
        }
        if summary.leftOut.entries > 0 {
            let events = "\(summary.leftOut.entries) earlier events are not shown"
            notes.append("\(events); 'touchbridge replay --trace' prints all events.")
        }
        return notes
    }
}
