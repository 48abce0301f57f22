/// An SVG file while it is written: whatever its texts and numbers are, it is well-formed and the same everywhere.
struct SVG {
    private var written = ""
    private var open: [StaticString] = []

    /// What has been written so far.
    var bytes: [UInt8] { Array(written.utf8) }

    /// What an attribute says.
    enum Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Double)

        init(stringLiteral text: String) { self = .text(text) }
        init(floatLiteral number: Double) { self = .number(number) }
        init(integerLiteral number: Int) { self = .number(Double(number)) }
    }

    /// Names and what they say, in the order in which they are written.
    typealias Attributes = KeyValuePairs<StaticString, Value>

    /// Begins an element that holds others.
    mutating func begin(_ name: StaticString, _ attributes: Attributes = [:]) {
        tag(name, attributes)
        written += ">\n"
        open.append(name)
    }

    /// Ends the element that was begun last.
    mutating func end() {
        guard let name = open.popLast() else { return }
        written += "</\(name)>\n"
    }

    /// An element that holds nothing.
    mutating func leaf(_ name: StaticString, _ attributes: Attributes) {
        tag(name, attributes)
        written += "/>\n"
    }

    /// An element that holds a text.
    mutating func leaf(_ name: StaticString, _ attributes: Attributes, _ text: String) {
        tag(name, attributes)
        written += ">"
        add(text, keepsLines: true)
        written += "</\(name)>\n"
    }

    private mutating func tag(_ name: StaticString, _ attributes: Attributes) {
        written += "<\(name)"
        for (name, value) in attributes {
            written += " \(name)=\""
            switch value {
            case .text(let text): add(text, keepsLines: false)
            case .number(let number): written += Decimal.text(number)
            }
            written += "\""
        }
    }

    /// Without what has a meaning in XML, or must not be in it, or would turn around what stands beside it.
    private mutating func add(_ text: String, keepsLines: Bool) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": written += "&amp;"
            case "<": written += "&lt;"
            case ">": written += "&gt;"
            case "\"": written += "&quot;"
            case "'": written += "&#39;"
            case "\n" where keepsLines: written += "\n"
            case "\t", "\n", "\r": written += " "
            default: written.unicodeScalars.append(scalar.isDrawable ? scalar : "\u{fffd}")
            }
        }
    }
}

/// Numbers as pictures have them: at most two decimals, none that says nothing, never an exponent.
enum Decimal {
    /// Farther than this nothing is drawn; what is no number counts as 0.
    static let limit = 10_000_000.0

    static func bounded(_ number: Double) -> Double { max(-limit, min(limit, number.isNaN ? 0 : number)) }

    static func text(_ number: Double) -> String {
        let hundredths = Int((bounded(number) * 100).rounded())
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let digits = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
        return "\(hundredths < 0 ? "-" : "")\(whole)\(digits)"
    }
}
