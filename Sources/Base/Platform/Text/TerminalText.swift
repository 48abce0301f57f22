/// Makes untrusted text, such as device names and library errors, safe for terminals and logs.
public enum TerminalText {
    /// Returns the text as one line: replaces tabs, line feeds and carriage returns by spaces, and other control
    /// characters and bidirectional formatting characters by U+FFFD.
    public static func line(_ text: String) -> String {
        // Iterates over scalars, because CR LF is a single `Character`.
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": line.append(" ")
            default: line.append(isHarmful(scalar) ? "\u{fffd}" : scalar)
            }
        }
        return String(line)
    }

    /// Sanitizes each line like `line(_:)`, and removes empty lines at the end. Indents continuation lines, so they do
    /// not look like new messages.
    public static func lines(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { scalars in
            var scalars = scalars
            if scalars.last == "\r" { scalars.removeLast() }
            return line(String(scalars))
        }
        while lines.count > 1, lines.last == "" { lines.removeLast() }
        return lines.enumerated().map { $0 > 0 && !$1.isEmpty ? "  \($1)" : $1 }.joined(separator: "\n")
    }

    /// Sanitizes text of several lines: replaces control characters, except line feeds and tabs, and bidirectional
    /// formatting characters by U+FFFD.
    public static func page(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        var page = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            page.append(scalar != "\n" && scalar != "\t" && isHarmful(scalar) ? "\u{fffd}" : scalar)
        }
        return String(page)
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Fast path: printable ASCII.
        case 0x20...0x7e: return false
        // Bidirectional formatting characters change the order in which a terminal displays the other characters.
        case 0x202a...0x202e, 0x2066...0x2069: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
