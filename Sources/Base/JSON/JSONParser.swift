internal import Platform

/// A JSON syntax error with its position.
public struct JSONError: Error, Equatable, CustomStringConvertible {
    /// Phrase for messages, without the position.
    public let message: String
    /// Zero-based byte offset of the error.
    public let offset: Int

    public var description: String { "at byte \(offset): \(message)" }
}

extension JSONValue {
    /// Parses text that contains exactly one JSON value. The parser strictly follows RFC 8259 and limits the nesting
    /// depth.
    ///
    /// Limit json-depth (limits.md, Commands to the view tree): maximum depth of nested JSON values; the limit is
    /// smaller for JSON from plugin processes, shared objects, MQTT brokers and clients of a `stream`. If exceeded: the
    /// JSON text is rejected, and the error contains `values nested too deeply`.
    public init(parsing bytes: some Sequence<UInt8>, depth: Int = 64) throws(JSONError) {
        var parser = JSONParser(Array(bytes), depth: depth)
        self = try parser.whole()
    }

    /// Parses text. Stores the byte offsets of all values, in ascending order.
    init(parsing bytes: [UInt8], depth: Int, offsets: inout [Int]) throws(JSONError) {
        var parser = JSONParser(bytes, depth: depth)
        parser.offsets = []
        self = try parser.whole()
        offsets = parser.offsets ?? []
    }
}

private struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0
    private var depth: Int
    /// Byte offsets of the values; nil if they are not needed.
    var offsets: [Int]?

    init(_ bytes: [UInt8], depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    mutating func whole() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw error("unexpected text after the value") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = peek else { throw error("a value is missing") }
        offsets?.append(index)
        switch byte {
        case UInt8(ascii: "{"): return .object(try nested { (p) throws(JSONError) in try p.members() })
        case UInt8(ascii: "["): return .list(try nested { (p) throws(JSONError) in try p.elements() })
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func nested<Value>(
        _ read: (inout JSONParser) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        guard depth > 0 else { throw error("values nested too deeply") }
        depth -= 1
        index += 1
        let value = try read(&self)
        depth += 1
        return value
    }

    private mutating func elements() throws(JSONError) -> [JSONValue] {
        var values: [JSONValue] = []
        if takes("]") { return values }
        repeat { values.append(try value()) } while takes(",")
        guard takes("]") else { throw error("',' or ']' is missing") }
        return values
    }

    private mutating func members() throws(JSONError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if takes("}") { return members }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw error("a key in quotes is missing") }
            let key = try text()
            guard takes(":") else { throw error("':' is missing") }
            members.append(JSONValue.Member(key, try value()))
        } while takes(",")
        guard takes("}") else { throw error("',' or '}' is missing") }
        return members
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw error("not a JSON value") }
        index += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        let first = index
        let whole = digits()
        guard whole > 0 else { throw error("not a JSON value", at: start) }
        if whole > 1, bytes[first] == UInt8(ascii: "0") { throw error("the number has a leading 0", at: start) }
        if peek == UInt8(ascii: ".") {
            index += 1
            guard digits() > 0 else { throw error("a digit is missing") }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            guard digits() > 0 else { throw error("a digit is missing") }
        }
        guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)), number.isFinite else {
            throw error("the number is out of range", at: start)
        }
        return number
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }

    private mutating func text() throws(JSONError) -> String {
        let start = index
        index += 1
        var text: [UInt8] = []
        while let byte = peek {
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let valid = String(validating: text, as: UTF8.self) else {
                    throw error("the string is not UTF-8", at: start)
                }
                guard !valid.exceedsCombiningLimit else {
                    let limit = String.combiningLimit
                    throw error("more than \(limit) consecutive combining marks (Unicode); remove them", at: start)
                }
                return valid
            case UInt8(ascii: "\\"): try escape(&text)
            case 0..<0x20: throw error("the string contains an unescaped control character", at: index - 1)
            default: text.append(byte)
            }
        }
        throw error("the string is not terminated", at: start)
    }

    private mutating func escape(_ text: inout [UInt8]) throws(JSONError) {
        guard let byte = peek else { throw error("the string is not terminated") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(Character(try scalar())).utf8)
        default: throw error("the escape sequence is unknown", at: index - 2)
        }
    }

    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let start = index - 2
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, bytes[index...].starts(with: "\\u".utf8) else {
            throw error("the string contains an unpaired surrogate", at: start)
        }
        index += 2
        let second = try unit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw error("the string contains an unpaired surrogate", at: start) }
        return scalar
    }

    private mutating func unit() throws(JSONError) -> UInt32 {
        guard index + 4 <= bytes.count,
            bytes[index..<index + 4].allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let unit = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
        else { throw error("four hexadecimal digits are missing after '\\u'") }
        index += 4
        return unit
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { index += 1 }
    }

    private func error(_ message: String, at offset: Int? = nil) -> JSONError {
        JSONError(message: message, offset: offset ?? index)
    }
}
