import TestTraits
import Testing

@testable import ResponderKit

@Suite struct ChaosTests {
    @Test(.rule("T12", "X2", "X4", "X14", "G4", "G47", "Q3", "Q4"))
    func `with random handlers each began has one end, and no state remains`() {
        var steps = 0
        var world: UInt64 = 0
        while steps < RandomRun.steps {
            world += 1
            let seed = RandomRun.seed &* 1_000_003 &+ world
            let chaos = Chaos(seed: seed)
            if !run(chaos) {
                let again = Chaos(seed: seed, isTracing: true)
                _ = run(again)
                let lines = again.oracle.trace.suffix(40).joined(separator: "\n")
                Issue.record(
                    """
                    seed \(RandomRun.seed), world \(world), step \(steps + chaos.steps):
                    \(again.oracle.problems.first ?? "not seen again"); before that:
                    \(lines)
                    """
                )
                return
            }
            steps += chaos.steps
        }
    }

    private func run(_ chaos: Chaos) -> Bool {
        for _ in 0..<5 {
            for _ in 0..<60 {
                chaos.step()
                if !chaos.oracle.problems.isEmpty { return false }
            }
            chaos.calmDown()
            if !chaos.oracle.problems.isEmpty { return false }
        }
        return true
    }
}

extension Application {
    var touchesUnderWay: TouchSet { tracker.live }
}
