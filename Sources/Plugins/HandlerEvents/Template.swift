internal import Platform

/// A text with `{{placeholders}}`, taken apart once; `{{x:0}}` asks for so many digits behind the point.
public struct Template: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case text(String)
        case value(Placeholder, digits: Int?)
    }

    /// What it was made of.
    public let source: String
    let pieces: [Piece]

    /// Why a text is no template.
    public struct Mistake: Equatable, Sendable {
        /// What stands between the braces, nil when they are not closed.
        public let name: String?
        /// Where it begins, in characters from the beginning.
        public let offset: Int
    }

    /// Everything that is wrong with a text, in its order.
    public struct Mistakes: Error, Equatable, Sendable {
        public let all: [Mistake]
    }

    /// Takes a text apart.
    public init(_ source: String) throws(Mistakes) {
        self.source = source
        var (pieces, mistakes): ([Piece], [Mistake]) = ([], [])
        var rest = source[...]
        var (counted, offset) = (source.startIndex, 0)
        func note(_ name: String?, at index: String.Index) {
            // Counted on from the one before: a long text may hold many.
            offset += source.distance(from: counted, to: index)
            counted = index
            mistakes.append(Mistake(name: name, offset: offset))
        }
        while let open = rest.place(of: "{{") {
            if open.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<open.lowerBound]))) }
            guard let close = rest[open.upperBound...].place(of: "}}") else {
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
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].filter { $0 != " " }
        guard let placeholder = Placeholder(rawValue: String(name)) else { return nil }
        guard parts.count == 2 else { return .value(placeholder, digits: nil) }
        guard let digits = Int(parts[1].filter { $0 != " " }), (0...9).contains(digits) else { return nil }
        return .value(placeholder, digits: digits)
    }

    /// What it needs to know.
    public var placeholders: [Placeholder] {
        pieces.compactMap { if case .value(let placeholder, _) = $0 { placeholder } else { nil } }
    }

    /// Whether it begins with a placeholder that stands for a text, which may be anybody's.
    public var beginsWithText: Bool {
        guard case .value(let placeholder, _) = pieces.first else { return false }
        return placeholder.isText
    }

    /// How values that are texts are made harmless where they are put.
    public enum Escape: Sendable {
        /// An argument of a program, a line of a log: only control characters are taken out.
        case plain
        /// Within a text of JSON.
        case json
        /// A part of a URL.
        case url
        /// A level of an MQTT topic.
        case topic
    }

    /// The text for one event; `text` answers for placeholders that stand for texts.
    public func expanded(
        _ handlerEvent: HandlerEvent,
        escape: Escape = .plain,
        text: (Placeholder) -> String
    ) -> String {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let part): result += part
            case .value(let placeholder, let digits):
                if let number = placeholder.number(in: handlerEvent) {
                    result += Self.format(number, digits)
                } else {
                    result += escape.apply(to: text(placeholder))
                }
            }
        }
        return result
    }

    /// With as few digits as tell the number from every other, or with so many behind the point as are asked for.
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
    /// The text, unable to be more than a text where it is put.
    public func apply(to text: String) -> String {
        // As a step of a path they lead elsewhere, also where they are written in numbers.
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
