internal import ResponderKit

/// One line of a script, with its steps and their duration.
struct ScriptLine: Sendable {
    enum Content: Sendable {
        case nothing
        case wait(Microseconds)
        /// Number of reports per second for the following lines.
        case rate(Int64)
        case steps([ScriptStep], lasting: Microseconds?)
    }

    var content: Content
    var comment: String?
    var source = ScriptSource()
}

/// One step of a script: an action of one finger.
struct ScriptStep: Sendable {
    enum Verb: String, CaseIterable, Sendable {
        case down, move, up, cancel, tap

        var hasLocation: Bool { self == .down || self == .move || self == .tap }
        /// Whether the action can have a duration.
        var lasts: Bool { self == .move || self == .tap }
    }

    var verb: Verb
    var finger: Int32
    /// Target location of the action; ignored by actions without a location, which use the finger's current location.
    var location = Point.zero
    /// One-based column of the step in its line.
    var column = 1
}

/// Position of a line in the script, for error messages.
struct ScriptSource: Sendable {
    var name = "script"
    var number = 1
    var text: String?

    func error(_ column: Int, _ message: String, remedy: String) -> TestKitError {
        let location = "\(name):\(number):\(column)"
        guard let text else { return TestKitError(location, message, remedy: remedy) }
        // Preserve tabs, so that the caret is aligned with the error.
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
