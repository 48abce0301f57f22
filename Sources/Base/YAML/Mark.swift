/// A location in source text; lines and columns are one-based.
public struct Mark: Hashable, Sendable, BitwiseCopyable {
    public var line: Int
    /// Column in characters, not bytes.
    public var column: Int
    /// Index of the source text; distinguishes the texts of one `Reading`.
    public var source: Int

    public init(line: Int, column: Int, source: Int = 0) {
        self.line = line
        self.column = column
        self.source = source
    }
}
