internal import ResponderKit
internal import TouchScripts

/// Converts ticks of WebDriver actions to the lines of a touch script.
///
/// All actions of a tick begin at the same time. A tick lasts as long as its longest pause or move.
struct WebDriverTicks {
    private(set) var lines: [ScriptLine] = []
    private(set) var warnings = WarningList()
    private let text: WebDriverText
    /// Locations of the pointers, including those of fingers that are up.
    private var locations: [Int32: Point] = [:]
    private var isDown: Set<Int32> = []
    private var didIgnore = false

    init(_ text: WebDriverText) { self.text = text }

    /// A move of a finger that is down.
    private struct Move {
        let finger: Int32
        let start: Point
        let target: Point
        let duration: Microseconds
        let offset: Int
    }

    /// Appends the script lines for one tick. Each action is paired with its finger; an action without a finger only
    /// affects the duration of the tick.
    mutating func play(_ actions: [(finger: Int32?, action: WebDriverAction)]) throws(RecordingError) {
        let duration = actions.compactMap(\.action.duration).max() ?? 0
        var steps: [ScriptStep] = []
        var moves: [Move] = []
        for case (let finger?, let action) in actions {
            warnIfIgnored(action)
            let location = locations[finger] ?? .zero
            switch action.kind {
            case .pause: continue
            case .pointerDown:
                guard isDown.insert(finger).inserted else {
                    warn(action, "the finger is already down; the pointerDown has no effect")
                    continue
                }
                steps.append(step(.down, finger, location, action.offset))
            case .pointerUp, .pointerCancel:
                guard isDown.remove(finger) != nil else {
                    warn(action, "the finger is not down; the \(action.kind.rawValue) has no effect")
                    continue
                }
                steps.append(step(action.kind == .pointerUp ? .up : .cancel, finger, location, action.offset))
            case .pointerMove:
                let base = action.isRelative ? location : .zero
                let target = Point(x: base.x + action.target.x, y: base.y + action.target.y)
                locations[finger] = target
                guard isDown.contains(finger) else { continue }
                let duration = action.duration ?? duration
                if duration == 0 {
                    steps.append(step(.move, finger, target, action.offset))
                } else {
                    moves.append(
                        Move(finger: finger, start: location, target: target, duration: duration, offset: action.offset)
                    )
                }
            }
        }
        let offset = actions.first?.action.offset ?? 0
        if !steps.isEmpty { append(.steps(steps, lasting: nil), offset) }
        let moved = glide(moves)
        if duration > moved { append(.wait(duration - moved), offset) }
    }

    /// Appends lines for simultaneous moves, which may have different durations. Each line lasts until the next of the
    /// moves is complete. Returns the total duration of the lines.
    private mutating func glide(_ moves: [Move]) -> Microseconds {
        var passed: Microseconds = 0
        for end in Set(moves.map(\.duration)).sorted() {
            let steps = moves.filter { $0.duration >= end }.map { move in
                let part = Double(end) / Double(move.duration)
                let (x, y) = (move.target.x - move.start.x, move.target.y - move.start.y)
                let location =
                    move.duration == end ? move.target : Point(x: move.start.x + x * part, y: move.start.y + y * part)
                return step(.move, move.finger, location, move.offset)
            }
            append(.steps(steps, lasting: end - passed), moves[0].offset)
            passed = end
        }
        return passed
    }

    private func step(_ verb: ScriptStep.Verb, _ finger: Int32, _ location: Point, _ offset: Int) -> ScriptStep {
        var step = ScriptStep(verb, finger: finger, at: location.onGrid)
        step.column = text.position(of: offset).column
        return step
    }

    private mutating func append(_ content: ScriptLine.Content, _ offset: Int) {
        var line = ScriptLine(content)
        line.source.name = text.path
        line.source.number = text.position(of: offset).line
        lines.append(line)
    }

    private mutating func warnIfIgnored(_ action: WebDriverAction) {
        guard !didIgnore, let name = action.ignored else { return }
        didIgnore = true
        warn(action, "'\(name)' and other properties of the touch are ignored; a script contains only positions")
    }

    private mutating func warn(_ action: WebDriverAction, _ message: String) {
        warnings.add(text.path, text.position(of: action.offset).line, message)
    }
}
