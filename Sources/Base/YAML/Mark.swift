/// A place in a text: line and column, both counted from 1.
public struct Mark: Hashable, Sendable, BitwiseCopyable {
    /// The line, from 1.
    public var line: Int
    /// In characters, not in bytes.
    public var column: Int
    /// Which of several texts it is in, by the number that its reader gave that text.
    public var source: Int

    /// Makes a place.
    public init(line: Int, column: Int, source: Int = 0) {
        self.line = line
        self.column = column
        self.source = source
    }
}
