internal import Bridge
package import CommandSupport
internal import Glibc
internal import LayoutFile
internal import Platform
internal import PluginAPI
internal import Torture

/// Fuzzes a layout, and checks that its touches and handler calls satisfy the invariants (`Invariant`).
package enum TortureCommand: Command {
    package static let name = "torture"
    package static let summary = "fuzz a layout and check invariants"
    package static let flags: Set<String> = []
    package static let options: Set<String> = ["seed", "events", "output", "again"]
    package static let help = """
        usage: touchbridge-dev torture [LAYOUT] [--seed NUMBER] [--events NUMBER] [-o FILE]
               touchbridge-dev torture --again FILE

        Generates random and hostile events of several panels, keys and an accelerometer: lost events, duplicate
        contacts, invalid slots, clock jumps, hot-plugging, view changes, reloads, failing plugins and sleep. After each
        step, checks invariants: each touch ends exactly once, no view receives another view's touch, and no state
        remains after all fingers are up (docs/internals/torture.md).

        The command needs neither a touchscreen nor root. Stubs replace the plugins of the layout and sometimes reject
        calls or fail, so no program runs and nothing is sent or written. The default is a built-in layout.

        The same seed gives the same run on every machine. If an invariant is broken, the steps are reduced to
        as few as possible and written to a file for --again.

          --seed NUMBER    the seed of the run; default: random
          --events NUMBER  number of device events; default: 1000000
          -o FILE          the file for failing steps; default: torture-SEED.steps
          --again FILE     repeat the steps of FILE, on the layout that FILE names

        The exit status is 1 if an invariant is broken.

        For instance:

            touchbridge-dev torture lobby.yaml --seed 17 --events 100000
            touchbridge-dev torture --again torture-17.steps
        """

    package static func run(_ arguments: Arguments) throws -> Int32 {
        if let path = arguments.value("again") { return try again(path, arguments) }
        guard arguments.positional.count <= 1 else {
            throw arguments.wrong("too many arguments; specify only one layout")
        }
        let path = arguments.positional.first
        let events = try number("events", arguments) ?? 1_000_000
        let seed = try number("seed", arguments) ?? Int(truncatingIfNeeded: MonotonicClock.now) & 0xff_ffff
        let stage = TortureStage(try path.map { try LayoutReading.plan(needed: $0) })
        let job = Job(stage: stage, layout: path, seed: UInt64(seed), output: arguments.value("output"))
        return try job.run(events)
    }

    private static func number(_ name: String, _ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments.value(name) else { return nil }
        let least = name == "events" ? 1 : 0
        guard let number = Int(text), number >= least else {
            throw arguments.wrong("invalid --\(name) '\(text)'; write a whole number that is \(least) or greater")
        }
        return number
    }

    /// Limit torture-file-bytes (limits.md, Recordings and dumps): maximum number of bytes of a step file that `torture
    /// --again` reads. If exceeded: `torture` reports an error.
    ///
    /// The step file of a minimized run has at most a few megabytes.
    private static let limit = 64 << 20

    private static func again(_ path: String, _ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty, !arguments.has("seed"), !arguments.has("events") else {
            throw arguments.wrong("--again reads all settings from its file; remove the other options")
        }
        guard let bytes = FileBytes.read(path, atMost: limit) else {
            let why = access(path, R_OK) == 0 ? "" : ": \(String(cString: strerror(errno)))"
            throw TortureError("\(path): cannot be read\(why); specify a file of at most 64 MB")
        }
        let file: StepFile
        do {
            file = try StepFile(reading: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw TortureError("\(path): \(error)")
        }
        let stage = TortureStage(try file.layout.map { try LayoutReading.plan(needed: $0) })
        guard let failure = stage.failureApart(of: file.steps, isCompared: file.failure.invariant.isComparison) else {
            try Console.print(
                "\(file.steps.count) steps ran, and no invariant failed; the recorded failure was: \(file.failure)"
            )
            return 0
        }
        try Console.print("\(failure)")
        return 1
    }
}

/// Performs one run and, after a failure, writes a short list of steps that reproduces the failure.
private struct Job {
    let stage: TortureStage
    let layout: String?
    let seed: UInt64
    let output: String?

    /// Runs the events in a child process, so that a crash is reported like any other failure.
    func run(_ events: Int) throws -> Int32 {
        guard let progress = Subprocess.Progress() else { throw TortureError("out of memory") }
        let outcome = Subprocess.run {
            do {
                return try work(events, progress)
            } catch {
                Console.report(error)
                return 1
            }
        }
        switch outcome {
        case .returned(let status): return status
        case .notStarted(let number): throw TortureError("cannot start a process (errno \(number))")
        case .signal(let number):
            let failure = Failure(.trap, Subprocess.words(number))
            let steps = stage.steps(seed: seed, round: progress.round, through: progress.step)
            return try report(failure, progress.round, after: progress.events, steps) { stage.failureApart(of: $0) }
        }
    }

    private func work(_ events: Int, _ progress: Subprocess.Progress) throws -> Int32 {
        var run = TortureRun(stage, seed: seed)
        run.progress = progress
        do {
            try run.run(events: events)
        } catch {
            return try report(error.failure, error.round, after: error.events, error.steps) {
                stage.failure(of: $0, isCompared: error.failure.invariant.isComparison)
            }
        }
        let totals = run.totals
        let digest = String(totals.digest, radix: 16)
        try Console.print(
            """
            seed \(seed): \(totals.events) events in \(totals.steps) steps and \(totals.rounds) rounds led to \
            \(totals.touches) touches and \(totals.calls) handler calls (digest \(digest)); no invariant failed
            """
        )
        return 0
    }

    private func report(
        _ failure: Failure,
        _ round: Int,
        after events: Int,
        _ steps: [Step],
        _ again: @escaping ([Step]) -> Failure?
    ) throws -> Int32 {
        try Console.print("seed \(seed), round \(round), after \(events) events: \(failure)")
        var minimizer = Minimizer { again($0)?.invariant == failure.invariant }
        let fewest = failure.invariant == .memory ? steps : minimizer.minimize(steps)
        let detail = again(fewest) ?? failure
        let file = StepFile(seed: seed, round: round, layout: layout, failure: detail, steps: fewest)
        let path = output ?? "torture-\(seed).steps"
        try write(file.text, to: path)
        let count = fewest.reduce(0) { $0 + $1.eventCount }
        try Console.print(
            """
            \(path) contains \(fewest.count) of \(steps.count) steps, with \(count) events: \(detail)
            repeat the steps with 'touchbridge-dev torture --again \(path)'
            """
        )
        return 1
    }

    private func write(_ text: String, to path: String) throws(TortureError) {
        do throws(WriteError) {
            if let file = AtomicFile(path) { return try file.write(Array(text.utf8)) }
            let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY)
            guard file >= 0 else { throw WriteError(name: path, number: errno, isFile: true) }
            defer { close(file) }
            try Output(file, name: path).write(Array(text.utf8))
        } catch {
            throw TortureError("\(error)")
        }
    }
}

/// Thrown if a run cannot start.
private struct TortureError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
