internal import Geometry

/// Labels of events, drawn beside the screens; events that are close to each other share one label.
struct Callouts {
    struct Callout {
        let location: Point
        /// Text lines. `kind` is the kind of timeline lane whose symbol precedes the line; nil for a line without a
        /// symbol.
        var lines: [(text: String, kind: ReplaySummary.Lane.Kind?)]
        var more = 0
    }

    private(set) var callouts: [Callout] = []

    private static let lineLimit = 5
    private static let limit = 40
    /// Maximum distance, in pixels, at which events share a label.
    private static let distance = 16.0

    mutating func add(_ text: String, _ kind: ReplaySummary.Lane.Kind? = nil, at location: Point) {
        guard let index = callouts.lastIndex(where: { $0.location.distance(to: location) < Self.distance }) else {
            callouts.append(Callout(location: location, lines: [(text, kind)]))
            return
        }
        if callouts[index].lines.count < Self.lineLimit {
            callouts[index].lines.append((text, kind))
        } else {
            callouts[index].more += 1
        }
    }

    /// Width of the area for labels beside the screens, in pixels.
    static let width = 400.0

    /// Draws the newest labels at free positions outside the screens. Returns the number of omitted labels: older
    /// labels, and labels for which no position is free.
    func draw(on page: inout Page, _ board: inout LabelBoard, beside screens: [Rect]) -> Int {
        var homeless = max(0, callouts.count - Self.limit)
        var placed: [(rows: [Row], rect: Rect)] = []
        // Positions the labels from top to bottom, so that few connecting lines cross.
        for callout in callouts.suffix(Self.limit).sorted(by: { $0.location.y < $1.location.y }) {
            let rows = Self.rows(of: callout)
            let wide = rows.map { Words.width($0.text, 12) }.max() ?? 0
            let size = Size(width: wide + 28, height: Double(rows.count) * 16 + 8)
            guard let rect = board.position(size, near: callout.location, outside: screens) else {
                homeless += 1
                continue
            }
            board.take(rect.insetBy(dx: -3, dy: -3))
            placed.append((rows, rect))
            page.line(callout.location, rect.nearest(to: callout.location), "soft thin")
        }
        // Draw the labels after all connecting lines, so that no line crosses a label.
        for (rows, rect) in placed { draw(rows, in: rect, on: &page) }
        return homeless
    }

    private typealias Row = (text: String, kind: ReplaySummary.Lane.Kind?, left: Double)

    /// Breaks the lines of a label that are too wide; only the first part of a line has a symbol.
    private static func rows(of callout: Callout) -> [Row] {
        let lines = callout.lines + (callout.more > 0 ? [("and \(callout.more) more", nil)] : [])
        return lines.flatMap { text, kind in
            Words.lines(text, in: Self.width - 48, 12).enumerated().map {
                ($1, $0 == 0 ? kind : nil, kind == nil ? 8 : 22)
            }
        }
    }

    private func draw(_ rows: [Row], in rect: Rect, on page: inout Page) {
        page.rect(rect, "box", radius: 4)
        for (index, row) in rows.enumerated() {
            let middle = rect.minY + 12 + Double(index) * 16
            if let kind = row.kind { page.laneMark(kind, at: Point(x: rect.minX + 11, y: middle), size: 4.5) }
            page.text(row.text, at: Point(x: rect.minX + row.left, y: middle + 4.2), "small")
        }
    }
}
