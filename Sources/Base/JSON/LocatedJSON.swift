/// A JSON value and its nested values, with their positions in the text.
public struct LocatedJSON: Sendable {
    public let value: JSONValue
    /// Zero-based byte offset of the value.
    public let offset: Int
    /// The elements of an array, or the values of an object's members, in the order of the text.
    public let parts: [LocatedJSON]

    /// Parses text that contains exactly one JSON value.
    public init(parsing bytes: [UInt8], depth: Int = 64) throws(JSONError) {
        var offsets: [Int] = []
        let value = try JSONValue(parsing: bytes, depth: depth, offsets: &offsets)
        var next = 0
        self.init(value, offsets, &next)
    }

    /// Pairs a value and its nested values with their offsets. `offsets[next]` is the offset of the value; the offsets
    /// of the nested values follow.
    private init(_ value: JSONValue, _ offsets: [Int], _ next: inout Int) {
        (self.value, offset) = (value, offsets[next])
        next += 1
        var parts: [LocatedJSON] = []
        for part in value.list ?? value.members?.map(\.value) ?? [] { parts.append(LocatedJSON(part, offsets, &next)) }
        self.parts = parts
    }

    /// The value of a key; nil if the key is missing or if this value is not an object.
    public subscript(key: String) -> LocatedJSON? {
        guard let index = value.members?.firstIndex(where: { $0.key == key }) else { return nil }
        return parts[index]
    }
}
