/// Writes an SVG file that is well-formed for any text and numbers, and identical on all machines.
struct SVG {
    private var written = ""
    private var open: [StaticString] = []

    /// File content written so far.
    var bytes: [UInt8] { Array(written.utf8) }

    enum Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Double)

        init(stringLiteral text: String) { self = .text(text) }
        init(floatLiteral number: Double) { self = .number(number) }
        init(integerLiteral number: Int) { self = .number(Double(number)) }
    }

    /// Attributes, in output order.
    typealias Attributes = KeyValuePairs<StaticString, Value>

    /// Writes the start tag of an element with children.
    mutating func begin(_ name: StaticString, _ attributes: Attributes = [:]) {
        tag(name, attributes)
        written += ">\n"
        open.append(name)
    }

    /// Writes the end tag of the innermost open element.
    mutating func end() {
        guard let name = open.popLast() else { return }
        written += "</\(name)>\n"
    }

    /// Writes an empty element.
    mutating func leaf(_ name: StaticString, _ attributes: Attributes) {
        tag(name, attributes)
        written += "/>\n"
    }

    /// Writes an element that contains only text.
    mutating func leaf(_ name: StaticString, _ attributes: Attributes, _ text: String) {
        tag(name, attributes)
        written += ">"
        add(text, keepsLines: true)
        written += "</\(name)>\n"
    }

    /// Appends the content of another file; its elements must all be closed.
    mutating func append(_ other: SVG) { written += other.written }

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

    /// Appends text; escapes XML syntax, and replaces forbidden characters and bidirectional overrides.
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

/// Formats numbers with at most two decimals, without trailing zeros or exponents.
enum Decimal {
    /// Maximum magnitude of a coordinate; larger values are clamped, and NaN becomes 0.
    static let limit = 10_000_000.0

    static func bounded(_ number: Double) -> Double { max(-limit, min(limit, number.isNaN ? 0 : number)) }

    static func text(_ number: Double) -> String {
        let hundredths = Int((bounded(number) * 100).rounded())
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let digits = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
        return "\(hundredths < 0 ? "-" : "")\(whole)\(digits)"
    }
}
