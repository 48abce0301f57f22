/// Set of keys or switches that are on; the kernel has 768 keys.
///
/// Any bytes are such a set, so that it can be kept in memory that outlives the process.
public struct KeySet: Sendable, BitwiseCopyable {
    private var words = InlineArray<12, UInt64>(repeating: 0)

    public init() {}

    /// Whether nothing is on.
    public var isEmpty: Bool { !words.indices.contains { words[$0] != 0 } }

    /// The codes of what is on, in order.
    public var codes: some Sequence<UInt16> { (0..<768).lazy.filter { contains($0) } }

    /// Whether a key is on.
    public func contains(_ code: UInt16) -> Bool { code < 768 && words[Int(code >> 6)] >> UInt64(code & 63) & 1 != 0 }

    /// Turns a key on or off; true when that changed it.
    @discardableResult
    public mutating func set(_ code: UInt16, _ isOn: Bool) -> Bool {
        guard code < 768, contains(code) != isOn else { return false }
        words[Int(code >> 6)] ^= UInt64(1) << UInt64(code & 63)
        return true
    }
}
