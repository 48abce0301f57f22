/// Parser limits that prevent a document from exhausting memory or the stack.
public struct Limits: Sendable {
    /// Maximum nesting depth of lists and mappings.
    public var depth = 128
    /// Maximum number of values in a document. An alias counts as all values in its expansion.
    public var nodes = 1_000_000
    /// Maximum number of bytes between two consecutive parser events.
    public var bytesPerValue = 8 << 20

    public init() {}
}
