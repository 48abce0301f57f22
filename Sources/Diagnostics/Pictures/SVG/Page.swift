internal import Geometry

/// A picture with a title, and with a column for the legend and notes beside or below the drawing.
struct Page {
    var svg = SVG()
    private let title: String
    /// Vertical position of the next line in the column, in pixels.
    private(set) var line: Double
    let sheet: Sheet

    init(title: String, subtitle: String, _ sheet: Sheet) {
        (self.title, self.sheet, line) = (title, sheet, sheet.column.minY)
        text(Words.fitting(title, in: 1100, 26), at: Point(x: 30, y: 46), "title")
        text(Words.fitting(subtitle, in: sheet.drawing.width, 15), at: Point(x: 30, y: 70), "soft")
    }

    /// Returns the SVG file. If the column is below the drawing, the file's height depends on the column's length.
    func finish() -> [UInt8] {
        let height = sheet.isColumnBelow ? min(sheet.size.height, (line + 24).rounded()) : sheet.size.height
        let (width, viewBox) = (sheet.size.width, "0 0 \(Int(sheet.size.width)) \(Int(height))")
        var file = SVG()
        file.begin(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": .number(width), "height": .number(height),
                "viewBox": .text(viewBox), "role": "img",
            ]
        )
        file.leaf("title", [:], title)
        file.leaf("style", [:], Style.text)
        file.begin("defs")
        let pattern: SVG.Attributes = [
            "id": "hatch", "width": 9, "height": 9, "patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)",
        ]
        file.begin("pattern", pattern)
        file.leaf("line", ["class": "hatch", "x1": 0, "y1": 0, "x2": 0, "y2": 9])
        file.end()
        file.end()
        file.leaf("rect", ["class": "paper", "width": .number(width), "height": .number(height)])
        file.append(svg)
        file.end()
        return file.bytes
    }

    mutating func text(_ text: String, at point: Point, _ style: String) {
        svg.leaf("text", ["class": .text(style), "x": .number(point.x), "y": .number(point.y)], text)
    }

    mutating func path(_ outline: Outline, _ style: String) {
        svg.leaf("path", ["class": .text(style), "d": .text(outline.text)])
    }

    mutating func circle(_ middle: Point, _ radius: Double, _ style: String) {
        svg.leaf(
            "circle",
            ["class": .text(style), "cx": .number(middle.x), "cy": .number(middle.y), "r": .number(radius)]
        )
    }

    mutating func rect(_ rect: Rect, _ style: String, radius: Double = 0) {
        svg.leaf(
            "rect",
            [
                "class": .text(style), "x": .number(rect.minX), "y": .number(rect.minY), "width": .number(rect.width),
                "height": .number(rect.height), "rx": .number(radius),
            ]
        )
    }

    mutating func line(_ from: Point, _ to: Point, _ style: String) { path(Outline(through: [from, to]), style) }

    /// Draws a diagonal cross; `reach` is half its width, in pixels.
    mutating func cross(at point: Point, _ reach: Double, _ style: String) {
        for slope in [-reach, reach] {
            line(point - Point(x: reach, y: slope), point + Point(x: reach, y: slope), style)
        }
    }

    /// Groups drawn elements under a title, which viewers show as a tooltip.
    mutating func titled(_ title: String, _ draw: (inout Page) -> Void) {
        svg.begin("g")
        svg.leaf("title", [:], title)
        draw(&self)
        svg.end()
    }

    // MARK: Column

    /// Remaining height of the column, in pixels.
    var room: Double { sheet.column.maxY - line }

    mutating func heading(_ title: String) {
        line += 10
        text(title, at: Point(x: sheet.column.minX, y: line + 14), "head")
        line += 26
    }

    /// Adds a row to the column; the closure receives the vertical center of the row.
    mutating func row(_ height: Double = 21, _ draw: (inout Page, Double) -> Void) {
        draw(&self, line + height / 2)
        line += height
    }

    mutating func notes(_ notes: [String]) {
        line += 10
        for note in notes { self.note(note) }
    }

    /// Adds a note to the column, wrapped to the column's width.
    mutating func note(_ note: String) {
        let column = sheet.column
        for words in Words.lines(note, in: column.width, 12.5) where room > 14 {
            row(17) { $0.text(words, at: Point(x: column.minX, y: $1 + 4), "small soft") }
        }
        line += 4
    }

    /// Adds the heading and the entries of the legend, in subcolumns; adds nothing if there are no entries.
    mutating func legend(_ entries: [LegendEntry]) {
        guard !entries.isEmpty else { return }
        heading("Legend")
        let count = Int(sheet.column.width / 219)
        let (left, width) = (sheet.column.minX, sheet.column.width / Double(count))
        for start in stride(from: 0, to: entries.count, by: count) {
            row(27) { page, middle in
                for (index, entry) in entries[start...].prefix(count).enumerated() {
                    let left = left + Double(index) * width
                    entry.draw(&page, Rect(x: left, y: middle - 10, width: 38, height: 20))
                    page.text(entry.text, at: Point(x: left + 48, y: middle + 4.5), "")
                }
            }
        }
    }
}

/// A legend entry: a sample of a symbol, with the symbol's meaning.
struct LegendEntry {
    let text: String
    let draw: (inout Page, Rect) -> Void

    init(_ text: String, _ draw: @escaping (inout Page, Rect) -> Void) { (self.text, self.draw) = (text, draw) }
}
