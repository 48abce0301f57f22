import Bridge
import Report
import ResponderKit

/// Cost of tree operations, compared with minimal code for the same task.
enum TreeRows {
    static func measure() -> [Row] {
        var rows = [100, 10_000, 1_000_000].map { hitTest($0, fanOut: 10, "spread out, 10 in each") }
        rows.append(
            Row(
                "Hit test",
                "1000000 views, beside 100 views",
                unit: "ns",
                ours: rows[2].ours,
                beside: Row.Peer("100 views", rows[0].ours),
                goals: [.ratio(atMost: 3)]
            )
        )
        rows.append(hitTest(10_000, fanOut: 10_000, "siblings of one parent"))
        rows += [Int32(1), 10].map(recorder)
        return rows
    }

    private static func hitTest(_ views: Int, fanOut: Int, _ shape: String) -> Row {
        let forest = HitTestBench.Forest(views, fanOut: fanOut)
        let calls = fanOut > 1000 ? 64 : 6400
        let samples = Measure.turns(15, calls: calls) {
            forest.searchOurs(calls)
        } _: {
            forest.searchPlain(calls)
        }
        return Row(
            "Hit test",
            "\(Quantity.short(Double(views))) views, \(shape)",
            unit: "ns",
            ours: samples.ours,
            beside: Row.Peer("plain recursion", samples.theirs),
            goals: [.ratio(atMost: 1)],
            remark: "The recursion supports neither transforms nor overrides. Each search uses a new point."
        )
    }

    private static func recorder(_ fingers: Int32) -> Row {
        let without = RecorderBench.way(fingers, isRecorded: false)
        let with = RecorderBench.way(fingers, isRecorded: true)
        let samples = Measure.turns(15, calls: with.callsPerRound) {
            with.play()
        } _: {
            without.play()
        }
        return Row(
            "Observers, for each event",
            "flight recorder with a full ring, \(fingers) \(fingers == 1 ? "finger" : "fingers")",
            unit: "ns",
            ours: samples.ours,
            beside: Row.Peer("without recorder", samples.theirs)
        )
    }
}
