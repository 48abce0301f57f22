/// Prepares strings for pictures and estimates their widths.
enum Words {
    /// Returns an untrusted string as one line of at most `limit` scalars, plus an ellipsis if the string is longer.
    /// Tabs and line breaks become spaces; other control characters, and bidirectional embeddings, overrides and
    /// isolates become U+FFFD.
    static func clean(_ text: String, limit: Int = 200) -> String {
        var clean = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            if clean.count == limit {
                clean.append("…")
                break
            }
            // Draws at most four consecutive combining marks; a taller stack would overlap the line above.
            marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
            if marks > 4 { continue }
            switch scalar {
            case "\t", "\n", "\r": clean.append(" ")
            default: clean.append(scalar.isDrawable && !scalar.isIsolate ? scalar : "\u{fffd}")
            }
        }
        return String(clean)
    }

    /// Encloses non-ASCII strings in Unicode isolates, so that right-to-left text does not reorder the surrounding
    /// text.
    static func isolated(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : "\u{2068}\(text)\u{2069}"
    }

    /// Returns an upper bound for a string's width in common fonts, in pixels.
    static func width(_ text: String, _ size: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width($1) } * size
    }

    /// Returns the string, truncated with an ellipsis if it is wider than `room` pixels.
    static func fitting(_ text: String, in room: Double, _ size: Double) -> String {
        guard width(text, size) > room else { return text }
        var (short, wide) = (String.UnicodeScalarView(), width("…", size))
        for scalar in text.unicodeScalars {
            wide += width(scalar) * size
            if wide > room { break }
            short.append(scalar)
        }
        return String(short) + "…"
    }

    /// Wraps a string into lines of at most the given width in pixels; truncates words that are wider.
    static func lines(_ text: String, in room: Double, _ size: Double) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, width("\(last) \(word)", size) <= room {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(fitting(String(word), in: room, size))
            }
        }
        return lines
    }

    /// Returns the width as a fraction of the font size, based on DejaVu Sans, which is wider than most fonts.
    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "'", "|": 0.3
        case " ", ".", ",", ":", ";", "I", "·": 0.34
        case "f", "t", "r", "(", ")", "[", "]", "/", "-": 0.42
        case "m", "w", "M", "W", "@", "%", "→", "…", "×": 0.98
        case "A"..."Z", "+", "=", "<", ">", "#", "~": 0.78
        case "!"..."~": 0.64
        default: wide(scalar)
        }
    }

    private static func wide(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: 0
        default: scalar.value < 0x1100 ? 0.75 : 1.05
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar may occur in a picture. Excludes control characters, line and paragraph separators, and
    /// U+FFFE and U+FFFF (invalid in XML). Also excludes bidirectional embeddings, overrides and directional isolates
    /// (U+2066, U+2067).
    var isDrawable: Bool {
        switch value {
        case 0x20...0x7e: return true
        case 0x202a...0x202e, 0x2066, 0x2067, 0xfffe, 0xffff: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }

    fileprivate var isIsolate: Bool { value == 0x2068 || value == 0x2069 }
}
