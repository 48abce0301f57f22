/// A parsed YAML document with source locations; `problems` lists its recoverable errors.
public struct Document: Sendable {
    /// File name in messages.
    public let file: String
    /// Root node; nil if the document is empty.
    public let root: Node?
    /// Errors for duplicate keys. The mapping contains all pairs; the first pair with the key takes effect.
    public let problems: [YAMLError]
    /// The source text and its line offsets; nil if messages must not show source lines.
    private let lines: TextLines?
    private let firstLine: Int

    /// Parses text with at most one document; `source` is the source number of all marks.
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

    /// Returns the end locations of the keys and values at the given start locations. If a key and a mapping begin at
    /// the same location, returns the end of the key. Parses the text again, because few callers need end locations.
    public func ends(at starts: Set<Mark>) -> [Mark: Mark] {
        guard let lines, !starts.isEmpty else { return [:] }
        let reader = YAMLReader(lines.bytes, file: file, firstLine: firstLine)
        let wanted = Dictionary(grouping: starts) { Mark(line: $0.line, column: $0.column) }
        var ends: [Mark: Mark] = [:]
        // Start locations of the lists and mappings around the current event; nil for a location that is not in
        // `starts`.
        var open: [Mark?] = []
        while let event = try? reader.next() {
            let start = wanted[reader.mark]?.first
            switch event.nesting {
            case 1: open.append(start)
            case -1:
                // Only a flow collection has an end token: its closing bracket.
                if let start = open.popLast() ?? nil, reader.end != reader.mark {
                    ends[start] = ends[start] ?? reader.end
                }
            default: if let start, reader.end != reader.mark { ends[start] = reader.end }
            }
        }
        return ends
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
