internal import Platform

/// A parsed string with placeholders such as `{{x}}`. `{{x:2}}` rounds the number to two decimals; a placeholder can
/// also scale its number or replace its value (``PlaceholderFormat``).
public struct Template: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case text(String)
        case value(Placeholder, PlaceholderFormat)
    }

    /// The string as written in the layout.
    public let source: String
    let pieces: [Piece]

    /// An invalid placeholder.
    public struct Mistake: Equatable, Sendable {
        /// Text between the braces; nil if the closing braces are missing.
        public let name: String?
        /// Offset of the opening braces from the beginning of the string, in characters.
        public let offset: Int
    }

    /// All invalid placeholders of a string, in order of appearance.
    public struct Mistakes: Error, Equatable, Sendable {
        public let all: [Mistake]
    }

    /// Parses a string and throws if it contains invalid placeholders.
    public init(_ source: String) throws(Mistakes) {
        self.source = source
        var (pieces, mistakes): ([Piece], [Mistake]) = ([], [])
        var rest = source[...]
        var (counted, offset) = (source.startIndex, 0)
        func note(_ name: String?, at index: String.Index) {
            // Counts characters from the previous mistake: linear time even for a string with many mistakes.
            offset += source.distance(from: counted, to: index)
            counted = index
            mistakes.append(Mistake(name: name, offset: offset))
        }
        while let open = rest.utf8Range(of: "{{") {
            if open.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<open.lowerBound]))) }
            guard let close = rest[open.upperBound...].utf8Range(of: "}}") else {
                note(nil, at: open.lowerBound)
                break
            }
            let name = String(rest[open.upperBound..<close.lowerBound])
            if let piece = Self.piece(name) { pieces.append(piece) } else { note(name, at: open.lowerBound) }
            rest = rest[close.upperBound...]
        }
        guard mistakes.isEmpty else { throw Mistakes(all: mistakes) }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
    }

    private static func piece(_ text: String) -> Piece? {
        let start = text.drop { $0 == " " }
        let name = start.prefix { $0.isASCII && $0.isLetter }
        guard let placeholder = Placeholder(rawValue: String(name)) else { return nil }
        return PlaceholderFormat(start[name.endIndex...], isText: placeholder.isText).map { .value(placeholder, $0) }
    }

    /// All placeholders of the template, in order of appearance.
    public var placeholders: [Placeholder] {
        pieces.compactMap { if case .value(let placeholder, _) = $0 { placeholder } else { nil } }
    }

    /// The placeholder and its format, if the template consists of a single numeric placeholder; otherwise nil.
    /// Replacement values must also be numbers, as in `0=1, 1=0`.
    public var number: (placeholder: Placeholder, format: PlaceholderFormat)? {
        guard pieces.count == 1, case .value(let placeholder, let format) = pieces[0], !placeholder.isText,
            format.firstWord == nil
        else { return nil }
        return (placeholder, format)
    }

    /// The first replacement text that is not a number; nil if all are numbers.
    public var firstWord: String? {
        pieces.lazy.compactMap { if case .value(_, let format) = $0 { format.firstWord } else { nil } }.first
    }

    /// The template with the formats of its placeholders removed.
    public var withPlainPlaceholders: String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let part): text += part
            case .value(let placeholder, _): text += "{{\(placeholder.rawValue)}}"
            }
        }
    }

    /// Whether the template contains no placeholder.
    public var isConstant: Bool { pieces.allSatisfy { if case .text = $0 { true } else { false } } }

    /// Whether the template begins with a string placeholder, whose value may come from an untrusted source.
    public var beginsWithText: Bool {
        guard case .value(let placeholder, _) = pieces.first else { return false }
        return placeholder.isText
    }

    /// Target of substituted strings, which determines how they are escaped.
    public enum Escape: Sendable {
        /// The target is a program argument or a log line; control characters are removed.
        case plain
        /// The target is a string within JSON.
        case json
        /// The target is a URL component.
        case url
        /// The target is a level of an MQTT topic.
        case topic
    }

    /// Returns the expanded string for one event; the function `text` returns the values of string placeholders.
    public func expanded(
        _ handlerEvent: HandlerEvent,
        escape: Escape = .plain,
        text: (Placeholder) -> String
    ) -> String {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let part): result += part
            case .value(let placeholder, let format):
                if let number = placeholder.number(in: handlerEvent) {
                    result += format.isNumeric ? format.text(number) : escape.apply(to: format.text(number))
                } else {
                    let value = text(placeholder)
                    result += escape.apply(to: format.text(value) ?? value)
                }
            }
        }
        return result
    }

    /// Formats a number with `digits` decimals. Without `digits`, or for a number too large to round, uses the shortest
    /// form that parses to the same number. Returns `0` for a number that is not finite.
    static func format(_ number: Double, _ digits: Int?) -> String {
        guard number.isFinite else { return "0" }
        guard let digits else {
            let isWhole = number.rounded() == number && number.magnitude < 1e15
            return isWhole ? String(Int64(number)) : "\(number)"
        }
        let power = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        let scaled = (number * power).rounded()
        guard scaled.magnitude < 1e15 else { return "\(number)" }
        let whole = Int64(scaled).magnitude
        let sign = scaled < 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let text = String(whole)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}

extension Template.Escape {
    /// Escapes a string so that it cannot change the structure of its target.
    public func apply(to text: String) -> String {
        // "." and ".." would change the path of the URL, even if percent-encoded.
        if self == .url, text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) {
            return String(repeating: "_", count: text.utf8.count)
        }
        var result = ""
        for scalar in text.unicodeScalars {
            switch self {
            case .plain:
                if scalar.properties.generalCategory != .control { result.unicodeScalars.append(scalar) }
            case .json:
                if scalar == "\"" || scalar == "\\" { result += "\\" }
                if scalar.value >= 0x20, scalar.value != 0x7f { result.unicodeScalars.append(scalar) }
            case .url: result += Self.percentEncoded(scalar)
            case .topic:
                let isSpecial = "+#/$".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control
                result.unicodeScalars.append(isSpecial ? "_" : scalar)
            }
        }
        return result
    }

    private static func percentEncoded(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": return String(Character(scalar))
        default:
            return String(Character(scalar)).utf8.map { byte in
                let digits = Array("0123456789ABCDEF")
                return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }.joined()
        }
    }
}
