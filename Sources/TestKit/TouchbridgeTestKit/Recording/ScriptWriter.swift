internal import ResponderKit

/// Records the touches in an application as a script.
final class ScriptWriter: ApplicationObserver {
    var followsHitTests: Bool { false }
    private(set) var lines: [ScriptLine] = []
    private let application: Application
    private var time: Microseconds
    private var locations: [Int32: Point] = [:]

    /// Default report interval of a script, in microseconds. A move that follows the previous step within this time is
    /// written with its duration; when the script is played, such a move is one report.
    private static let interval: Microseconds = 8000

    init(_ application: Application, start: Microseconds) {
        self.application = application
        time = start
    }

    func dispatching(_ event: Event) {
        let steps = (event.allTouches ?? []).compactMap { step(of: $0) }
        guard !steps.isEmpty else { return }
        let gap = application.now - time
        if steps.allSatisfy({ $0.verb == .move }), (1...Self.interval).contains(gap) {
            time += gap
            lines.append(ScriptLine(content: .steps(steps, lasting: gap)))
        } else {
            wait(until: application.now)
            lines.append(ScriptLine(content: .steps(steps, lasting: nil)))
        }
    }

    /// Appends `wait` lines so that the script ends at the given time.
    func wait(until end: Microseconds) {
        while time < end {
            let step = min(end - time, ScriptNumber.longestTime)
            lines.append(ScriptLine(content: .wait(step)))
            time += step
        }
    }

    private func step(of touch: Touch) -> ScriptStep? {
        let finger = touch.finger.contact + 1
        let location = touch.location(in: nil).onGrid
        switch touch.phase {
        case .began:
            locations[finger] = location
            return ScriptStep(verb: .down, finger: finger, location: location)
        case .moved:
            // A script cannot express a change that affects only the pressure.
            guard locations[finger] != location else { return nil }
            locations[finger] = location
            return ScriptStep(verb: .move, finger: finger, location: location)
        case .stationary: return nil
        case .ended: return ScriptStep(verb: .up, finger: finger)
        case .cancelled: return ScriptStep(verb: .cancel, finger: finger)
        }
    }
}
