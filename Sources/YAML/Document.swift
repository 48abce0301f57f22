/// A whole YAML text as values that know their places; mistakes that leave values whole are in `problems`.
public struct Document: Sendable {
    /// The name that messages give the text.
    public let file: String
    /// Nil when the text holds no value.
    public let root: Node?
    /// Keys that stand twice in a mapping; both entries are in it, and the first counts.
    public let problems: [YAMLError]
    private let bytes: [UInt8]
    private let firstLine: Int

    /// Reads the one document that the bytes hold; the marks of its nodes have the number `source`.
    public init(
        _ bytes: [UInt8],
        file: String,
        source: Int = 0,
        firstLine: Int = 1,
        limits: Limits = Limits()
    ) throws(YAMLError) {
        let reader = YAMLReader(bytes, file: file, firstLine: firstLine, limits: limits)
        var composer = Composer(reader: reader, limits: limits, source: source)
        root = try composer.document()
        self.file = file
        self.bytes = bytes
        self.firstLine = firstLine
        let repeated = composer.repeatedKeys
        var problems: [YAMLError] = []
        for (key, first) in repeated {
            let message = "the key \(key.kind) stands here again; its first place is line \(first.line)"
            problems.append(Self.error(message, at: key.mark, file, bytes, firstLine))
        }
        self.problems = problems
    }

    /// A mistake at a place of this text, shown with its line.
    public func error(_ message: String, at mark: Mark) -> YAMLError {
        Self.error(message, at: mark, file, bytes, firstLine)
    }

    private static func error(
        _ message: String,
        at mark: Mark,
        _ file: String,
        _ bytes: [UInt8],
        _ firstLine: Int
    ) -> YAMLError {
        let number = mark.line - firstLine
        guard number >= 0 else { return YAMLError(file: file, mark: mark, message: message, line: nil) }
        let lines = bytes.split(separator: 0x0a, maxSplits: number + 1, omittingEmptySubsequences: false)
        let line = number < lines.count ? lines[number].filter { $0 != 0x0d } : []
        return YAMLError(file: file, mark: mark, message: message, line: String(decoding: line, as: UTF8.self))
    }
}
