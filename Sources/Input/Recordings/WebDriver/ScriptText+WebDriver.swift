internal import JSON
internal import ResponderKit
package import TouchScripts

extension ScriptText {
    /// The script's touches as the body of WebDriver's command "perform actions", one action per line; nil without a
    /// touch.
    ///
    /// The times are rounded to milliseconds; rounding errors do not accumulate.
    package var webDriverActions: String? {
        var writer = WebDriverWriter(fingers: fingers)
        for line in lines { writer.take(line.content) }
        return fingers.isEmpty ? nil : writer.text
    }

    /// Whether a step of the script cancels a touch (`cancel`).
    package var cancelsTouch: Bool { steps.contains { $0.verb == .cancel } }

    /// Numbers of the fingers, in ascending order.
    private var fingers: [Int32] { Set(steps.map(\.finger)).sorted() }

    private var steps: [ScriptStep] {
        lines.flatMap { line -> [ScriptStep] in
            if case .steps(let steps, _) = line.content { steps } else { [] }
        }
    }
}

/// Converts the lines of a script to WebDriver ticks. In each tick, every finger has one action.
private struct WebDriverWriter {
    private let fingers: [Int32]
    private var actions: [Int32: [JSONValue]] = [:]
    private var locations: [Int32: Point] = [:]
    private var tickCount = 0
    /// `time` is the time reached in the script, in microseconds. `ticked` is the total duration of the ticks so far,
    /// in milliseconds.
    private var (time, ticked): (Microseconds, Int64) = (0, 0)

    init(fingers: [Int32]) { self.fingers = fingers }

    mutating func take(_ content: ScriptLine.Content) {
        switch content {
        case .nothing, .layout, .screen, .rate, .expect: break
        case .wait(let wait): pause(milliseconds(of: wait))
        case .steps(let steps, _): take(steps, milliseconds(of: content.duration))
        }
    }

    private mutating func take(_ steps: [ScriptStep], _ duration: Int64) {
        // A pointer goes down at its current location, so an earlier tick moves the pointer to the location of the
        // step.
        let begins = steps.filter { $0.verb == .down || $0.verb == .tap }
        add(begins.filter { locations[$0.finger] != $0.location.onGrid }.map { ($0.finger, move(to: $0, 0)) })
        add(
            steps.map { step in
                switch step.verb {
                case .down, .tap: (step.finger, ["type": "pointerDown", "button": 0])
                case .move: (step.finger, move(to: step, duration))
                case .up: (step.finger, ["type": "pointerUp", "button": 0])
                case .cancel: (step.finger, ["type": "pointerCancel"])
                }
            }
        )
        let taps = steps.filter { $0.verb == .tap }
        if !steps.contains(where: { $0.verb == .move }) { pause(duration) }
        add(taps.map { ($0.finger, ["type": "pointerUp", "button": 0]) })
    }

    private mutating func move(to step: ScriptStep, _ duration: Int64) -> JSONValue {
        let location = step.location.onGrid
        locations[step.finger] = location
        return [
            "type": "pointerMove", "duration": .number(Double(duration)), "x": .number(location.x),
            "y": .number(location.y),
        ]
    }

    private mutating func pause(_ duration: Int64) {
        guard duration > 0, let first = fingers.first else { return }
        add([(first, ["type": "pause", "duration": .number(Double(duration))])])
    }

    /// Adds a tick; fingers without an action pause.
    private mutating func add(_ tick: [(finger: Int32, action: JSONValue)]) {
        guard !tick.isEmpty else { return }
        for (finger, action) in tick {
            let missing = tickCount - actions[finger, default: []].count
            actions[finger, default: []] += [JSONValue](repeating: ["type": "pause"], count: missing) + [action]
        }
        tickCount += 1
    }

    /// Advances the script time; returns the duration of the ticks to add, in milliseconds.
    private mutating func milliseconds(of duration: Microseconds) -> Int64 {
        time += duration
        let end = (time + 500) / 1000
        defer { ticked = end }
        return end - ticked
    }

    var text: String {
        let sources = fingers.map { finger in
            let actions = actions[finger, default: []].map { "\($0)" }.joined(separator: ",\n")
            let parameters = "\"parameters\":{\"pointerType\":\"touch\"}"
            return "{\"type\":\"pointer\",\"id\":\"finger\(finger)\",\(parameters),\"actions\":[\n\(actions)\n]}"
        }
        return "{\"actions\":[\n\(sources.joined(separator: ",\n"))\n]}\n"
    }
}
