internal import Platform

/// A single value as it stands in the text; what it means is the reader's to say.
public struct Scalar: Hashable, Sendable {
    /// How a scalar is written: `"12"` is text where `12` may be a number.
    public enum Style: Sendable {
        /// Without quotes.
        case plain
        /// In single quotes.
        case singleQuoted
        /// In double quotes.
        case doubleQuoted
        /// Lines below a `|`.
        case literal
        /// Lines below a `>`.
        case folded
    }

    /// The value without quotes, escapes resolved.
    public var text: String
    /// How it is written.
    public var style: Style
    /// Whether messages leave it out: it may be nobody's business.
    public var isConcealed = false

    /// Makes a value.
    public init(_ text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }

    /// Whether it is written without quotes, so that it may mean more than text.
    public var isPlain: Bool { style == .plain }

    /// The text for messages: not too long, and on one line of a terminal that it cannot command.
    public var shown: String { text.excerpt().harmless }
}

extension StringProtocol {
    /// The text with a sign in the place of each that a terminal would obey.
    var harmless: String {
        String(
            map { sign in
                let isSafe = sign.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
                return isSafe || sign == "\t" ? sign : "\u{fffd}"
            }
        )
    }
}

/// What plain scalars mean by YAML 1.2's core schema; quoted ones are text and nothing else.
extension Scalar {
    /// Whether it says that there is no value.
    public var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }

    /// The truth value it stands for; `yes` and `on` are text.
    public var boolean: Bool? {
        guard isPlain else { return nil }
        switch text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    /// The whole number it stands for, decimal, `0x…` or `0o…`; nil if it doesn't fit.
    public var integer: Int64? {
        guard isPlain else { return nil }
        if text.hasPrefix("0x") { return Self.digits(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0o") { return Self.digits(text.dropFirst(2), radix: 8) }
        return Int64(text)
    }

    /// The number it stands for, whole or not; never infinite and never not a number.
    public var number: Double? {
        if let integer { return Double(integer) }
        guard isPlain, let first = text.utf8.first else { return nil }
        // Swift also reads names and hexadecimal fractions, which YAML doesn't know as numbers.
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
