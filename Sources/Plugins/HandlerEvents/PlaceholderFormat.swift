/// Conversion of a placeholder's value in a template: `{{value * 2.55 + 10 : 0}}` or
/// `{{value : true=mute, false=on}}`.
public struct PlaceholderFormat: Hashable, Sendable {
    /// Calculations with the number, from left to right.
    var steps: [Step] = []
    /// Number of decimals; nil if the number is not rounded.
    var digits: Int?
    /// Texts that replace values, in the order of the template.
    var texts: [Replacement] = []
    /// Text for values that are not in `texts`; nil if these values are not replaced.
    var otherText: String?
    /// The number that `otherText` represents; nil if the text is not a number.
    var otherNumber: Double?

    enum Step: Hashable, Sendable {
        case multiply(Double)
        case divide(Double)
        case add(Double)
    }

    struct Replacement: Hashable, Sendable {
        /// The number that is replaced; nil for a string placeholder.
        let number: Double?
        /// The value that is replaced, as written in the template.
        let value: String
        let text: String
        /// The number that the text represents; nil if the text is not a number.
        let result: Double?
    }

    /// Whether the format contains no replacement texts.
    public var isNumeric: Bool { texts.isEmpty && otherText == nil }

    /// The first replacement text that is not a number; nil if the format produces only numbers.
    public var firstWord: String? {
        (texts.map(\.text) + (otherText.map { [$0] } ?? [])).first { Self.number($0) == nil }
    }

    /// Scales a number, and then replaces or rounds it. A result that is not finite becomes 0.
    public func number(_ raw: Double) -> Double {
        let scaled = scaled(raw)
        if !isNumeric, let number = replacement(of: scaled) { return number }
        guard let digits else { return scaled }
        let precision = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        let rounded = (scaled * precision).rounded() / precision
        return rounded.isFinite ? rounded : scaled
    }

    /// Returns the number that replaces a scaled number; nil if the number is not replaced, or if the replacement text
    /// is not a number.
    private func replacement(of scaled: Double) -> Double? {
        guard let index = texts.firstIndex(where: { $0.number == scaled }) else { return otherNumber }
        return texts[index].result
    }

    private func scaled(_ raw: Double) -> Double {
        var number = raw
        for step in steps {
            switch step {
            case .multiply(let factor): number *= factor
            case .divide(let divisor): number /= divisor
            case .add(let summand): number += summand
            }
        }
        return number.isFinite ? number : 0
    }

    /// Returns the text for a number.
    func text(_ raw: Double) -> String {
        let scaled = scaled(raw)
        if let replacement = texts.first(where: { $0.number == scaled }) { return replacement.text }
        return otherText ?? Template.format(scaled, digits)
    }

    /// Returns the replacement for a string; nil if the string is not replaced.
    func text(_ value: String) -> String? { texts.first { $0.value == value }?.text ?? otherText }
}

extension PlaceholderFormat {
    /// Parses the text after the name of a placeholder, such as ` * 2.55 : 0`; returns nil if it is invalid.
    init?(_ source: Substring, isText: Bool) {
        let parts = source.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard readSteps(parts[0], isText: isText) else { return nil }
        guard parts.count == 2 else { return }
        if parts[1].utf8.contains(UInt8(ascii: "=")) {
            guard readTexts(parts[1], isText: isText) else { return nil }
        } else {
            guard !isText, let digits = Int(parts[1].filter { $0 != " " }), (0...9).contains(digits) else { return nil }
            self.digits = digits
        }
    }

    /// Parses steps such as ` * 2 + 1`, evaluated from left to right.
    private mutating func readSteps(_ source: Substring, isText: Bool) -> Bool {
        var rest = source.drop { $0 == " " }
        while let operation = rest.first {
            guard !isText, "*/+-".contains(operation) else { return false }
            rest = rest.dropFirst().drop { $0 == " " }
            let length = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard let number = Double(length), number.isFinite, operation != "/" || number != 0 else { return false }
            switch operation {
            case "*": steps.append(.multiply(number))
            case "/": steps.append(.divide(number))
            case "+": steps.append(.add(number))
            default: steps.append(.add(-number))
            }
            rest = rest[length.endIndex...].drop { $0 == " " }
        }
        return true
    }

    /// Parses replacements such as `true=mute, false=on, else=unknown`.
    private mutating func readTexts(_ source: Substring, isText: Bool) -> Bool {
        for entry in source.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
            guard sides.count == 2, !sides[0].isEmpty else { return false }
            if sides[0] == "else" {
                guard otherText == nil else { return false }
                (otherText, otherNumber) = (sides[1], Self.number(sides[1]))
                continue
            }
            let number = Self.number(sides[0])
            guard isText || number != nil, !texts.contains(where: { $0.value == sides[0] }) else { return false }
            let text = sides[1]
            let result = Self.number(text)
            texts.append(Replacement(number: isText ? nil : number, value: sides[0], text: text, result: result))
        }
        return true
    }

    /// Parses a number; `true` becomes 1 and `false` becomes 0. Returns nil for any other text.
    static func number(_ text: String) -> Double? {
        switch text {
        case "true": 1
        case "false": 0
        default: Double(text).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
