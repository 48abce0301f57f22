internal import ResponderKit

/// One line of a script: its steps and their duration.
struct ScriptLine: Sendable {
    enum Content: Sendable {
        case nothing
        case wait(Microseconds)
        /// Reports per second, from this line on.
        case rate(Int64)
        case steps([ScriptStep], lasting: Microseconds?)
    }

    var content: Content
    var comment: String?
    var source = ScriptSource()
}

/// Action of one finger.
struct ScriptStep: Sendable {
    enum Verb: String, CaseIterable, Sendable {
        case down, move, up, cancel, tap

        var hasLocation: Bool { self == .down || self == .move || self == .tap }
        /// Whether the action may have a duration.
        var lasts: Bool { self == .move || self == .tap }
    }

    var verb: Verb
    var finger: Int32
    /// Target of the action; actions without location use the finger's current one.
    var location = Point.zero
    /// Column of the step in its line, from 1.
    var column = 1
}

/// Position of a line in the script's text, for error messages.
struct ScriptSource: Sendable {
    var name = "script"
    var number = 1
    var text: String?

    func error(_ column: Int, _ message: String, remedy: String) -> TestKitError {
        let location = "\(name):\(number):\(column)"
        guard let text else { return TestKitError(location, message, remedy: remedy) }
        // Tabs are preserved, so that the caret is aligned.
        let padding = text.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
        return TestKitError(location, message, remedy: remedy, excerpt: "    \(text)\n    \(padding)^")
    }
}

extension ScriptLine: CustomStringConvertible {
    var description: String {
        let words: String? =
            switch content {
            case .nothing: nil
            case .wait(let time): "wait \(ScriptNumber.text(time: time))"
            case .rate(let rate): "rate \(rate)hz"
            case .steps(let steps, let lasting): Self.text(steps, lasting)
            }
        return [words, comment.map { "#\($0)" }].compactMap { $0 }.joined(separator: "  ")
    }

    private static func text(_ steps: [ScriptStep], _ lasting: Microseconds?) -> String {
        let text = steps.map { step in
            let location = step.verb.hasLocation ? " \(ScriptNumber.text(location: step.location))" : ""
            return "\(step.verb) \(step.finger)\(location)"
        }.joined(separator: " and ")
        guard let lasting else { return text }
        let word = steps.contains { $0.verb == .move } ? "over" : "for"
        return "\(text) \(word) \(ScriptNumber.text(time: lasting))"
    }
}
