internal import Geometry

/// Labels of events, drawn beside the screens; events that are close to each other share one label.
struct Callouts {
    struct Callout {
        let location: Point
        /// Text lines, each with the lane kind of its symbol; nil for a line without a symbol.
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

    /// Maximum width of the area for labels beside the screens, in pixels.
    private static let maximumWidth = 400.0
    /// Width of the label area that is unavailable for text, in pixels.
    private static let padding = 48.0

    /// Returns the width of the label area beside the screens that fits the given lines, in pixels.
    static func width(for lines: some Sequence<String>) -> Double {
        min(maximumWidth, padding + (lines.map { Words.width($0, 12) }.max() ?? 0).rounded(.up))
    }

    /// Labels with their positions.
    struct Placement {
        fileprivate var labels: [(rows: [Row], rect: Rect)] = []
        /// Lines from the events to their labels.
        fileprivate(set) var leaders: [Segment] = []
        /// Number of omitted labels: older labels, and labels without a free position.
        fileprivate(set) var omitted: Int

        /// Timeline lane kinds with symbols in the labels.
        var kinds: Set<ReplaySummary.Lane.Kind> { Set(labels.flatMap(\.rows).compactMap(\.kind)) }
    }

    /// Finds free positions outside the screens for the newest labels. If possible, the lines to the labels cross none
    /// of the `views`, and no other label.
    func place(on board: inout LabelBoard, beside screens: [Rect], around views: [Rect]) -> Placement {
        var placement = Placement(omitted: max(0, callouts.count - Self.limit))
        // Positions the labels from top to bottom, so that few connecting lines cross.
        for callout in callouts.suffix(Self.limit).sorted(by: { $0.location.y < $1.location.y }) {
            let rows = Self.rows(of: callout)
            let wide = rows.map { Words.width($0.text, 12) }.max() ?? 0
            let size = Size(width: wide + 28, height: Double(rows.count) * 16 + 8)
            let start = callout.location
            let (obstacles, lines) = ((views + board.taken).filter { !$0.contains(start) }, board.lines)
            let rect = board.position(size, near: start, outside: screens) { rect in
                let leader = Segment(start, rect.nearest(to: start))
                let crossings = obstacles.count { leader.crosses($0) } + lines.count { $0.crosses(rect) }
                return Self.crossingCost * Double(min(crossings, 8))
            }
            guard let rect else {
                placement.omitted += 1
                continue
            }
            let leader = Segment(start, rect.nearest(to: start))
            board.take(rect.insetBy(dx: -3, dy: -3))
            board.take(leader)
            placement.labels.append((rows, rect))
            placement.leaders.append(leader)
        }
        return placement
    }

    /// Additional distance, in pixels, that is acceptable to avoid crossing a view or a label.
    private static let crossingCost = 200.0

    fileprivate typealias Row = (text: String, kind: ReplaySummary.Lane.Kind?, left: Double)

    /// Breaks the lines of a label that are too wide; only the first part of a line has a symbol.
    private static func rows(of callout: Callout) -> [Row] {
        let lines = callout.lines + (callout.more > 0 ? [("and \(callout.more) more", nil)] : [])
        return lines.flatMap { text, kind in
            Words.lines(text, in: Self.maximumWidth - Self.padding, 12).enumerated().map {
                ($1, $0 == 0 ? kind : nil, kind == nil ? 8 : 22)
            }
        }
    }

    static func draw(_ placement: Placement, on page: inout Page) {
        for (rows, rect) in placement.labels { draw(rows, in: rect, on: &page) }
    }

    private static func draw(_ rows: [Row], in rect: Rect, on page: inout Page) {
        page.rect(rect, "box", radius: 4)
        for (index, row) in rows.enumerated() {
            let middle = rect.minY + 12 + Double(index) * 16
            if let kind = row.kind { page.laneMark(kind, at: Point(x: rect.minX + 11, y: middle), size: 4.5) }
            page.text(row.text, at: Point(x: rect.minX + row.left, y: middle + 4.2), "small")
        }
    }
}
