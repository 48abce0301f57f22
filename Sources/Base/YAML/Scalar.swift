internal import Platform

/// A YAML scalar as written; the caller determines its type.
public struct Scalar: Hashable, Sendable {
    /// Quoting style: `"12"` is a string, whereas `12` may be a number.
    public enum Style: Sendable {
        /// Without quotes.
        case plain
        /// In single quotes.
        case singleQuoted
        /// In double quotes.
        case doubleQuoted
        /// The lines below a `|`, with their line breaks.
        case literal
        /// The lines below a `>`, joined by spaces.
        case folded
    }

    /// The value without quotes and with resolved escapes.
    public var text: String
    public var style: Style
    /// Whether messages omit the value, because the value may be confidential.
    public var isConcealed = false

    public init(_ text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }

    /// Whether the scalar is unquoted. Only an unquoted scalar may be a number, a boolean or null.
    public var isPlain: Bool { style == .plain }

    /// The text for messages: shortened, with control characters replaced.
    public var shown: String { text.excerpt().harmless }
}

extension StringProtocol {
    /// The text with all control characters except tabs replaced by U+FFFD.
    var harmless: String {
        String(
            map { sign in
                let isSafe = sign.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
                return isSafe || sign == "\t" ? sign : "\u{fffd}"
            }
        )
    }
}

/// Types of plain scalars according to YAML 1.2's core schema; quoted scalars are always strings.
extension Scalar {
    /// Whether the scalar is null.
    public var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }

    /// The boolean; nil for other scalars, including `yes` and `on`.
    public var boolean: Bool? {
        guard isPlain else { return nil }
        switch text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    /// The integer, in decimal, `0x…` or `0o…` notation; nil for other scalars and on overflow.
    public var integer: Int64? {
        guard isPlain else { return nil }
        if text.hasPrefix("0x") { return Self.digits(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0o") { return Self.digits(text.dropFirst(2), radix: 8) }
        return Int64(text)
    }

    /// The integer or decimal number, always finite; nil for other scalars.
    public var number: Double? {
        if let integer { return Double(integer) }
        guard isPlain, let first = text.utf8.first else { return nil }
        // `Double` also accepts `nan`, `infinity` and hexadecimal fractions, which are not numbers in YAML.
        let isDecimal = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains($0)
        }
        guard isDecimal, first != 0x45, first != 0x65, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private static func digits(_ text: Substring, radix: Int) -> Int64? {
        guard let first = text.utf8.first, first != 0x2b, first != 0x2d else { return nil }
        return Int64(text, radix: radix)
    }
}
