import BenchmarkReport
import Testing

struct ScalePlotTests {
    private static let charts = [
        ScaleChart("views", "A hit test & more", x: "views", unit: "ns"),
        ScaleChart("clients", "A frame", x: "clients", unit: "ns"),
    ]

    private static func picture(_ points: [ScalePoint]) -> String { ScalePlot(charts, points).picture() }

    @Test func `each curve has a marker for each size, and its name`() {
        let picture = Self.picture(
            [100, 1000, 10_000].flatMap { size in
                [
                    ScalePoint(chart: "views", series: "ours", x: size, samples: [1, 2, 3]),
                    ScalePoint(chart: "views", series: "theirs", x: size, samples: [size]),
                ]
            }
        )
        // Each count includes one legend entry.
        #expect(picture.split(separator: "fill=\"#0072b2\"").count - 1 == 4)
        #expect(picture.split(separator: "fill=\"#d55e00\"").count - 1 == 4)
        #expect(picture.contains(">ours</text>") && picture.contains(">theirs</text>"))
        #expect(picture.contains("A hit test &amp; more"))
        #expect(!picture.contains("A frame"), "a chart without points has no place")
    }

    @Test func `the axis is logarithmic, with zero before the smallest value`() {
        let points = [0, 1, 10, 100].map { ScalePoint(chart: "clients", series: "ours", x: $0, samples: [1 + $0]) }
        let positions = Self.picture(points).split(separator: "\n").compactMap { line -> Double? in
            guard line.contains("translate("), line.contains("fill=\"#0072b2\"") else { return nil }
            return line.split(separator: "translate(").last?.split(separator: " ").first.flatMap { Double(String($0)) }
        }
        let (marks, legend) = (positions.prefix(4), positions.count)
        #expect(legend == 5)
        #expect(marks == marks.sorted()[...])
        #expect(abs((marks[2] - marks[1]) - (marks[3] - marks[2])) < 0.2)
    }

    @Test func `a single point, or sizes and costs of zero, give a picture`() {
        for x in [0.0, 5] {
            let picture = Self.picture([ScalePoint(chart: "views", series: "ours", x: x, samples: [0])])
            #expect(picture.hasSuffix("</svg>\n"))
            #expect(!picture.contains("nan") && !picture.contains("inf"))
        }
    }
}
