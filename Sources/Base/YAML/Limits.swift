/// How much a text may ask for, so that no text can exhaust memory or stack.
public struct Limits: Sendable {
    /// Lists and mappings within each other.
    public var depth = 128
    /// Values of a document, each alias counted as all that it stands for.
    public var nodes = 1_000_000
    /// Bytes from one value to the next.
    public var bytesPerValue = 8 << 20

    /// The limits that suit a file written by people or tools.
    public init() {}
}
