/// A run of many worlds, one after the other, all of it out of one seed.
package struct TortureRun {
    /// What was done without anything going wrong.
    package struct Totals: Equatable, Sendable {
        package var rounds = 0
        package var steps = 0
        package var events = 0
        package var touches = 0
        package var calls = 0
        /// What all handler calls of all rounds lead to: the same on every machine.
        package var digest: UInt64 = 0

        package init() {}
    }

    /// What went wrong, and how it is done again.
    package struct Report: Error, Sendable {
        package let failure: Failure
        package let seed: UInt64
        package let round: Int
        /// After how many events of the run.
        package let events: Int
        /// All steps of the round up to the one that broke it.
        package let steps: [Step]
    }

    private let stage: TortureStage
    private let seed: UInt64
    /// Called after each round.
    package var onRound: (Totals) -> Void = { _ in }
    /// Where the run is, for who wants to know when it cannot say it any more.
    package var place: Subprocess.Place?
    package private(set) var totals = Totals()

    package init(_ stage: TortureStage, seed: UInt64) { (self.stage, self.seed) = (stage, seed) }

    /// Runs so many events; what goes wrong first ends it.
    package mutating func run(events: Int) throws(Report) {
        while totals.events < events {
            try round(totals.rounds, atMost: events - totals.events)
            totals.rounds += 1
            onRound(totals)
        }
    }

    /// The steps of a round.
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

    /// Most rounds are short, so that what goes wrong has a short way to it; some are long, as bridges run for years.
    private static func length(_ round: Int) -> Int { round % 8 == 7 ? 400_000 : round % 2 == 0 ? 20_000 : 50_000 }

    private mutating func round(_ round: Int, atMost most: Int) throws(Report) {
        place?.round = round
        let simulation = Simulation(stage, isWatched: round % 5 == 4)
        var generator = Self.generator(stage, seed: seed, round: round)
        let length = min(Self.length(round), most)
        var (steps, checkpoint) = (0, UInt64(0))
        while simulation.eventCount < length {
            let step = generator.next()
            if let place { (place.step, place.events) = (steps, totals.events + simulation.eventCount) }
            steps += 1
            if steps & 1023 == 1 { Subprocess.goesOn() }
            if let failure = simulation.take(step) {
                throw report(failure, round, steps, simulation.eventCount, isSettled: false)
            }
            if steps == Self.compared { checkpoint = simulation.digest }
        }
        if let failure = simulation.take(.settle) {
            throw report(failure, round, steps, simulation.eventCount, isSettled: true)
        }
        // Watched by everybody who can watch, the same steps lead to the same.
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

    /// So many steps are done twice.
    private static let compared = 700

    private func report(_ failure: Failure, _ round: Int, _ count: Int, _ events: Int, isSettled: Bool) -> Report {
        let steps = stage.steps(seed: seed, round: round, through: count - 1) + (isSettled ? [.settle] : [])
        return Report(failure: failure, seed: seed, round: round, events: totals.events + events, steps: steps)
    }
}

extension TortureStage {
    /// The steps of a round up to one, that included.
    package func steps(seed: UInt64, round: Int, through last: Int) -> [Step] {
        var generator = TortureRun.generator(self, seed: seed, round: round)
        return (0...last).map { _ in generator.next() }
    }

    /// The same where the steps may end the process.
    package func failureApart(of steps: [Step], isCompared: Bool = false) -> Failure? {
        let outcome = Subprocess.run(isSilent: true) {
            Subprocess.goesOn()
            return failure(of: steps, isCompared: isCompared) == nil ? 0 : 1
        }
        switch outcome {
        case .returned(0): return nil
        case .returned: return failure(of: steps, isCompared: isCompared)
        case .signal(let number): return Failure(.trap, Subprocess.words(number))
        case .notStarted(let number): return Failure(.trap, "no process can be started (errno \(number))")
        }
    }

    /// What is wrong when these steps are done to a new simulation, or, when they are compared, to one that is watched.
    package func failure(of steps: [Step], isCompared: Bool = false) -> Failure? {
        let simulation = Simulation(self, isWatched: false)
        for step in steps {
            if let failure = simulation.take(step) { return failure }
        }
        return isCompared ? difference(of: steps, from: simulation.digest) : nil
    }

    /// What is wrong when everybody watches who can, and handlers are to hear what they heard when nobody did.
    func difference(of steps: [Step], from digest: UInt64) -> Failure? {
        let simulation = Simulation(self, isWatched: true)
        let words = simulation.countWords()
        for step in steps {
            if let failure = simulation.take(step) { return failure }
        }
        if words.handlers != words.calls {
            return Failure(.words, "the trace has \(words.handlers) handler calls, and there were \(words.calls)")
        }
        guard simulation.digest != digest else { return nil }
        return Failure(.sameness, "with a trace and a recorder, handlers hear something else")
    }
}
