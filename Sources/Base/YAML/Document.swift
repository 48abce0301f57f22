/// A parsed YAML document whose nodes have source locations; `problems` lists its recoverable errors.
public struct Document: Sendable {
    /// File name in messages.
    public let file: String
    /// Root node; nil if the document is empty.
    public let root: Node?
    /// Errors for duplicate keys. The mapping contains both pairs; the first pair takes effect.
    public let problems: [YAMLError]
    /// Index of the source lines; nil if messages must not show source lines.
    private let lines: TextLines?
    private let firstLine: Int

    /// Parses text that contains at most one document. The marks of the nodes have the given `source`.
    ///
    /// If `showsLines` is false, errors omit source lines and values, because the text may be confidential.
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
            let message = "the key \(key.name) appears twice, first on line \(first.line); remove one of these keys"
            problems.append(Self.error(message, at: key.mark, file, lines, firstLine))
        }
        self.problems = problems
    }

    /// Returns an error at a location of the text, with the source line.
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
