internal import ResponderKit

/// Computes the reports that a panel sends for a script.
struct ScriptPlan {
    /// Device number of the test panel, which is the number that a hub assigns to its first device.
    static let device: Int32 = 1
    /// Default duration of a tap, in microseconds.
    static let tapTime: Microseconds = 50_000
    /// Maximum number of reports that one line can generate; a typical panel takes two hours to send this number of
    /// reports.
    private static let mostReports: Int64 = 1_000_000

    /// Reports with times relative to the start of the script.
    private(set) var reports: [TouchFrame] = []
    /// Duration of the script, in microseconds.
    private(set) var end: Microseconds = 0
    /// Locations of the fingers that are down at the end, by finger number.
    private(set) var fingers: [Int32: Point]

    private var rate: Int64 = 125

    /// Computes the reports of a script; the fingers in `fingers` are already down when the script begins.
    init(_ script: TouchScript, fingers: [Int32: Point] = [:]) throws(TestKitError) {
        self.fingers = fingers
        for line in script.lines { try add(line) }
    }

    /// Throws an error if a step contradicts an earlier step, for example if a finger goes down twice without a lift.
    static func check(_ lines: [ScriptLine]) throws(TestKitError) {
        var isDown: [Int32: Bool] = [:]
        for line in lines {
            guard case .steps(let steps, _) = line.content else { continue }
            for step in steps { try check(step, &isDown, isDown[step.finger], line.source) }
        }
    }

    private static func check(
        _ step: ScriptStep,
        _ fingers: inout [Int32: Bool],
        _ isDown: Bool?,
        _ source: ScriptSource
    ) throws(TestKitError) {
        switch step.verb {
        case .down, .tap:
            if isDown == true {
                let remedy = "write 'up \(step.finger)' first, or use another finger"
                throw source.error(step.column, "finger \(step.finger) is already down", remedy: remedy)
            }
        case .move, .up, .cancel:
            if isDown == false {
                let remedy = "write 'down \(step.finger) x,y' first"
                throw source.error(step.column, "finger \(step.finger) is not down", remedy: remedy)
            }
        }
        fingers[step.finger] = step.verb == .down || step.verb == .move
    }

    private mutating func add(_ line: ScriptLine) throws(TestKitError) {
        switch line.content {
        case .nothing: break
        case .wait(let time): end += time
        case .rate(let rate): self.rate = rate
        case .steps(let steps, let lasting):
            for step in steps {
                var state = [step.finger: false]
                try Self.check(step, &state, fingers[step.finger] != nil, line.source)
            }
            let time = lasting ?? (steps.contains { $0.verb == .tap } ? Self.tapTime : 0)
            guard time / 1_000_000 * rate < Self.mostReports else {
                let message = "this line generates more than a million reports"
                throw line.source.error(1, message, remedy: "use a shorter time or a lower rate")
            }
            add(steps, lasting: time)
        }
    }

    private mutating func add(_ steps: [ScriptStep], lasting time: Microseconds) {
        let starts = fingers
        add(steps.compactMap { step in begin(step, isLong: time > 0) }, at: end)
        guard time > 0 else { return }
        let moves = steps.filter { $0.verb == .move }
        var count: Int64 = 1
        // Compute each time from the start of the line, so that rounding errors do not accumulate.
        while !moves.isEmpty, count * 1_000_000 / rate < time {
            let passed = count * 1_000_000 / rate
            let part = Double(passed) / Double(time)
            add(moves.compactMap { step in glide(step, from: starts[step.finger]!, part) }, at: end + passed)
            count += 1
        }
        end += time
        add(steps.compactMap { step in finish(step) }, at: end)
    }

    /// Adds samples sorted by slot: a panel reports slots in ascending order, regardless of the order in the script.
    private mutating func add(_ samples: [TouchSample], at time: Microseconds) {
        guard !samples.isEmpty else { return }
        reports.append(TouchFrame(time: time, samples.sorted { $0.finger.contact < $1.finger.contact }))
    }

    /// Returns the sample that a step produces at the start of its line; nil if there is none.
    private mutating func begin(_ step: ScriptStep, isLong: Bool) -> TouchSample? {
        switch step.verb {
        case .down, .tap:
            fingers[step.finger] = step.location.onGrid
            return sample(step, .began)
        case .move: return isLong ? nil : move(step, to: step.location)
        case .up, .cancel: return leave(step, step.verb == .up ? .ended : .cancelled)
        }
    }

    /// Returns the sample that a step produces at the end of its line; nil if there is none.
    private mutating func finish(_ step: ScriptStep) -> TouchSample? {
        switch step.verb {
        case .move: move(step, to: step.location)
        case .tap: leave(step, .ended)
        case .down, .up, .cancel: nil
        }
    }

    private mutating func glide(_ step: ScriptStep, from start: Point, _ part: Double) -> TouchSample? {
        let (x, y) = (step.location.x - start.x, step.location.y - start.y)
        return move(step, to: Point(x: start.x + x * part, y: start.y + y * part))
    }

    /// Returns the sample of a move; nil if the location is unchanged, because a panel does not report a resting
    /// finger.
    private mutating func move(_ step: ScriptStep, to location: Point) -> TouchSample? {
        guard fingers[step.finger] != location.onGrid else { return nil }
        fingers[step.finger] = location.onGrid
        return sample(step, .moved)
    }

    private mutating func leave(_ step: ScriptStep, _ change: TouchSample.Change) -> TouchSample {
        defer { fingers[step.finger] = nil }
        return sample(step, change)
    }

    private func sample(_ step: ScriptStep, _ change: TouchSample.Change) -> TouchSample {
        let finger = FingerID(device: Self.device, contact: step.finger - 1)
        return TouchSample(finger, change, at: fingers[step.finger]!)
    }
}
