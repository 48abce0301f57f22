import BenchmarkReport
import Testing

struct RecordTests {
    private static let row = Row(
        "The program",
        "resident memory, idle",
        unit: "B",
        ours: [1.5, 2],
        beside: Row.Peer("libinput debug-events", [3, 4]),
        goals: [.ratio(atMost: 1.3), .value(atLeast: 2)],
        remark: "The peer prints a = b.",
        isCounted: true
    )

    @Test func `a row and a point are read back as written`() throws {
        let records = [
            Record.row(Self.row), .row(Row("", "alone", ours: [1])),
            .point(ScalePoint(chart: "views", series: "ours, spread out", x: 0, samples: [1e9, 0.25])),
        ]
        for record in records { #expect(try Record(line: record.line) == record) }
    }

    @Test func `field and line separators become spaces`() throws {
        var row = Self.row
        row.remark = "one\ttwo\nthree"
        guard case .row(let read) = try Record(line: Record.row(row).line) else {
            Issue.record("no row")
            return
        }
        #expect(read.remark == "one two three")
    }

    @Test(
        arguments: [
            "", "what=a", "what=a\tours=", "what=a\tours=1,x", "what=a\tours=inf", "ours=1", "what=a\tours=1\tnonsense",
            "what=a\tours=1\tcolour=red", "what=a\tours=1\tpeer=b", "what=a\tours=1\ttheirs=2",
            "what=a\tours=1\tgoal=ratio atMost", "what=a\tours=1\tgoal=speed atMost 1",
            "chart=c\tseries=s\tx=-1\tours=1",
        ]
    )
    func `an invalid line is rejected`(line: String) {
        #expect(throws: Record.Mistake.self) { try Record(line: line) }
    }
}
