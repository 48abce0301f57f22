internal import Platform

extension Admission.Refusal {
    /// Text of the log message, with sanitized and truncated values from the request.
    package var words: String {
        func shown(_ text: String) -> String { TerminalText.line(text.excerpt(100)) }
        return switch self {
        case .host(let host): "a request for the host '\(shown(host))' was refused"
        case .origin(let origin): "a page with the origin '\(shown(origin))' was refused"
        case .noOrigin: "a client without an Origin header was refused"
        }
    }
}
