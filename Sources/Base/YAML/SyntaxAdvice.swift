internal import Platform

/// Replaces libyaml's technical syntax errors with messages that suggest a correction.
struct SyntaxAdvice {
    struct Quoted {
        let start: Mark
        let lastLine: Int
    }

    /// libyaml's `problem` message.
    let words: String
    /// libyaml's `context` message: the construct that libyaml was parsing.
    let context: String
    let problemMark: Mark
    let contextMark: Mark
    /// The last scalar before the error if it is quoted and spans several lines; otherwise nil.
    let quoted: Quoted?
    let line: (Int) -> String?

    /// Returns a message with a correction, and the location of the error; nil if no correction is known.
    func found() -> (message: String, mark: Mark)? {
        tab ?? openQuote ?? placeholder ?? secondColon ?? missingBlank ?? tooDeep ?? startingSign ?? missingSign
            ?? indentation ?? other
    }

    private var tab: (String, Mark)? {
        let isAtStart = words.hasSuffix("cannot start any token") && sign == "\t"
        guard isAtStart || words.hasPrefix("found a tab character") else { return nil }
        return ("YAML does not allow a tab here; indent with spaces", problemMark)
    }

    /// The character at which libyaml stopped; nil at the end of the line.
    private var sign: Character? { line(problemMark.line)?.dropFirst(problemMark.column - 1).first }

    private var openQuote: (String, Mark)? {
        if context.hasSuffix("scanning a quoted scalar"), words.hasPrefix("found unexpected") {
            return ("this quote is never closed; write a closing quote at the end of the string", contextMark)
        }
        guard let quoted, (quoted.lastLine...quoted.lastLine + 1).contains(problemMark.line) else { return nil }
        let end = "the string that begins here is not closed before line \(quoted.lastLine)"
        return ("\(end); a closing quote may be missing", quoted.start)
    }

    /// Message for an unquoted `{{…}}`, which YAML parses as a mapping; nil for other errors.
    private var placeholder: (String, Mark)? {
        for number in [problemMark.line, contextMark.line]
        where number >= contextMark.line || number == problemMark.line {
            guard let text = line(number).map(Array.init), let start = Self.unquotedBraces(in: text) else { continue }
            let first = text[..<start].lastIndex { "[,{:-".contains($0) }.map { $0 + 1 } ?? 0
            var (end, depth) = (start, 0)
            while end < text.count {
                if text[end] == "{" { depth += 1 }
                if depth == 0, ",]}".contains(text[end]) { break }
                if text[end] == "}" { depth -= 1 }
                end += 1
            }
            let value = String(text[first..<end]).trimmed
            let lead = text[first...].prefix { $0 == " " }.count
            let mark = Mark(line: number, column: first + lead + 1)
            return ("a string with '{{' must be in quotes; write \"\(value)\"", mark)
        }
        return nil
    }

    private static func unquotedBraces(in line: [Character]) -> Int? {
        var quote: Character?
        for (index, sign) in line.enumerated() {
            if let open = quote {
                if sign == open { quote = nil }
            } else if sign == "\"" || sign == "'" {
                quote = sign
            } else if sign == "{", index + 1 < line.count, line[index + 1] == "{" {
                return index
            }
        }
        return nil
    }

    /// Message for a line with two colons, such as `touchUpInside: shell.run: [ls]`; nil for other errors.
    private var secondColon: (String, Mark)? {
        guard words.hasPrefix("mapping values are not allowed"), let line = line(problemMark.line) else { return nil }
        let text = Array(line)
        guard let colon = text.indices.first(where: { text[$0] == ":" && $0 + 1 < text.count && text[$0 + 1] == " " }),
            colon + 1 < problemMark.column - 1
        else { return nil }
        let start = text[..<colon].lastIndex { " {,[".contains($0) }.map { $0 + 1 } ?? 0
        let (key, rest) = (String(text[start..<colon]), String(text[(colon + 1)...]).trimmed)
        let value = rest.hasSuffix(":") ? "\(rest) …" : rest
        return ("this line has a second ':'; write '\(key): { \(value) }'", problemMark)
    }

    /// Message for a missing space after a colon, such as `type:log`, or after a dash, such as `-id: a`; nil for other
    /// errors.
    private var missingBlank: (String, Mark)? {
        // libyaml parses `key:value` as a scalar that continues on the next line, and reports the next line's colon.
        if words.hasPrefix("mapping values are not allowed"), let before = line(problemMark.line - 1),
            let fixed = Scalar(before.trimmed).withBlankAfterColon
        {
            let column = before.prefix(while: \.isWhitespace).count + 1
            let mark = Mark(line: problemMark.line - 1, column: column)
            return ("a space is missing after the colon; write '\(fixed)'", mark)
        }
        // libyaml parses `-id: a` as a pair with the key `-id`, and reports the next line's colon.
        if words.hasPrefix("mapping values are not allowed"), let before = line(problemMark.line - 1) {
            let text = before.trimmed
            if text.hasPrefix("-"), text.dropFirst().first?.isLetter == true, text.holds(": ") {
                let mark = Mark(line: problemMark.line - 1, column: before.prefix(while: \.isWhitespace).count + 1)
                return ("a space is missing after the '-'; write '- \(text.dropFirst())'", mark)
            }
        }
        guard words.hasPrefix("could not find expected ':'"), let line = line(contextMark.line) else { return nil }
        let word = String(line.dropFirst(contextMark.column - 1)).trimmed
        guard let fixed = Scalar(word).withBlankAfterColon else { return nil }
        return ("a space is missing after the colon; write '\(fixed)'", contextMark)
    }

    /// Message for a missing comma, colon or closing bracket in a flow sequence or flow mapping; nil for other errors.
    private var missingSign: (String, Mark)? {
        guard words.hasPrefix("did not find expected ',' or"), let close = words.dropLast().last else { return nil }
        let open = close == "}" ? "{" : "["
        let missing = sign == "[" || sign == "{" ? "',', ':' or '\(close)'" : "',' or '\(close)'"
        let owner = "the '\(open)' is at line \(contextMark.line), column \(contextMark.column)"
        return ("\(missing) is missing before this position; \(owner)", problemMark)
    }

    /// Message for a key that is indented more than the previous line, which already has a value; nil for other errors.
    private var tooDeep: (String, Mark)? {
        guard words.hasPrefix("mapping values are not allowed"), let text = line(problemMark.line),
            let before = line(problemMark.line - 1)
        else { return nil }
        let indents = [before, text].map { $0.prefix { $0 == " " }.count }
        guard indents[0] < indents[1], before.holds(": ") else { return nil }
        let mark = Mark(line: problemMark.line, column: indents[1] + 1)
        return ("this line is indented more than the line above, which already has a value; indent both equally", mark)
    }

    /// Message for an indentation that matches no previous line; nil for other errors.
    private var indentation: (String, Mark)? {
        let isList = words.hasPrefix("did not find expected '-' indicator")
        guard isList || words.hasPrefix("did not find expected key") else { return nil }
        let (start, what) = isList ? ("'- '", "list") : ("a key", "mapping")
        let owner = "the \(what) that begins at line \(contextMark.line), column \(contextMark.column)"
        return ("\(start) is missing before this position, in \(owner); correct the indentation", problemMark)
    }

    /// Message for libyaml's errors about missing node content and document starts; nil for other errors.
    private var other: (String, Mark)? {
        if words.hasPrefix("did not find expected node content") {
            return ("a value is missing before this position; add a value", problemMark)
        }
        guard words.hasPrefix("did not find expected <document start>") else { return nil }
        let remedy = "correct its indentation, or check that this is the intended file"
        return ("this line does not continue the mapping or list above; \(remedy)", problemMark)
    }

    private var startingSign: (String, Mark)? {
        if words.hasSuffix("cannot start any token"), let sign, "@`%".contains(sign) {
            return ("a string that begins with '\(sign)' must be in quotes; write \"\(sign)…\"", problemMark)
        }
        guard context.hasSuffix("scanning an alias") else { return nil }
        return ("a string that begins with '*' must be in quotes; write \"*\"", contextMark)
    }
}

extension Scalar {
    /// Returns `key: value` for a plain `key:value`; nil for other scalars, such as a URL.
    public var withBlankAfterColon: String? {
        guard isPlain, let colon = text.firstIndex(of: ":") else { return nil }
        let (key, value) = (text[..<colon], text[text.index(after: colon)...])
        guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), let first = value.first,
            first != " ", first != "/", key.first?.isLetter == true
        else { return nil }
        return "\(key): \(value)"
    }
}

extension String {
    /// The text without leading and trailing whitespace.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest.drop(while: \.isWhitespace))
    }
}
