import TestTraits
import Testing

@testable import ResponderKit

/// Tests the detection of recognizers that wait for themselves, directly or through others.
@Suite struct WaitCyclesTests {
    private func circular(_ waits: [[Int?]]) -> [Int] {
        let cycles = WaitCycles(waits)
        return waits.indices.filter { cycles.contains($0) }
    }

    @Test(.rule("G43")) func `a recognizer that waits for none, or for one that can proceed, is not circular`() {
        #expect(circular([]) == [])
        #expect(circular([[nil]]) == [])
        #expect(circular([[1], [0, nil]]) == [])
        #expect(circular([[1], [2], [1, nil]]) == [])
    }

    @Test(.rule("G43"))
    func `recognizers that wait for each other are circular, and those that only wait for them are not`() {
        #expect(circular([[1], [0]]) == [0, 1])
        #expect(circular([[0]]) == [0])
        #expect(circular([[1], [2], [1]]) == [1, 2])
    }

    @Test(.rule("G43")) func `a recognizer between two cycles is in neither`() {
        // The strongly connected components are {0, 1}, {2} and {3, 4}.
        #expect(circular([[1, 2], [0], [3], [4], [3]]) == [0, 1, 3, 4])
    }

    @Test(.rule("G43")) func `a cycle of 50,000 recognizers is found without deep recursion`() {
        let count = 50_000
        #expect(circular((0..<count).map { [($0 + 1) % count] }).count == count)
        #expect(circular((0..<count).map { $0 + 1 < count ? [$0 + 1] : [nil] }) == [])
    }

    @Test(.rule("G43")) func `the cycle search agrees with a plain path search`() {
        let random = SeededRandom(seed: 7)
        for _ in 0..<400 {
            let count = 1 + random.below(8)
            let waits = (0..<count).map { _ in (0..<random.below(3)).map { _ in Int?.some(random.below(count)) } }
                .map { $0.isEmpty ? [nil] : $0 }
            #expect(circular(waits) == plainly(waits))
        }
    }

    private func plainly(_ waits: [[Int?]]) -> [Int] {
        func reach(_ start: Int) -> Set<Int?> {
            var found: Set<Int?> = []
            var open = waits[start]
            while let next = open.popLast() {
                guard found.insert(next).inserted, let next else { continue }
                open += waits[next]
            }
            return found
        }
        return waits.indices.filter { reach($0).contains($0) && !reach($0).contains(nil) }
    }
}
