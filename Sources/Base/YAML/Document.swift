/// A whole YAML text as values that know their places; mistakes that leave values whole are in `problems`.
public struct Document: Sendable {
    /// The name that messages give the text.
    public let file: String
    /// Nil when the text holds no value.
    public let root: Node?
    /// Keys that stand twice in a mapping; both entries are in it, and the first counts.
    public let problems: [YAMLError]
    /// Nil when messages must not show them.
    private let lines: TextLines?
    private let firstLine: Int

    /// Reads the one document that the bytes hold; the marks of its nodes have the number `source`.
    ///
    /// Mistakes are shown with the lines that they stand in and the values that they are about, unless the text may be
    /// one that is nobody's business.
    public init(
        _ bytes: [UInt8],
        file: String,
        source: Int = 0,
        firstLine: Int = 1,
        limits: Limits = Limits(),
        showsLines: Bool = true
    ) throws(YAMLError) {
        let reader = YAMLReader(bytes, file: file, firstLine: firstLine, limits: limits)
        var composer = Composer(reader: reader, limits: limits, source: source, concealsValues: !showsLines)
        root = try composer.document()
        self.file = file
        let lines = showsLines ? TextLines(bytes) : nil
        self.lines = lines
        self.firstLine = firstLine
        let repeated = composer.repeatedKeys
        var problems: [YAMLError] = []
        for (key, first) in repeated {
            let message = "the key \(key.name) stands here again; its first place is line \(first.line)"
            problems.append(Self.error(message, at: key.mark, file, lines, firstLine))
        }
        self.problems = problems
    }

    /// A mistake at a place of this text, shown with its line.
    public func error(_ message: String, at mark: Mark) -> YAMLError {
        Self.error(message, at: mark, file, lines, firstLine)
    }

    private static func error(
        _ message: String,
        at mark: Mark,
        _ file: String,
        _ lines: TextLines?,
        _ firstLine: Int
    ) -> YAMLError {
        let number = mark.line - firstLine
        guard let lines, number >= 0 else { return YAMLError(file: file, mark: mark, message: message, line: nil) }
        let (line, firstColumn) = lines.line(number, around: mark.column)
        return YAMLError(file: file, mark: mark, message: message, line: line, from: firstColumn)
    }
}
