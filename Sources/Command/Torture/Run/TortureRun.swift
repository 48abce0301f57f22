/// A run of the torture test, which applies random steps to a simulation and checks invariants. A run consists of many
/// rounds, all determined by one seed. Each round has its own simulation.
package struct TortureRun {
    /// Totals of the completed rounds.
    package struct Totals: Equatable, Sendable {
        package var rounds = 0
        package var steps = 0
        package var events = 0
        package var touches = 0
        package var calls = 0
        /// Hash of all handler calls; the same on all machines.
        package var digest: UInt64 = 0

        package init() {}
    }

    /// A failure and the steps that reproduce it.
    package struct Report: Error, Sendable {
        package let failure: Failure
        package let seed: UInt64
        package let round: Int
        /// Number of events that the run had processed when the failure was detected.
        package let events: Int
        /// Steps that reproduce the failure: the steps of the round up to the failure.
        package let steps: [Step]
    }

    private let stage: TortureStage
    private let seed: UInt64
    /// Called after each round.
    package var onRound: (Totals) -> Void = { _ in }
    /// Progress in shared memory, which the parent process can read after a crash; nil if progress is not recorded.
    package var progress: Subprocess.Progress?
    package private(set) var totals = Totals()

    package init(_ stage: TortureStage, seed: UInt64) { (self.stage, self.seed) = (stage, seed) }

    /// Processes the given number of events; throws at the first failure.
    package mutating func run(events: Int) throws(Report) {
        while totals.events < events {
            try round(totals.rounds, atMost: events - totals.events)
            totals.rounds += 1
            onRound(totals)
        }
    }

    package static func generator(_ stage: TortureStage, seed: UInt64, round: Int) -> Generator {
        Generator(
            seed: Self.seed(seed, round),
            simulatedDevices: stage.simulatedDevices.map(\.kind),
            names: stage.names
        )
    }

    private static func seed(_ seed: UInt64, _ round: Int) -> UInt64 {
        var random = SeededRandom(seed: seed)
        return random.next() ^ (UInt64(round) &* 0x9e37_79b9_7f4a_7c15)
    }

    /// Number of events in a round. Most rounds are short, so that failing sequences are short. Long rounds detect
    /// leaks and drift.
    private static func length(_ round: Int) -> Int { round % 8 == 7 ? 400_000 : round % 2 == 0 ? 20_000 : 50_000 }

    private mutating func round(_ round: Int, atMost most: Int) throws(Report) {
        progress?.round = round
        let simulation = Simulation(stage, isWatched: round % 5 == 4)
        var generator = Self.generator(stage, seed: seed, round: round)
        let length = min(Self.length(round), most)
        var (steps, checkpoint) = (0, UInt64(0))
        while simulation.eventCount < length {
            let step = generator.next()
            if let progress { (progress.step, progress.events) = (steps, totals.events + simulation.eventCount) }
            steps += 1
            if steps & 1023 == 1 { Subprocess.restartTimeLimit() }
            if let failure = simulation.take(step) {
                throw report(failure, round, steps, simulation.eventCount, isSettled: false)
            }
            if steps == Self.compared { checkpoint = simulation.digest }
        }
        if let failure = simulation.take(.settle) {
            throw report(failure, round, steps, simulation.eventCount, isSettled: true)
        }
        // Repeats the first steps with all observers attached; the handler calls must be the same.
        if round % 4 == 0, steps >= Self.compared {
            let first = stage.steps(seed: seed, round: round, through: Self.compared - 1)
            if let failure = stage.difference(of: first, from: checkpoint) {
                throw report(failure, round, Self.compared, simulation.eventCount, isSettled: false)
            }
        }
        totals.steps += steps
        totals.events += simulation.eventCount
        totals.touches += simulation.oracle.touchCount
        totals.calls += simulation.callCount
        totals.digest = (totals.digest ^ simulation.digest) &* 0x100_0000_01b3
    }

    /// Number of steps that are repeated with observers attached.
    private static let compared = 700

    private func report(_ failure: Failure, _ round: Int, _ count: Int, _ events: Int, isSettled: Bool) -> Report {
        let steps = stage.steps(seed: seed, round: round, through: count - 1) + (isSettled ? [.settle] : [])
        return Report(failure: failure, seed: seed, round: round, events: totals.events + events, steps: steps)
    }
}

extension TortureStage {
    /// Returns the steps of a round, up to and including the step with index `last`.
    package func steps(seed: UInt64, round: Int, through last: Int) -> [Step] {
        var generator = TortureRun.generator(self, seed: seed, round: round)
        return (0...last).map { _ in generator.next() }
    }

    /// Runs the steps in a child process, because a step may cause a crash. If the child crashes, returns a failure of
    /// the invariant `trap`. Otherwise, returns the result of `failure(of:isCompared:)`.
    package func failureApart(of steps: [Step], isCompared: Bool = false) -> Failure? {
        let outcome = Subprocess.run(isSilent: true) {
            Subprocess.restartTimeLimit()
            return failure(of: steps, isCompared: isCompared) == nil ? 0 : 1
        }
        switch outcome {
        case .returned(0): return nil
        case .returned: return failure(of: steps, isCompared: isCompared)
        case .signal(let number): return Failure(.trap, Subprocess.words(number))
        case .notStarted(let number): return Failure(.trap, "cannot start a process (errno \(number))")
        }
    }

    /// Runs the steps in a new simulation and returns the failure; nil if there is none. With `isCompared`, also runs
    /// the steps with all observers attached, and compares the handler calls.
    package func failure(of steps: [Step], isCompared: Bool = false) -> Failure? {
        let simulation = Simulation(self, isWatched: false)
        for step in steps {
            if let failure = simulation.take(step) { return failure }
        }
        return isCompared ? difference(of: steps, from: simulation.digest) : nil
    }

    /// Runs the steps with all observers attached, and returns the first failure; nil if there is none. The trace must
    /// contain exactly the handler calls, and the hash of these calls must equal `digest`.
    func difference(of steps: [Step], from digest: UInt64) -> Failure? {
        let simulation = Simulation(self, isWatched: true)
        let words = simulation.countWords()
        for step in steps {
            if let failure = simulation.take(step) { return failure }
        }
        if words.handlers != words.calls {
            return Failure(
                .words,
                "the trace has \(words.handlers) handler calls, but handlers received \(words.calls)"
            )
        }
        guard simulation.digest != digest else { return nil }
        return Failure(.sameness, "handlers receive different events if a trace and a recorder are active")
    }
}
