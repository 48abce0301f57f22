/// A location in a source text: line and column, both counted from 1.
public struct Mark: Hashable, Sendable, BitwiseCopyable {
    /// The line, from 1.
    public var line: Int
    /// The column in characters, not in bytes, from 1.
    public var column: Int
    /// Number of the text among several, as passed to its reader.
    public var source: Int

    /// Creates a location.
    public init(line: Int, column: Int, source: Int = 0) {
        self.line = line
        self.column = column
        self.source = source
    }
}
