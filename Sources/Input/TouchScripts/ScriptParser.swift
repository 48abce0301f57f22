internal import ResponderKit

/// Parses the text of a script; docs/guide/touch-scripts.md describes the grammar.
package struct ScriptParser {
    let source: ScriptSource
    private var words: [(text: Substring, column: Int)] = []
    private var next = 0

    /// Range of finger numbers; the test panel has one slot for each finger number.
    static let fingers: ClosedRange<Int64> = 1...32
    private static let rates: ClosedRange<Int64> = 1...10_000
    /// Possible first words of a line.
    package static let firstWords = Set(ScriptStep.Verb.allCases.map(\.rawValue) + settings)
    /// First words of the lines that contain no step.
    private static let settings = ["wait", "rate", "expect", "expect:", "layout", "screen"]
    private static let steps =
        ScriptStep.Verb.allCases.map(\.rawValue).joined(separator: ", ")
        + ", wait, rate, expect, layout or screen"

    private init(_ source: ScriptSource) { self.source = source }

    static func lines(of text: String, name: String) throws(TouchScriptError) -> [ScriptLine] {
        var texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if texts.last?.isEmpty == true { texts.removeLast() }
        var lines: [ScriptLine] = []
        for (index, text) in texts.enumerated() {
            var parser = ScriptParser(ScriptSource(name: name, number: index + 1, text: String(text)))
            lines.append(try parser.line(text))
        }
        return lines
    }

    private mutating func line(_ text: Substring) throws(TouchScriptError) -> ScriptLine {
        let end = Self.comment(in: text)
        let comment = end < text.endIndex ? String(text[text.index(after: end)...]) : nil
        split(text[..<end])
        let content = try content()
        if let word = peek {
            throw wrong("unexpected word '\(word)'", "join steps with 'and', or begin a new line")
        }
        return ScriptLine(content, comment: comment, source: source)
    }

    /// Returns the index of the '#' that begins the comment, or the end index if there is no comment. A '#' in a JSON
    /// string of an expectation does not begin a comment.
    private static func comment(in text: Substring) -> Substring.Index {
        var (isQuoted, isEscaped) = (false, false)
        for index in text.indices {
            let character = text[index]
            if character == "#", !isQuoted { return index }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
        }
        // If a quotation mark is unpaired, the first '#' begins the comment, even inside a pair of quotation marks.
        return isQuoted ? text.firstIndex(of: "#") ?? text.endIndex : text.endIndex
    }

    private mutating func split(_ text: Substring) {
        for word in text.split(whereSeparator: \.isWhitespace) {
            words.append((word, text.distance(from: text.startIndex, to: word.startIndex) + 1))
        }
    }

    private mutating func content() throws(TouchScriptError) -> ScriptLine.Content {
        switch peek {
        case nil: return .nothing
        case "wait":
            next += 1
            return .wait(try time())
        case "rate":
            next += 1
            return .rate(try rate())
        case "expect", "expect:":
            next += 1
            return .expect(try expectation())
        case "layout":
            next += 1
            guard peek != nil else { throw wrong("'layout' needs a file", "for example, write 'layout lobby.yaml'") }
            return .layout(rest())
        case "screen":
            next += 1
            guard peek != nil else { throw wrong("'screen' needs a name", "for example, write 'screen left'") }
            return .screen(rest())
        default: return try steps()
        }
    }

    private mutating func steps() throws(TouchScriptError) -> ScriptLine.Content {
        var steps = [try step()]
        while peek == "and" {
            next += 1
            let step = try step()
            if steps.contains(where: { $0.finger == step.finger }) {
                next -= step.verb.hasLocation ? 2 : 1
                throw wrong(
                    "finger \(step.finger) occurs twice on this line",
                    "write the second step of the finger on a separate line"
                )
            }
            steps.append(step)
        }
        guard let word = peek, word == "over" || word == "for" else { return .steps(steps, lasting: nil) }
        guard steps.contains(where: \.verb.lasts) else {
            throw wrong("'\(word)' is allowed only after 'move' or 'tap'", "write 'wait' and the time on the next line")
        }
        next += 1
        let time = try time()
        if time == 0 {
            next -= 1
            throw wrong("the time after '\(word)' must be above 0", "omit '\(word)' for an immediate step")
        }
        return .steps(steps, lasting: time)
    }

    private mutating func step() throws(TouchScriptError) -> ScriptStep {
        guard let word = peek, let verb = ScriptStep.Verb(rawValue: String(word)) else {
            let message = peek.map { "unknown step '\($0)'" } ?? "a step is missing"
            let isSetting = Self.settings.contains(String(peek ?? ""))
            throw isSetting
                ? wrong("'\(peek ?? "")' applies to all fingers", "write '\(peek ?? "")' on a separate line")
                : wrong(message, "write \(Self.steps)")
        }
        var step = ScriptStep(verb, finger: 0)
        step.column = words[next].column
        next += 1
        guard let word = peek, let finger = Int64(word), ScriptNumber.isDigits(word), Self.fingers.contains(finger)
        else {
            let message = "'\(verb)' needs a finger number from 1 to 32"
            throw wrong(message, "for example, write '\(Self.example(verb))'")
        }
        step.finger = Int32(finger)
        next += 1
        guard verb.hasLocation else { return step }
        guard let word = peek, let location = ScriptNumber.location(word) else {
            let remedy = "for example, write '\(Self.example(verb))', without spaces and with at most four decimals"
            throw wrong("'\(verb)' needs a position in points", remedy)
        }
        step.location = location
        next += 1
        return step
    }

    private static func example(_ verb: ScriptStep.Verb) -> String {
        verb.hasLocation ? "\(verb) 1 100,200" : "\(verb) 1"
    }

    private mutating func time() throws(TouchScriptError) -> Microseconds {
        guard let word = peek, let time = ScriptNumber.time(word), time <= ScriptNumber.longestTime else {
            let message = "a time must be a whole number of microseconds, at most one day"
            throw wrong(message, "for example, write 80ms or 1.5s")
        }
        next += 1
        return time
    }

    private mutating func rate() throws(TouchScriptError) -> Int64 {
        guard let word = peek, word.lowercased().hasSuffix("hz"), ScriptNumber.isDigits(word.dropLast(2)),
            let rate = Int64(word.dropLast(2)), Self.rates.contains(rate)
        else {
            throw wrong(
                "'rate' needs a whole number of reports per second from 1 to 10000",
                "for example, write 'rate 125hz'"
            )
        }
        next += 1
        return rate
    }

    /// Next word; nil at the end of the line.
    var peek: Substring? { next < words.count ? words[next].text : nil }

    /// Consumes the next word if it is one of the expected words; returns whether a word was consumed.
    mutating func take(_ expected: String...) -> Bool {
        guard let word = peek, expected.contains(String(word)) else { return false }
        next += 1
        return true
    }

    /// Consumes and returns the next word; returns nil at the end of the line.
    mutating func word() -> String? {
        guard let word = peek else { return nil }
        next += 1
        return String(word)
    }

    /// Consumes and returns the rest of the line, including the spaces between its words.
    mutating func rest() -> String {
        guard let first = peek, let last = words.last?.text else { return "" }
        next = words.count
        return String(first.base[first.startIndex..<last.endIndex])
    }

    /// Returns an error at the next word, or at the end of the line if no word follows.
    func wrong(_ message: String, _ remedy: String) -> TouchScriptError {
        let behind = words.last.map { $0.column + $0.text.count + 1 } ?? 1
        return source.error(next < words.count ? words[next].column : behind, message, remedy: remedy)
    }
}
