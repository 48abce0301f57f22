/// Set of keys or switches that are on; the kernel defines 768 key codes.
///
/// Every bit pattern is a valid set. A set can therefore be read from a mapped file, even if the file is damaged.
public struct KeySet: Sendable, BitwiseCopyable {
    private var words = InlineArray<12, UInt64>(repeating: 0)

    public init() {}

    public var isEmpty: Bool { !words.indices.contains { words[$0] != 0 } }

    /// Codes of the keys that are on, ascending.
    public var codes: some Sequence<UInt16> { (0..<768).lazy.filter { contains($0) } }

    public func contains(_ code: UInt16) -> Bool { code < 768 && words[Int(code >> 6)] >> UInt64(code & 63) & 1 != 0 }

    /// Turns a key on or off; returns whether the set changed.
    @discardableResult
    public mutating func set(_ code: UInt16, _ isOn: Bool) -> Bool {
        guard code < 768, contains(code) != isOn else { return false }
        words[Int(code >> 6)] ^= UInt64(1) << UInt64(code & 63)
        return true
    }
}
