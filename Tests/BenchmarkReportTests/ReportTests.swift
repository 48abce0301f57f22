import BenchmarkReport
import Testing

struct ReportTests {
    private static let rows = [
        Row(
            "Replay",
            "file to events",
            unit: "events/s",
            ours: [10e6, 14e6, 12e6],
            beside: Row.Peer("bare C", [20e6, 20e6, 20e6]),
            goals: [.ratio(atLeast: 0.5), .value(atLeast: 15e6)],
            remark: "C checks nothing."
        ),
        Row("Program", "size", unit: "B", ours: [11e6], goals: [.value(atMost: 12e6)], isCounted: true),
        Row("Replay", "again", unit: "ns", ours: [3, 3], remark: "C checks nothing."),
    ]

    @Test func `rows of a group are adjacent, and a shared remark is printed once below`() {
        #expect(Report(rows: Self.rows).table == Self.expected)
    }

    private static let expected = """
        | what           | touchbridge           | peer   | its figure    | ratio           | goal                         | met | turns   | note |
        |----------------|-----------------------|--------|---------------|-----------------|------------------------------|-----|---------|------|
        | **Replay**     |                       |        |               |                 |                              |     |         |      |
        | file to events | 12 M events/s (11–13) | bare C | 20 M events/s | 0.6 (0.55–0.65) | ratio ≥ 0.5, ≥ 15 M events/s | no  | 3       | 1    |
        | again          | 3 ns                  |        |               |                 |                              |     | 2       | 1    |
        | **Program**    |                       |        |               |                 |                              |     |         |      |
        | size           | 11 MB                 |        |               |                 | ≤ 12 MB                      | yes | counted |      |


        1. C checks nothing.

        """

    @Test func `a unit is printed once unless a quartile has another one`() {
        let table = Report(rows: [Row("", "a", unit: "ns", ours: [839, 1120, 1180])]).table
        #expect(table.contains("| 1.12 µs (980 ns–1.15 µs) |"))
        #expect(Report(rows: [Row("", "a", unit: "ns", ours: [1, 2, 3])]).table.contains("| 2 ns (1.5–2.5) |"))
    }

    @Test func `the page shows the machine, and the picture if there is one`() {
        let report = Report(machine: [("kernel", "Linux 6.1"), ("date", "2026-11-21")], rows: Self.rows)
        let page = report.page(picture: "benchmarks.svg")
        #expect(page.contains("| kernel  | Linux 6.1  |\n| date    | 2026-11-21 |\n"))
        #expect(page.contains(report.table))
        #expect(page.contains("](benchmarks.svg)"))
        #expect(!report.page(picture: nil).contains(".svg"))
    }
}
