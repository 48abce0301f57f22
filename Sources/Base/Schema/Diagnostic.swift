public import YAML

/// Something that is wrong, or surely not meant, in a text that people wrote.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable {
        /// The text cannot be used.
        case error
        /// It can be used, and does something else than was meant.
        case warning
    }

    public let severity: Severity
    /// The message with its place and the line that it stands in.
    public let problem: YAMLError

    public init(_ severity: Severity, _ problem: YAMLError) {
        self.severity = severity
        self.problem = problem
    }

    /// `file:line:column: severity: message`, then the line with a caret.
    public var description: String {
        let first = "\(problem.place): \(severity.rawValue): \(problem.message)"
        return problem.excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
