public import YAML

/// An error or a warning about source text.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    /// Severity; determines whether the text can be used.
    public enum Severity: String, Sendable {
        /// The text cannot be used.
        case error
        /// The text can be used, but probably does not have the intended effect.
        case warning
    }

    public let severity: Severity
    /// The message with its location and source line.
    public let problem: YAMLError

    public init(_ severity: Severity, _ problem: YAMLError) {
        self.severity = severity
        self.problem = problem
    }

    /// The diagnostic in the form `file:line:column: severity: message`, followed by the source line with a caret.
    public var description: String {
        let first = "\(problem.location): \(severity.rawValue): \(problem.message)"
        return problem.excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
