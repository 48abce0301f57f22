public import YAML

/// An error or a warning about a source text.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    /// Whether the text can be used.
    public enum Severity: String, Sendable {
        /// The text cannot be used.
        case error
        /// The text can be used, but probably has an unintended effect.
        case warning
    }

    public let severity: Severity
    /// Message with its location and source line.
    public let problem: YAMLError

    public init(_ severity: Severity, _ problem: YAMLError) {
        self.severity = severity
        self.problem = problem
    }

    /// `file:line:column: severity: message`, then the line with a caret.
    public var description: String {
        let first = "\(problem.location): \(severity.rawValue): \(problem.message)"
        return problem.excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
