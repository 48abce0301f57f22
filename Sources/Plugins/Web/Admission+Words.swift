internal import Platform

extension Admission.Refusal {
    /// Text of the log message; values of the request are sanitized and truncated.
    package var words: String {
        func shown(_ text: String) -> String { TerminalText.line(text.excerpt(100)) }
        return switch self {
        case .host(let host): "a page was refused that calls this machine '\(shown(host))'"
        case .origin(let origin): "a page of '\(shown(origin))' was refused"
        case .noOrigin: "a program was refused that named no origin"
        }
    }
}
