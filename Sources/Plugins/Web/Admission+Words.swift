internal import Platform

extension Admission.Refusal {
    /// Text of the log message; values of the request are sanitized and truncated.
    package var words: String {
        func shown(_ text: String) -> String { TerminalText.line(text.excerpt(100)) }
        return switch self {
        case .host(let host): "a page was refused because its host name for this machine is '\(shown(host))'"
        case .origin(let origin): "a page of '\(shown(origin))' was refused"
        case .noOrigin: "a client without an Origin header was refused"
        }
    }
}
