/// A JSON value. Objects preserve the order of their members.
public enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([Member])

    /// One member of an object.
    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSONValue

        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a key; nil if the key is missing or if this value is not an object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The string; nil for other types of values.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The number; nil for other types of values.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// The boolean; nil for other types of values.
    public var boolean: Bool? { if case .boolean(let truth) = self { truth } else { nil } }
    /// The elements of an array; nil for other types of values.
    public var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
    /// The members of an object; nil for other types of values.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(floatLiteral number: Double) { self = .number(number) }
    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    public init(booleanLiteral truth: Bool) { self = .boolean(truth) }
    public init(arrayLiteral values: JSONValue...) { self = .list(values) }
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line.
    public var description: String {
        var writer = JSONBytes()
        writer.append(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
