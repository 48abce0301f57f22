internal import ResponderKit

/// Checks that no step of a script contradicts an earlier step. For example, no finger may go down twice without a
/// lift.
struct ScriptCheck {
    /// Limit script-reports (limits.md, Recordings and dumps): maximum number of reports that one line of a touch
    /// script generates. If exceeded: an error that contains `use a shorter time or a lower rate` is reported.
    ///
    /// At the default rate, a panel sends this number of reports in about two hours.
    private static let mostReports: Int64 = 1_000_000
    static let defaultRate: Int64 = 125

    /// Whether each finger is down. Fingers without a step may be missing.
    private var isDown: [Int32: Bool]
    /// Whether fingers without a value in `isDown` are up; if false, their state is unknown.
    private let isComplete: Bool
    private var rate = defaultRate

    /// Creates a check. `fingers` contains the fingers that are down at the start of the script; nil if unknown.
    init(fingers: [Int32: Point]? = nil) {
        isDown = (fingers ?? [:]).mapValues { _ in true }
        isComplete = fingers != nil
    }

    mutating func take(_ line: ScriptLine) throws(TouchScriptError) {
        switch line.content {
        case .nothing, .layout, .screen, .wait, .expect: break
        case .rate(let rate): self.rate = rate
        case .steps(let steps, _):
            for step in steps { try take(step, line.source) }
            guard line.content.duration * rate <= Self.mostReports * 1_000_000 else {
                let message = "this line generates more than a million reports"
                throw line.source.error(1, message, remedy: "use a shorter time or a lower rate")
            }
        }
    }

    private mutating func take(_ step: ScriptStep, _ source: ScriptSource) throws(TouchScriptError) {
        let isDown = isDown[step.finger] ?? (isComplete ? false : nil)
        switch step.verb {
        case .down, .tap:
            if isDown == true {
                let remedy = "write 'up \(step.finger)' first, or use a different finger"
                throw source.error(step.column, "finger \(step.finger) is already down", remedy: remedy)
            }
        case .move, .up, .cancel:
            if isDown == false {
                let remedy = "write 'down \(step.finger) x,y' first"
                throw source.error(step.column, "finger \(step.finger) is not down", remedy: remedy)
            }
        }
        self.isDown[step.finger] = step.verb == .down || step.verb == .move
    }
}
