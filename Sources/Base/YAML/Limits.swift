/// Parser limits that keep a text from exhausting memory or stack.
public struct Limits: Sendable {
    /// Maximum nesting depth of lists and mappings.
    public var depth = 128
    /// Maximum number of values in a document; an alias counts as all values that it refers to.
    public var nodes = 1_000_000
    /// Maximum number of bytes from one value to the next.
    public var bytesPerValue = 8 << 20

    /// Creates limits for files written by people or tools.
    public init() {}
}
