/// A mistake in a YAML text, with its place, the line it stands in and what was expected there.
public struct YAMLError: Error, Equatable, CustomStringConvertible {
    public let file: String
    public let mark: Mark
    public let message: String
    /// The line's text, nil when it is no longer at hand.
    public let line: String?

    public init(file: String, mark: Mark, message: String, line: String?) {
        self.file = file
        self.mark = mark
        self.message = message
        self.line = line
    }

    /// The place and the message, then the line with a caret below the place.
    public var description: String {
        let first = "\(file):\(mark.line):\(mark.column): \(message)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }

    /// The line with a caret below the place, indented; a long line is cut around it.
    public var excerpt: String? {
        guard let line else { return nil }
        let characters = Array(line)
        let place = min(max(mark.column - 1, 0), characters.count)
        let start = place > Self.width ? place - Self.width / 2 : 0
        let end = min(characters.count, start + Self.width + Self.width / 2)
        // A tab stays one, or the caret would stand elsewhere.
        let padding = characters[start..<place].map { $0 == "\t" ? "\t" : " " }.joined()
        return "    \(String(characters[start..<end]))\n    \(padding)^"
    }

    private static let width = 80
}
