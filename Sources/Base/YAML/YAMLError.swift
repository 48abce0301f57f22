internal import Platform

/// A mistake in a YAML text, with its place, the line it stands in and what was expected there.
public struct YAMLError: Error, Equatable, CustomStringConvertible {
    /// The name of the text.
    public let file: String
    /// Where the mistake stands.
    public let mark: Mark
    /// What was found or expected there.
    public let message: String
    /// The line's text, or the part of a long one around the place; nil when it is no longer at hand.
    public let line: String?
    /// The column that the text begins at.
    private let firstColumn: Int

    /// Makes an error.
    public init(file: String, mark: Mark, message: String, line: String?, from firstColumn: Int = 1) {
        self.firstColumn = firstColumn
        self.file = file
        self.mark = mark
        // Names that others gave stand in it.
        self.message = message.excerpt(Self.longest).harmless
        self.line = line
    }

    /// `file:line:column`.
    public var place: String { "\(file.harmless):\(mark.line):\(mark.column)" }

    /// The place and the message, then the line with a caret below the place.
    public var description: String {
        let first = "\(place): \(message)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }

    /// The line with a caret below the place, indented; a long line is cut around it.
    public var excerpt: String? {
        guard let line else { return nil }
        // One character may have any number of combining marks, and a line of the text is of any length.
        let characters = line.map { $0.utf8.count > Self.characterSize ? "\u{FFFD}" : $0 }
        let place = min(max(mark.column - firstColumn, 0), characters.count)
        let start = place > Self.width ? place - Self.width / 2 : 0
        let end = min(characters.count, start + Self.width + Self.width / 2)
        // A tab stays one, or the caret would stand elsewhere.
        let padding = characters[start..<place].map { $0 == "\t" ? "\t" : " " }.joined()
        return "    \(String(characters[start..<end]).harmless)\n    \(padding)^"
    }

    private static let width = 80
    /// Bytes of a character that is shown as it is; families of emoji have less.
    private static let characterSize = 64
    private static let longest = 1000
}
