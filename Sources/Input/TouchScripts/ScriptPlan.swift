package import ResponderKit

/// Computes the reports (touch frames) that a panel sends for a script, and the expectations between the reports, in
/// order of time.
package struct ScriptPlan {
    /// Device number of the test panel: the number that an `InputHub` assigns to its first device.
    package static let device: Int32 = 1

    package enum Event {
        /// A report with a time relative to the start of the script.
        case report(TouchFrame)
        /// A group of expectations, to be checked at the current time of the plan.
        case expectations([ScriptLine])
    }

    /// Current time of the plan, relative to the start of the script, in microseconds.
    package private(set) var time: Microseconds = 0
    /// Locations of the fingers that are down, by finger number.
    package private(set) var fingers: [Int32: Point]

    private let lines: [ScriptLine]
    private var index = 0
    private var rate = ScriptCheck.defaultRate
    private var motion: Motion?

    /// A line in progress; its steps have a duration.
    private struct Motion {
        let steps: [ScriptStep]
        let moves: [ScriptStep]
        /// Locations of the fingers at the start of the line.
        let starts: [Int32: Point]
        let start: Microseconds
        let duration: Microseconds
        /// Index of the next report; report `count` is due `count` report intervals after the start of the line.
        var count: Int64 = 1
    }

    /// Plans a script; the fingers in `fingers` are already down when the script begins.
    package init(_ script: ScriptText, fingers: [Int32: Point] = [:]) throws(TouchScriptError) {
        self.fingers = fingers
        lines = script.lines
        var check = ScriptCheck(fingers: fingers)
        for line in lines { try check.take(line) }
    }

    /// All remaining reports.
    package var reports: [TouchFrame] {
        var (rest, reports): (ScriptPlan, [TouchFrame]) = (self, [])
        while let event = rest.next() {
            if case .report(let report) = event { reports.append(report) }
        }
        return reports
    }

    /// Returns the next report or group of expectations; nil at the end of the script.
    package mutating func next() -> Event? {
        while motion != nil || index < lines.count {
            if let report = motion == nil ? beginLine() : step() { return .report(report) }
            let group = expectations()
            if !group.isEmpty { return .expectations(group) }
        }
        return nil
    }

    /// Begins the next line. Returns the report at the start of the line; nil if there is none.
    private mutating func beginLine() -> TouchFrame? {
        guard index < lines.count else { return nil }
        let content = lines[index].content
        if case .expect = content { return nil }
        index += 1
        switch content {
        case .nothing, .layout, .screen, .expect: break
        case .wait(let wait): time += wait
        case .rate(let rate): self.rate = rate
        case .steps(let steps, _):
            let starts = fingers
            let duration = content.duration
            let samples = steps.compactMap { step in begin(step, isLong: duration > 0) }
            if duration > 0 {
                let moves = steps.filter { $0.verb == .move }
                motion = Motion(steps: steps, moves: moves, starts: starts, start: time, duration: duration)
            }
            return report(samples)
        }
        return nil
    }

    /// Consumes and returns the group of expectations at the current line. Comments and empty lines do not end a group.
    private mutating func expectations() -> [ScriptLine] {
        var group: [ScriptLine] = []
        guard motion == nil else { return group }
        while index < lines.count {
            switch lines[index].content {
            case .expect: group.append(lines[index])
            case .nothing: break
            case .layout, .screen, .wait, .rate, .steps: return group
            }
            index += 1
        }
        return group
    }

    /// Advances to the next report time of the line in progress; returns nil if no finger changes at this time.
    private mutating func step() -> TouchFrame? {
        guard var motion else { return nil }
        // Compute each time from the start of the line, so that rounding errors do not accumulate.
        let passed = motion.count * 1_000_000 / rate
        guard !motion.moves.isEmpty, passed < motion.duration else {
            self.motion = nil
            time = motion.start + motion.duration
            return report(motion.steps.compactMap { step in finish(step) })
        }
        motion.count += 1
        self.motion = motion
        time = motion.start + passed
        let part = Double(passed) / Double(motion.duration)
        return report(motion.moves.compactMap { step in glide(step, from: motion.starts[step.finger]!, part) })
    }

    /// Returns a report with samples sorted by slot: a panel reports slots in ascending order, regardless of the order
    /// in the script. Returns nil if there is no sample.
    private func report(_ samples: [TouchSample]) -> TouchFrame? {
        guard !samples.isEmpty else { return nil }
        return TouchFrame(time: time, samples.sorted { $0.finger.contact < $1.finger.contact })
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
