import ResponderKit
import TestTraits
import Testing

@Suite struct ModelTests {
    @Test(.rule("H2", "H6", "W3", "T4", "T9", "T11", "T13", "T14", "T17", "T19", "T20", "T24", "X1", "X4", "X5", "X6"))
    func `views receive exactly the touches of the reference model`() {
        compare(hasGestures: false, steps: RandomRun.steps / 2)
    }

    @Test(.rule("G9", "G16", "G19", "G23", "G25", "G26", "G27", "G30", "G31", "G34", "G38", "G39", "G40", "G48", "G50"))
    func `recognizers and views receive exactly the touches of the reference model`() {
        compare(hasGestures: true, steps: RandomRun.steps - RandomRun.steps / 2)
    }

    private func compare(hasGestures: Bool, steps: Int) {
        var (done, world) = (0, UInt64(0))
        while done < steps {
            world += 1
            let seed = RandomRun.seed &* 1_000_003 &+ world
            if let failed = run(ModelStage(seed: seed, hasGestures: hasGestures)) {
                let again = ModelStage(seed: seed, hasGestures: hasGestures, isTracing: true)
                _ = run(again)
                let lines = (again.model.recognizers.map(\.description) + again.trace.suffix(60)).joined(
                    separator: "\n"
                )
                Issue.record("seed \(RandomRun.seed), world \(world), step \(done + failed):\n\(lines)")
                return
            }
            done += Self.stepsPerWorld
        }
    }

    private static let stepsPerWorld = 300

    /// Runs the test; returns the index of the first difference between the logs, or nil.
    private func run(_ stage: ModelStage) -> Int? {
        for step in 0..<Self.stepsPerWorld {
            stage.step()
            if stage.isTracing {
                stage.write("  application: \(lines(stage.log.entries))")
                stage.write("  model:       \(lines(stage.model.log))")
                let engaged = stage.model.engaged.map { "\($0.number) \($0.progress) \($0.touches.map(\.finger))" }
                stage.write("  engaged:     \(engaged)")
            }
            if stage.log.entries != stage.model.log { return step }
            if stage.application.nextDeadline != stage.model.nextDeadline?.deadline {
                stage.write("  deadlines: \(stage.application.nextDeadline ?? -1), model")
                return step
            }
            stage.log.entries.removeAll(keepingCapacity: true)
            stage.model.log.removeAll(keepingCapacity: true)
        }
        return nil
    }

    private func lines(_ log: [Int]) -> String {
        var (text, index) = ("", 0)
        while index < log.count {
            if log[index] >= 500 {
                text += "[gesture \(log[index + 1]) \(log[index] - 500), \(log[index + 2])] "
                index += 3
            } else {
                let count = log[index + 4]
                let phase = ["", "began", "moved", "ended", "cancelled"][log[index]]
                let fingers = log[index + 5..<index + 5 + count].map(String.init).joined(separator: " ")
                text += "[\(log[index + 1]) \(phase) \(fingers) of \(log[index + 2]), tap \(log[index + 3])] "
                index += 5 + count
            }
        }
        return text
    }
}
