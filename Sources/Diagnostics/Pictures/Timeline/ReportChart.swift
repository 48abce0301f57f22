internal import Geometry

/// Chart of the time intervals between a panel's reports while a finger was down: marks over time, and a histogram.
struct ReportChart {
    private let shown: [ReplaySummary.Report]
    private let sorted: [Int64]
    private let axis: TimeAxis
    private let area: Rect

    /// Lower end of the logarithmic scale from 1 ms to 1 s, in microseconds; each decade has the same height.
    private static let least = 1000.0
    private static let decades = 3.0
    private static let lines: [Int64] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    /// Factor of the median; a longer interval counts as a gap.
    private static let gap = 4.0

    init(_ shown: [ReplaySummary.Report], all: [ReplaySummary.Report], _ axis: TimeAxis, _ area: Rect) {
        (self.shown, self.axis, self.area) = (shown, axis, area)
        sorted = all.map(\.interval).sorted()
    }

    private var median: Int64? { sorted.isEmpty ? nil : sorted[sorted.count / 2] }

    /// Returns the relative height of an interval: 0 at the bottom, 1 at the top.
    private static func height(_ interval: Double) -> Double {
        // Computes the base-10 logarithm by repeated squaring, without the C library; the error is less than a pixel.
        var (value, exponent, bit) = (max(1, min(interval / least, 1000)), 0.0, 0.5)
        while value >= 10 {
            value /= 10
            exponent += 1
        }
        for _ in 0..<16 {
            value *= value
            if value >= 10 {
                value /= 10
                exponent += bit
            }
            bit /= 2
        }
        return min(1, exponent / decades)
    }

    private func y(_ interval: Double) -> Double { area.maxY - Self.height(interval) * area.height }

    func draw(on page: inout Page) {
        page.text("time between reports, in ms", at: Point(x: 30, y: area.minY - 10), "small soft")
        for line in Self.lines {
            let y = y(Double(line) * 1000)
            page.line(Point(x: area.minX, y: y), Point(x: area.maxX, y: y), "hair thin")
            page.text("\(line)", at: Point(x: area.minX - 8, y: y + 4), "small soft end")
        }
        guard let median else {
            let middle = Point(x: area.minX + 12, y: area.midY)
            return page.text("fewer than two reports with a finger down", at: middle, "soft")
        }
        page.line(Point(x: area.minX, y: y(Double(median))), Point(x: area.maxX, y: y(Double(median))), "k2 dash")
        page.text("median", at: Point(x: area.maxX - 4, y: y(Double(median)) - 5), "small halo end")
        drawDots(median, on: &page)
    }

    /// Draws at most one mark in each area of 2 × 2 pixels: a dot, or a triangle for a gap.
    private func drawDots(_ median: Int64, on page: inout Page) {
        var drawn: Set<Int> = []
        for report in shown {
            let (x, y) = (axis(report.time), y(Double(report.interval)))
            guard drawn.insert(Int(x / 2) << 12 | Int(y / 2)).inserted else { continue }
            if Double(report.interval) > Double(median) * Self.gap {
                let corners = [Point(x: x - 5, y: y + 4), Point(x: x, y: y - 5), Point(x: x + 5, y: y + 4)]
                page.path(Outline(through: corners, isClosed: true), "f1")
            } else {
                page.circle(Point(x: x, y: y), 1.8, "f0")
            }
        }
    }

    // MARK: Column

    func summary(leftOut: Int) -> [String] {
        guard let median, let worst = sorted.last else {
            return ["The recording has fewer than two reports with a finger down."]
        }
        let rate = 1_000_000 / Double(max(median, 1))
        let most = sorted[sorted.count * 95 / 100]
        let gaps = sorted.filter { Double($0) > Double(median) * Self.gap }.count
        var lines = [
            "Median \(Self.milliseconds(median)), or \(Decimal.text(rate.rounded())) reports per second; "
                + "95 % are at most \(Self.milliseconds(most)), and the longest is \(Self.milliseconds(worst)).",
            "Longer than four times the median: \(gaps) of \(sorted.count) intervals (triangles). "
                + "A panel may send no reports while fingers rest.",
        ]
        if leftOut > 0 {
            lines.append("Only the newest \(sorted.count) intervals are counted; \(leftOut) older ones are not.")
        }
        return lines
    }

    private static func milliseconds(_ time: Int64) -> String { "\(Decimal.text(Double(time) / 1000)) ms" }

    /// Draws a histogram of the intervals in the column, if there is enough space.
    func drawHistogram(on page: inout Page) {
        guard !sorted.isEmpty, page.room > 220 else { return }
        let count = 30
        var bars = [Int](repeating: 0, count: count)
        for interval in sorted { bars[min(count - 1, Int(Self.height(Double(interval)) * Double(count)))] += 1 }
        let (left, width) = (page.sheet.column.minX, page.sheet.column.width)
        let most = Double(bars.max() ?? 1)
        page.row(150) { page, middle in
            let bottom = middle + 50
            for (index, bar) in bars.enumerated() where bar > 0 {
                let high = max(2, Double(bar) / most * 100)
                let x = left + Double(index) * width / Double(count)
                let rect = Rect(x: x, y: bottom - high, width: width / Double(count) - 2, height: high)
                page.titled(LayoutPicture.count(bar, "report")) { $0.rect(rect, "f0") }
            }
            page.line(Point(x: left, y: bottom), Point(x: left + width, y: bottom), "soft thin")
            for line in [1, 10, 100, 1000] {
                let x = left + Self.height(Double(line) * 1000) * width
                page.text("\(line) ms", at: Point(x: x, y: bottom + 16), line == 1000 ? "small soft end" : "small soft")
            }
        }
    }
}
