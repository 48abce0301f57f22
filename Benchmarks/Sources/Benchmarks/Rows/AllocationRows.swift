import Contacts
import Report
import ResponderKit

/// Allocations per frame in the steady state; tests require them to be zero.
enum AllocationRows {
    static func measure() -> [Row] {
        var rows: [Row] = []
        func add(_ what: String, _ count: Double) {
            rows.append(
                Row(
                    "Allocations for each frame in steady state",
                    what,
                    ours: [count],
                    goals: [.value(atMost: 0)],
                    remark: "Tests with *allocate nothing* in their name check each stage.",
                    isCounted: true
                )
            )
        }
        let forest = HitTestBench.Forest(10_000, fanOut: 10)
        add(
            "hit tests in a tree of 10000 views",
            Measure.allocations(calls: 10_000) { forest.searchOurs(10_000, among: 64) }
        )
        for fingers: Int32 in [1, 10] {
            let name = fingers == 1 ? "1 finger" : "\(fingers) fingers"
            let contacts = ContactBench.allocations(fingers)
            add("events to contacts with positions, \(name)", contacts)
            for isRecorded in [false, true] {
                let way = RecorderBench.way(fingers, isRecorded: isRecorded)
                let count = Measure.allocations(calls: way.framesPerRound) { way.play() }
                add("events to a view's method, \(name)\(isRecorded ? ", flight recorder on" : "")", count)
            }
            for recognizers in [10, 1000] {
                add(
                    "moved touches past \(recognizers) recognizers, \(name)",
                    FrameBench.allocations(fingers, recognizers)
                )
            }
        }
        return rows
    }
}
