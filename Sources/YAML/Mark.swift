/// A place in a text: line and column, both counted from 1.
public struct Mark: Hashable, Sendable, BitwiseCopyable {
    /// The line, from 1.
    public var line: Int
    /// In characters, not in bytes.
    public var column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
