package import ResponderKit

/// Records the touches in an application as a script.
package final class ScriptWriter: ApplicationObserver {
    package var followsHitTests: Bool { false }
    package private(set) var lines: [ScriptLine] = []
    /// Owns this observer.
    private unowned let application: Application
    /// Origin of the script's coordinates, in window coordinates.
    private let origin: Point
    /// Time of the last written step or wait; nil before the first touch if the script begins with a touch.
    private var time: Microseconds?
    private var locations: [Int32: Point] = [:]

    /// Default report interval of a script, in microseconds. A move that follows the previous step within this time is
    /// written with its duration. A replay sends such a move as a single report.
    private static let interval: Microseconds = 8000

    /// Creates a writer; if `start` is nil, the script begins with the first touch.
    package init(_ application: Application, start: Microseconds?, origin: Point = .zero) {
        (self.application, self.origin) = (application, origin)
        time = start
    }

    /// Returns the lines that were added since the last call.
    package func takeLines() -> [ScriptLine] {
        defer { lines = [] }
        return lines
    }

    package func dispatching(_ event: Event) {
        let steps = (event.allTouches ?? []).compactMap { step(of: $0) }
        guard !steps.isEmpty else { return }
        let gap = application.now - (time ?? application.now)
        if steps.allSatisfy({ $0.verb == .move }), (1...Self.interval).contains(gap) {
            time = application.now
            lines.append(ScriptLine(.steps(steps, lasting: gap)))
        } else {
            wait(until: application.now)
            lines.append(ScriptLine(.steps(steps, lasting: nil)))
        }
    }

    /// Appends `wait` lines until the script ends at the given time.
    package func wait(until end: Microseconds) {
        var now = time ?? end
        while now < end {
            let step = min(end - now, ScriptNumber.longestTime)
            lines.append(ScriptLine(.wait(step)))
            now += step
        }
        time = now
    }

    private func step(of touch: Touch) -> ScriptStep? {
        let finger = touch.finger.contact + 1
        let point = touch.location(in: nil)
        let location = Point(x: point.x - origin.x, y: point.y - origin.y).onGrid
        switch touch.phase {
        case .began:
            locations[finger] = location
            return ScriptStep(.down, finger: finger, at: location)
        case .moved:
            // A script cannot express a change that affects only the pressure.
            guard locations[finger] != location else { return nil }
            locations[finger] = location
            return ScriptStep(.move, finger: finger, at: location)
        case .stationary: return nil
        case .ended: return ScriptStep(.up, finger: finger)
        case .cancelled: return ScriptStep(.cancel, finger: finger)
        }
    }
}
