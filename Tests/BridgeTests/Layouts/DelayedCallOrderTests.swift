import Bridge
import HandlerEvents
internal import LayoutRuntime
import Platform
import PluginAPI
import TestSupport
import TestTraits
import Testing

/// Tests that delayed calls of many bindings are made in the order of their due times.
struct DelayedCallOrderTests {
    private static let count = 300

    /// Returns a stage with the actions `a0`, `a1` and so on. Many of them have equal delays.
    private func stage() throws -> LayoutStage {
        let actions = (0..<Self.count).map { number in
            "  a\(number): { m.note: a\(number), after: \(delay(number) / 1000)ms }"
        }
        let stage = try LayoutStage("root: {}\nactions:\n\(actions.joined(separator: "\n"))")
        _ = stage.drain()
        return stage
    }

    private func delay(_ number: Int) -> Int64 { [5000, 20_000, 20_000, 70_000][number % 4] }

    /// Sends actions from a plugin. Each plugin can send at most 50 actions per second.
    private func emit(_ numbers: [Int], on stage: LayoutStage, at time: Int64) {
        for number in numbers {
            _ = stage.pipeline.commands.submit(.emit(action: "a\(number)", value: 1), from: "p\(time)", reply: nil)
        }
        _ = stage.pipeline.carryOutCommands(at: time, within: .init(microseconds: 1_000_000))
    }

    private func names(_ stage: LayoutStage) -> [String] {
        stage.drain().compactMap { line in line.split(separator: #"""#).last { $0.hasPrefix("a") }.map(String.init) }
    }

    @Test(.tags(.determinism), arguments: 1...5)
    func `calls are made in the order of their due times, however often events postpone them`(_ seed: UInt64) throws {
        let stage = try stage()
        var random = SplitMix64(seed: seed)
        // Number and due time of each delayed call, in the order in which the delays started.
        var waiting: [(number: Int, due: Int64)] = []
        var expected: [(number: Int, due: Int64)] = []
        func make(before time: Int64) {
            let due = waiting.enumerated().filter { $0.element.due < time }.sorted {
                ($0.element.due, $0.offset) < ($1.element.due, $1.offset)
            }
            expected += due.map(\.element)
            waiting.removeAll { $0.due < time }
        }
        var time: Int64 = 0
        for _ in 0..<80 {
            time += Int64.random(in: 1...15, using: &random) * 1000
            // Commands are executed after timers with the same due time.
            make(before: time + 1)
            let numbers = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Int.random(in: 0..<Self.count, using: &random)
            }
            emit(numbers, on: stage, at: time)
            for number in numbers {
                let due = time + delay(number)
                if let index = waiting.firstIndex(where: { $0.number == number }) {
                    waiting[index].due = due
                } else {
                    waiting.append((number, due))
                }
            }
        }
        let rest = seed % 2 == 0
        if rest { stage.pipeline.beginStopping() } else { stage.pipeline.advance(to: time + 1_000_000) }
        make(before: .max)
        #expect(expected.count > 500)
        let isOrdered = names(stage) == expected.map { "a\($0.number)" }
        #expect(isOrdered)
        if !rest { #expect(stage.journal.handlerEvents.map(\.time) == expected.map(\.due)) }
        #expect(stage.pipeline.nextDeadline == nil)
    }
}
