package import ResponderKit

/// One line of a touch script, such as a setting or steps with their duration.
package struct ScriptLine: Sendable {
    package enum Content: Sendable {
        case nothing
        /// Layout of the script; a relative path is resolved against the script's folder.
        case layout(String)
        /// Name of the layout's screen to which the script's locations refer.
        case screen(String)
        case wait(Microseconds)
        /// Number of reports per second for the following lines.
        case rate(Int64)
        case steps([ScriptStep], lasting: Microseconds?)
        /// An expectation about a view's state, or about the activity since the preceding group of expectations.
        case expect(ScriptExpectation)
    }

    package var content: Content
    package var comment: String?
    package var source = ScriptSource()

    package init(_ content: Content, comment: String? = nil) { (self.content, self.comment) = (content, comment) }

    init(_ content: Content, comment: String?, source: ScriptSource) {
        (self.content, self.comment, self.source) = (content, comment, source)
    }
}

/// One step of a script: an action of one finger.
package struct ScriptStep: Sendable {
    package enum Verb: String, CaseIterable, Sendable {
        case down, move, up, cancel, tap

        var hasLocation: Bool { self == .down || self == .move || self == .tap }
        /// Whether the action can have a duration.
        var lasts: Bool { self == .move || self == .tap }
    }

    package var verb: Verb
    package var finger: Int32
    /// Target location of the action; ignored by actions without a location, which use the finger's current location.
    package var location = Point.zero
    /// One-based column of the step in its line.
    package var column = 1

    package init(_ verb: Verb, finger: Int32, at location: Point = .zero) {
        (self.verb, self.finger, self.location) = (verb, finger, location)
    }
}

/// Position of a line in the script, for error messages.
package struct ScriptSource: Sendable {
    package var name = "script"
    package var number = 1
    package var text: String?

    /// Returns the one-based column of a word in the line.
    package func column(of word: String) -> Int {
        let words = (text ?? "").split(whereSeparator: \.isWhitespace)
        guard let text, let match = words.first(where: { $0 == word }) else { return 1 }
        return text.distance(from: text.startIndex, to: match.startIndex) + 1
    }

    package func error(_ column: Int, _ message: String, remedy: String) -> TouchScriptError {
        TouchScriptError(self, column, message, remedy: remedy)
    }
}

extension ScriptLine: CustomStringConvertible {
    package var description: String {
        let words: String? =
            switch content {
            case .nothing: nil
            case .layout(let path): "layout \(path)"
            case .screen(let name): "screen \(name)"
            case .wait(let time): "wait \(ScriptNumber.text(time: time))"
            case .rate(let rate): "rate \(rate)hz"
            case .steps(let steps, let lasting): Self.text(steps, lasting)
            case .expect(let expectation): "expect \(expectation)"
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
