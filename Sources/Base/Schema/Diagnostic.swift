public import YAML

/// An error or a warning about source text.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable {
        /// The source text is invalid.
        case error
        /// The source text is valid, but probably does not have the intended effect.
        case warning
    }

    /// Machine-readable error code. The values are stable; docs/reference/command-line.md lists them.
    public enum Code: String, CaseIterable, Sendable {
        case unreadableFile = "unreadable-file"
        case syntax
        case limitExceeded = "limit-exceeded"
        case scriptError = "script-error"

        case unknownKey = "unknown-key"
        case duplicateKey = "duplicate-key"
        case missingKey = "missing-key"
        case misplacedKey = "misplaced-key"

        case unknownName = "unknown-name"
        case duplicateName = "duplicate-name"
        case formerName = "former-name"
        case wrongName = "wrong-name"
        case circularReference = "circular-reference"

        case wrongValue = "wrong-value"
        case wrongExpression = "wrong-expression"
        case wrongPlaceholder = "wrong-placeholder"
        case unsafeValue = "unsafe-value"

        case wrongEvent = "wrong-event"
        case wrongTarget = "wrong-target"
        case conflict
        case unreachable
        case excessiveDelay = "excessive-delay"
        case noEffect = "no-effect"
        case unused

        case notInstalled = "not-installed"
        case blockedProgram = "blocked-program"
    }

    public let severity: Severity
    public let code: Code
    /// The message with its location and source line.
    public let problem: YAMLError

    public init(_ severity: Severity, _ code: Code, _ problem: YAMLError) {
        self.severity = severity
        self.code = code
        self.problem = problem
    }

    /// The correction: the text after the last semicolon of the message; nil if the message contains no correction.
    public var fix: String? {
        let message = problem.message.utf8
        guard let end = message.lastIndex(of: UInt8(ascii: ";")) else { return nil }
        let rest = problem.message[message.index(after: end)...]
        return rest.hasPrefix(" ") ? String(rest.dropFirst()) : nil
    }

    /// The diagnostic in the form `file:line:column: severity: message`, followed by the source line with a caret.
    public var description: String {
        let first = "\(problem.location): \(severity.rawValue): \(problem.message)"
        return problem.excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
