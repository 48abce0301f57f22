/// An SVG file while it is written: whatever its texts and numbers are, it is well-formed and the same everywhere.
public struct SVG {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []
    private var open: [StaticString] = []

    /// What an attribute says.
    public enum Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Double)

        public init(stringLiteral text: String) { self = .text(text) }
        public init(floatLiteral number: Double) { self = .number(number) }
        public init(integerLiteral number: Int) { self = .number(Double(number)) }
    }

    /// Names and what they say, in the order in which they are written.
    public typealias Attributes = KeyValuePairs<StaticString, Value>

    public init() {}

    /// Begins an element that holds others.
    public mutating func begin(_ name: StaticString, _ attributes: Attributes = [:]) {
        tag(name, attributes)
        raw(">\n")
        open.append(name)
    }

    /// Ends the element that was begun last.
    public mutating func end() {
        guard let name = open.popLast() else { return }
        raw("</")
        raw(name)
        raw(">\n")
    }

    /// An element that holds nothing.
    public mutating func leaf(_ name: StaticString, _ attributes: Attributes) {
        tag(name, attributes)
        raw("/>\n")
    }

    /// An element that holds a text.
    public mutating func leaf(_ name: StaticString, _ attributes: Attributes, _ text: String) {
        tag(name, attributes)
        raw(">")
        add(text, keepsLines: true)
        raw("</")
        raw(name)
        raw(">\n")
    }

    private mutating func tag(_ name: StaticString, _ attributes: Attributes) {
        raw("<")
        raw(name)
        for (name, value) in attributes {
            raw(" ")
            raw(name)
            raw("=\"")
            switch value {
            case .text(let text): add(text, keepsLines: false)
            case .number(let number): Decimal.append(number, to: &bytes)
            }
            raw("\"")
        }
    }

    /// Without what has a meaning in XML, or must not be in it, or would turn around what stands beside it.
    private mutating func add(_ text: String, keepsLines: Bool) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            case "'": raw("&#39;")
            case "\n" where keepsLines: raw("\n")
            case "\t", "\n", "\r": raw(" ")
            default: bytes.append(contentsOf: String(scalar.isDrawable ? scalar : "\u{fffd}").utf8)
            }
        }
    }

    private mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

/// Numbers as pictures have them: at most two decimals, none that says nothing, never an exponent.
enum Decimal {
    /// Farther than this nothing is drawn; what is no number counts as 0.
    static let limit = 10_000_000.0

    static func bounded(_ number: Double) -> Double { max(-limit, min(limit, number.isNaN ? 0 : number)) }

    static func append(_ number: Double, to bytes: inout [UInt8]) {
        let hundredths = Int((bounded(number) * 100).rounded())
        if hundredths < 0 { bytes.append(UInt8(ascii: "-")) }
        let size = hundredths.magnitude
        bytes.append(contentsOf: String(size / 100).utf8)
        guard size % 100 != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(size / 10 % 10))
        if size % 10 != 0 { bytes.append(UInt8(ascii: "0") + UInt8(size % 10)) }
    }

    static func text(_ number: Double) -> String {
        var bytes: [UInt8] = []
        append(number, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
