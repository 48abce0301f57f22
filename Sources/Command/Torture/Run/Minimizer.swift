/// Reduces failing steps to a short sequence that still causes the same failure.
///
/// Removes smaller and smaller groups of steps, and then individual events from the remaining steps.
package struct Minimizer {
    /// Returns whether the steps reproduce the failure.
    private let breaks: ([Step]) -> Bool
    /// Number of remaining attempts.
    private var trials: Int

    package init(trials: Int = 4000, breaks: @escaping ([Step]) -> Bool) {
        (self.trials, self.breaks) = (trials, breaks)
    }

    /// Returns the shortest failing sequence that was found; returns the input if the failure is not reproducible.
    package mutating func minimize(_ steps: [Step]) -> [Step] {
        guard attempt(steps) else { return steps }
        var best = cutFront(steps)
        var former = Int.max
        while Self.weight(best) < former, trials > 0 {
            former = Self.weight(best)
            best = thinEvents(reduce(best) { minimizer, candidate in minimizer.attempt(candidate) })
        }
        return best
    }

    private static func weight(_ steps: [Step]) -> Int { steps.reduce(0) { $0 + 1 + $1.eventCount } }

    private mutating func attempt(_ steps: [Step]) -> Bool {
        guard trials > 0 else { return false }
        trials -= 1
        return breaks(steps)
    }

    /// Removes early steps except the hot-plug steps at the start, because most failures depend only on recent steps.
    private mutating func cutFront(_ steps: [Step]) -> [Step] {
        let plugs = Array(steps.prefix { if case .plug = $0 { true } else { false } })
        var length = 64
        while length < steps.count - plugs.count {
            let candidate = plugs + steps.suffix(length)
            if attempt(candidate) { return candidate }
            length *= 4
        }
        return steps
    }

    private mutating func thinEvents(_ steps: [Step]) -> [Step] {
        var best = steps
        for index in best.indices {
            guard case .events(let device, let events) = best[index], events.count > 1 else { continue }
            let former = best
            let fewer = reduce(events) { minimizer, candidate in
                var steps = former
                steps[index] = .events(device: device, candidate)
                return minimizer.attempt(steps)
            }
            best[index] = .events(device: device, fewer)
        }
        return best
    }

    /// Tries to remove halves of the elements, then quarters, and so on down to single elements.
    private mutating func reduce<Element>(
        _ elements: [Element],
        _ isEnough: (inout Minimizer, [Element]) -> Bool
    ) -> [Element] {
        var best = elements
        var size = max(1, best.count / 2)
        while true {
            var start = 0
            while start < best.count, trials > 0 {
                let end = min(start + size, best.count)
                let candidate = Array(best[..<start] + best[end...])
                if isEnough(&self, candidate) { best = candidate } else { start = end }
            }
            if size == 1 || trials == 0 { return best }
            size = max(1, size / 2)
        }
    }
}
