internal import Platform

/// An error in a YAML text, with its location and source line.
public struct YAMLError: Error, Equatable, CustomStringConvertible {
    public let file: String
    public let mark: Mark
    /// Message without the location.
    public let message: String
    /// Source line, or an excerpt of a long line. Nil if the line is confidential or no longer available.
    public let line: String?
    /// Start column of `line`.
    private let firstColumn: Int

    public init(file: String, mark: Mark, message: String, line: String?, from firstColumn: Int = 1) {
        self.firstColumn = firstColumn
        self.file = file
        self.mark = mark
        // Replaces control characters, because the message may contain untrusted names.
        self.message = message.excerpt(Self.longest).harmless
        self.line = line
    }

    /// The location in the form `file:line:column`.
    public var location: String { "\(file.harmless):\(mark.line):\(mark.column)" }

    /// The location and the message, followed by the source line with a caret.
    public var description: String {
        let first = "\(location): \(message)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }

    /// The indented source line with a caret below the location; nil if `line` is nil. A long line is cut around the
    /// location.
    public var excerpt: String? {
        guard let line else { return nil }
        // Replaces very long characters: a character may contain any number of combining marks.
        let characters = line.map { $0.utf8.count > Self.characterSize ? "\u{FFFD}" : $0 }
        let index = min(max(mark.column - firstColumn, 0), characters.count)
        let start = index > Self.width ? index - Self.width / 2 : 0
        let end = min(characters.count, start + Self.width + Self.width / 2)
        // Tabs are preserved to align the caret.
        let padding = characters[start..<index].map { $0 == "\t" ? "\t" : " " }.joined()
        return "    \(String(characters[start..<end]).harmless)\n    \(padding)^"
    }

    private static let width = 80
    /// Maximum UTF-8 length in bytes of a displayed character; emoji sequences are shorter.
    private static let characterSize = 64
    private static let longest = 1000
}
