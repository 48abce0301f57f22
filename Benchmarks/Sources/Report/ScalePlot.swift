/// Charts with logarithmic axes in an SVG picture.
///
/// Uses the Okabe–Ito palette for colour-blind readers; marks and line styles also distinguish the curves.
public struct ScalePlot {
    private let charts: [ScaleChart]
    private let points: [ScalePoint]
    private var svg = ""

    private static let (width, height, columns) = (480.0, 330.0, 2)
    private static let frame = (left: 66.0, top: 44.0, right: 36.0, bottom: 48.0)
    private static let colours = ["#0072b2", "#d55e00", "#009e73", "#7a3f6d"]
    private static let dashes = ["", "7 4", "2 3", "9 3 2 3"]

    public init(_ charts: [ScaleChart], _ points: [ScalePoint]) {
        self.charts = charts.filter { chart in points.contains { $0.chart == chart.name } }
        self.points = points
    }

    /// The picture; charts without points are omitted.
    public func picture() -> String {
        var plot = self
        let rows = (charts.count + Self.columns - 1) / Self.columns
        let size = (Self.width * Double(min(charts.count, Self.columns)), Self.height * Double(rows))
        plot.svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.coordinate(size.0)) \(Self.coordinate(size.1))" \
            width="\(Self.coordinate(size.0))" height="\(Self.coordinate(size.1))" \
            font-family="sans-serif" font-size="12" fill="#222">
            <title>How costs grow</title>
            <rect width="100%" height="100%" fill="#fff"/>

            """
        for (number, chart) in charts.enumerated() {
            let (column, row) = (Double(number % Self.columns), Double(number / Self.columns))
            let corner = "\(Self.coordinate(column * Self.width)) \(Self.coordinate(row * Self.height))"
            plot.svg += "<g transform=\"translate(\(corner))\">\n"
            plot.draw(chart)
            plot.svg += "</g>\n"
        }
        return plot.svg + "</svg>\n"
    }

    private mutating func draw(_ chart: ScaleChart) {
        let own = points.filter { $0.chart == chart.name }
        let x = LogAxis(own.map(\.x), from: Self.frame.left, to: Self.width - Self.frame.right, isWhole: false)
        let y = LogAxis(
            own.flatMap { [Spread($0.samples).lower, Spread($0.samples).upper] },
            from: Self.height - Self.frame.bottom,
            to: Self.frame.top,
            isWhole: true
        )
        text(chart.title, x: Self.frame.left, y: 24, "font-size=\"14\" font-weight=\"bold\"")
        for mark in y.marks {
            line(x.from, y.position(mark), x.to, y.position(mark), "stroke=\"#ddd\"")
            text(Quantity.text(mark, chart.unit), x: x.from - 7, y: y.position(mark) + 4, "text-anchor=\"end\"")
        }
        for mark in x.marks {
            line(x.position(mark), y.from, x.position(mark), y.from + 5, "stroke=\"#666\"")
            text(Self.count(mark), x: x.position(mark), y: y.from + 19, "text-anchor=\"middle\"")
        }
        line(x.from, y.from, x.to, y.from, "stroke=\"#666\"")
        text(chart.xLabel, x: (x.from + x.to) / 2, y: y.from + 38, "text-anchor=\"middle\" fill=\"#555\"")

        var names: [String] = []
        for point in own where !names.contains(point.series) { names.append(point.series) }
        for (number, name) in names.enumerated() {
            curve(own.filter { $0.series == name }.sorted { $0.x < $1.x }, number, x, y)
        }
        // Costs grow to the upper right, so the legend is in the upper left corner.
        for (number, name) in names.enumerated() {
            let height = Self.frame.top + 12 + Double(number) * 17
            stroke(
                "M\(Self.coordinate(x.from + 10)) \(Self.coordinate(height))H\(Self.coordinate(x.from + 38))",
                number
            )
            mark(number, x.from + 24, height)
            text(
                name,
                x: x.from + 45,
                y: height + 4,
                "stroke=\"#fff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\""
            )
        }
    }

    private mutating func curve(_ points: [ScalePoint], _ number: Int, _ x: LogAxis, _ y: LogAxis) {
        let spreads = points.map { (x.position($0.x), Spread($0.samples)) }
        let steps = spreads.map { "\(Self.coordinate($0)) \(Self.coordinate(y.position($1.median)))" }
        stroke("M" + steps.joined(separator: "L"), number)
        for (across, spread) in spreads {
            let colour = "stroke=\"\(Self.colours[number % 4])\""
            line(across, y.position(spread.lower), across, y.position(spread.upper), colour)
            mark(number, across, y.position(spread.median))
        }
    }

    private mutating func stroke(_ path: String, _ number: Int) {
        let dash = Self.dashes[number % 4].isEmpty ? "" : " stroke-dasharray=\"\(Self.dashes[number % 4])\""
        svg += "<path d=\"\(path)\" fill=\"none\" stroke=\"\(Self.colours[number % 4])\" stroke-width=\"2\"\(dash)/>\n"
    }

    private mutating func mark(_ number: Int, _ x: Double, _ y: Double) {
        let (x, y) = (Self.coordinate(x), Self.coordinate(y))
        let shape =
            switch number % 4 {
            case 0: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
            case 1: "M-4-4h8v8h-8z"
            case 2: "M0-5L5 4H-5z"
            default: "M0-5.5L5.5 0L0 5.5L-5.5 0z"
            }
        svg += "<path transform=\"translate(\(x) \(y))\" d=\"\(shape)\" fill=\"\(Self.colours[number % 4])\"/>\n"
    }

    private mutating func line(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, _ style: String) {
        svg +=
            "<path d=\"M\(Self.coordinate(x)) \(Self.coordinate(y))L\(Self.coordinate(toX)) \(Self.coordinate(toY))\" \(style)/>\n"
    }

    private mutating func text(_ text: String, x: Double, y: Double, _ style: String) {
        let safe = text.map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }.joined()
        svg += "<text x=\"\(Self.coordinate(x))\" y=\"\(Self.coordinate(y))\" \(style)>\(safe)</text>\n"
    }

    /// Formats a size; numbers above 9999 have digit groups.
    private static func count(_ value: Double) -> String {
        let digits = Array(Quantity.short(value))
        guard digits.count > 4 else { return String(digits) }
        return digits.indices.map { ((digits.count - $0) % 3 == 0 && $0 > 0 ? "\u{202f}" : "") + String(digits[$0]) }
            .joined()
    }

    private static func coordinate(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

/// A logarithmic axis. The value 0 is drawn 0.7 decades below the start of the logarithmic range.
struct LogAxis {
    let from: Double
    let to: Double
    private let low: Double
    private let high: Double
    private let zero: Double?
    /// Values with labels.
    let marks: [Double]

    /// Creates an axis for the values from the coordinate `from` to the coordinate `to`. If `isWhole` is true, the axis
    /// is extended to whole powers of ten.
    init(_ values: [Double], from: Double, to: Double, isWhole: Bool) {
        (self.from, self.to) = (from, to)
        let positive = values.filter { $0 > 0 }
        var (low, high) = (positive.min().map(Self.power) ?? 0, positive.max().map(Self.power) ?? 1)
        if isWhole { (low, high) = (low.rounded(.down), high.rounded(.up)) }
        zero = values.contains(0) ? low - 0.7 : nil
        self.low = zero ?? low
        self.high = high > low ? high : low + 1
        let sizes = (Int(low.rounded(.up))...max(Int(self.high.rounded(.down)), Int(low.rounded(.up)))).map(Self.ten)
        // Labels up to seven measured values instead of powers of ten.
        let few = Set(positive).count <= 7 && !isWhole ? Set(positive).sorted() : sizes
        marks = (zero == nil ? [] : [0]) + (few.isEmpty ? sizes : few)
    }

    func position(_ value: Double) -> Double {
        let power = value > 0 ? Self.power(value) : zero ?? low
        return from + (power - low) / (high - low) * (to - from)
    }

    private static func ten(_ power: Int) -> Double {
        (0..<abs(power)).reduce(1.0) { value, _ in power < 0 ? value / 10 : value * 10 }
    }

    /// Logarithm to base 10 by repeated squaring, without the C library.
    private static func power(_ value: Double) -> Double {
        var (rest, whole) = (value, 0.0)
        while rest >= 10 { (rest, whole) = (rest / 10, whole + 1) }
        while rest < 1 { (rest, whole) = (rest * 10, whole - 1) }
        var step = 0.5
        while step > 1e-9 {
            rest *= rest
            if rest >= 10 { (rest, whole) = (rest / 10, whole + step) }
            step /= 2
        }
        return whole
    }
}
