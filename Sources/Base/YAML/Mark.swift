/// A location in source text; lines and columns are one-based.
public struct Mark: Hashable, Sendable, BitwiseCopyable {
    /// One-based line number.
    public var line: Int
    /// One-based column number, counted in characters instead of bytes.
    public var column: Int
    /// Index of the source text that contains the location; distinguishes texts that are read together.
    public var source: Int

    /// Creates a location.
    public init(line: Int, column: Int, source: Int = 0) {
        self.line = line
        self.column = column
        self.source = source
    }
}
