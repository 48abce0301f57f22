internal import ResponderKit

/// Writes a script of the touches that an application hears of.
final class ScriptWriter: ApplicationObserver {
    var followsHitTests: Bool { false }
    private(set) var lines: [ScriptLine] = []
    private let application: Application
    private var time: Microseconds
    private var locations: [Int32: Point] = [:]

    /// What a script's panel needs from one report to the next: a move over such a time is one report.
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

    /// Lets the script take until this time.
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
            // A change of pressure alone is nothing that a script can say.
            guard locations[finger] != location else { return nil }
            locations[finger] = location
            return ScriptStep(verb: .move, finger: finger, location: location)
        case .stationary: return nil
        case .ended: return ScriptStep(verb: .up, finger: finger)
        case .cancelled: return ScriptStep(verb: .cancel, finger: finger)
        }
    }
}
