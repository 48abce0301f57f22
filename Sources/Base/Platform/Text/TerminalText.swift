/// Texts from outside, such as devices' names and libraries' errors, as a terminal and a log can take them.
public enum TerminalText {
    /// The text as one line: no control characters, nothing that changes the direction of what stands beside it.
    public static func line(_ text: String) -> String {
        // As scalars: of a carriage return with a line feed Swift makes one character.
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

    /// The text with its lines kept; all but the first are indented, so that none passes for a message of its own.
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

    /// The text with its lines and tabs as they are, for what is made of several lines of ours.
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
        // Nearly all texts hold nothing else.
        case 0x20...0x7e: return false
        // Orders to write the other way round, by which a line can be made to look like another.
        case 0x202a...0x202e, 0x2066...0x2069: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
