/// Why a recording can't be read or written: the place, what is wrong there, and what to do about it.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of trouble, for programs.
    public enum Code: Sendable {
        /// The file can't be opened, read or written; `errno` says why.
        case file
        /// It is no recording, or none that is known.
        case format
        /// A line that says nothing that can be understood.
        case malformed
        /// The end is missing.
        case truncated
        /// A device that can't be.
        case description
    }

    /// The kind of trouble.
    public let code: Code
    /// The recording.
    public let path: String
    /// The line, from 1, if the trouble has one.
    public let line: Int?
    /// The column, from 1, if it is known.
    public let column: Int?
    /// What is wrong.
    public let message: String
    /// What to do about it.
    public let remedy: String
    /// The line with a caret below the place, where it helps.
    public let excerpt: String?
    /// The system's number for it, if the system refused something.
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

    /// `path:line:column: what is wrong; what to do`, then the line with a caret where that helps.
    public var description: String {
        let place = [path, line.map { "\($0)" }, column.map { "\($0)" }].compactMap { $0 }.joined(separator: ":")
        let first = "\(place): \(message); \(remedy)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
