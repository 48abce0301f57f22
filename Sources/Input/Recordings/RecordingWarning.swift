/// A warning about a recording that can still be read.
public struct RecordingWarning: Equatable, Sendable, CustomStringConvertible {
    /// Path of the recording.
    public let path: String
    /// One-based number of the line with the problem.
    public let line: Int
    public let message: String

    init(_ path: String, _ line: Int, _ message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    /// The warning in the form `path:line: warning: message`.
    public var description: String { "\(path):\(line): warning: \(message)" }
}

/// Returns the messages about a recording: the warnings in line order, followed by the error that ended the reading, if
/// any.
public func report(warnings: [RecordingWarning], error: RecordingError? = nil) -> String {
    let sorted = warnings.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
    let lines = sorted.map { $0.element.description } + (error.map { [$0.description] } ?? [])
    return lines.map { $0 + "\n" }.joined()
}

/// Warnings of a recording, limited in number.
struct WarningList {
    private(set) var all: [RecordingWarning] = []
    /// Limit recording-warnings (limits.md, Recordings and dumps): maximum number of warnings about one recording. If
    /// exceeded: further warnings are omitted, and the last warning reports the omission.
    private let limit = 100

    mutating func add(_ path: String, _ line: Int, _ message: @autoclosure () -> String) {
        if all.count < limit {
            all.append(RecordingWarning(path, line, message()))
        } else if all.count == limit {
            all.append(RecordingWarning(path, line, "warnings after the first \(limit) are omitted"))
        }
    }
}
