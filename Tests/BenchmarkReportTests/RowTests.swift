import BenchmarkReport
import Testing

struct RowTests {
    @Test func `a figure has median, quartiles and extremes, in any sample order`() {
        let spread = Spread([5, 1, 4, 2, 3])
        #expect(spread.count == 5)
        #expect([spread.least, spread.lower, spread.median, spread.upper, spread.most] == [1, 2, 3, 4, 5])
        #expect(Spread([1, 2]).median == 1.5)
        #expect(Spread([7]).lower == 7)
    }

    @Test func `the ratio is computed per run, so a slow run of both does not change it`() {
        let row = Row("", "a", ours: [10, 100, 20], beside: Row.Peer("b", [20, 200, 40]))
        #expect(row.ratio == Spread([0.5, 0.5, 0.5]))
    }

    @Test func `with different numbers of runs, ours are compared with the peer's median`() {
        let row = Row("", "a", ours: [10, 20], beside: Row.Peer("b", [1, 10, 100]))
        #expect(row.ratio == Spread([1, 2]))
    }

    @Test func `without a peer there is no ratio, and without a goal no verdict`() {
        #expect(Row("", "a", ours: [1]).ratio == nil)
        #expect(Row("", "a", ours: [1]).verdict == nil)
        #expect(Row("", "a", ours: [1], goals: [.ratio(atMost: 1)]).verdict == nil)
    }

    @Test(
        arguments: [
            ([1, 1, 1], Verdict.met), ([1, 2, 5], .barelyMet), ([1, 2.5, 5], .barelyMissed), ([3, 3, 3], .missed),
        ] as [([Double], Verdict)]
    )
    func `the median decides, and quartiles on the other side are reported`(samples: [Double], verdict: Verdict) {
        #expect(Row("", "a", ours: samples, goals: [.value(atMost: 2)]).verdict == verdict)
    }

    @Test func `the worst of several goals counts`() {
        let goals: [Goal] = [.value(atMost: 2), .ratio(atLeast: 3)]
        #expect(Row("", "a", ours: [1], beside: Row.Peer("b", [1]), goals: goals).verdict == .missed)
        #expect(Row("", "a", ours: [1], beside: Row.Peer("b", [0.1]), goals: goals).verdict == .met)
    }

    @Test(
        arguments: [
            (0.5, "ns", "0.5 ns"), (12_300_000, "ns", "12.3 ms"), (999, "ns", "999 ns"), (14_548_856, "B", "14.5 MB"),
            (17_800_000, "events/s", "17.8 M events/s"), (0, "", "0"), (0.0257, "", "0.0257"), (1.0 / 0, "", "–"),
            (30_000_000, "ns", "30 ms"),
        ] as [(Double, String, String)]
    )
    func `numbers have three digits and a suitable unit prefix`(value: Double, unit: String, text: String) {
        #expect(Quantity.text(value, unit) == text)
    }
}
