/// Literal text of a string, or the content of `${…}`.
enum TemplateText: Equatable {
    case text(String)
    case expression(String)

    /// Splits a string at each `${…}`; `$${` produces a literal `${`. Returns nil if a closing brace is missing.
    static func pieces(of text: String) -> [TemplateText]? {
        var pieces: [TemplateText] = []
        var plain = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            plain += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                plain += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                guard let close = rest.firstIndex(of: "}") else { return nil }
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.expression(String(rest.dropFirst(2)[..<close])))
                rest = rest[rest.index(after: close)...]
            } else {
                plain += "$"
                rest = rest.dropFirst()
            }
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }

    static let unclosed = "'${' has no closing '}'; add '}', or write '$${' for a literal '${'"
}
