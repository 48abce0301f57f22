/// An error while a recording is read or written: its position, the problem and the fix.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Error code, for callers that distinguish specific errors.
    public enum Code: Sendable {
        /// The file cannot be opened, read or written; `errno` contains the cause.
        case file
        /// The file is not a recording of a known format.
        case format
        /// A line cannot be parsed.
        case malformed
        /// The end of the recording is missing.
        case truncated
        /// The description of a device is invalid.
        case description
    }

    public let code: Code
    /// Path of the recording.
    public let path: String
    /// One-based line number; nil if the error concerns no line.
    public let line: Int?
    /// One-based column number; nil if unknown.
    public let column: Int?
    /// Description of the problem.
    public let message: String
    /// Description of the fix.
    public let remedy: String
    /// The line with the error, and a caret below the position of the error; nil if the line is unknown.
    public let excerpt: String?
    /// `errno` of a failed system call.
    public let errno: Int32?

    init(
        _ code: Code,
        _ path: String,
        line: Int? = nil,
        column: Int? = nil,
        _ message: String,
        remedy: String,
        excerpt: String? = nil,
        errno: Int32? = nil
    ) {
        self.code = code
        self.path = path
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
        self.excerpt = excerpt
        self.errno = errno
    }

    /// The error in the form `path:line:column: problem; fix`, followed by the excerpt, if any.
    public var description: String {
        let position = [path, line.map { "\($0)" }, column.map { "\($0)" }].compactMap { $0 }.joined(separator: ":")
        let first = "\(position): \(message); \(remedy)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
