internal import Platform

/// Parses the parts of HTTP addresses that the checks need. libcurl parses the complete addresses.
enum Address {
    /// Returns scheme, host and port, such as `https://example.org:8443`.
    static func origin(_ address: some StringProtocol) -> String {
        guard let separator = address.utf8Range(of: "://") else { return "" }
        let rest = address[separator.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        return address[..<end].lowercased()
    }

    /// Returns the text before `://` in lower case.
    static func scheme(_ address: String) -> String {
        address.utf8Range(of: "://").map { address[..<$0.lowerBound].lowercased() } ?? ""
    }

    /// Whether the address begins with `http://` or `https://`.
    static func isAbsolute(_ address: String) -> Bool { address.hasPrefix("http://") || address.hasPrefix("https://") }

    /// Appends a path to a base address. The query of the base address precedes the query of the path.
    static func join(_ base: String, _ path: String) -> String {
        let (base, query) = split(base)
        let (path, ownQuery) = split(path)
        var result = String(base)
        if !path.isEmpty {
            if !result.hasSuffix("/") { result += "/" }
            result += path.hasPrefix("/") ? path.dropFirst() : path
        }
        let queries = [query, ownQuery].filter { !$0.isEmpty }.joined(separator: "&")
        return queries.isEmpty ? result : "\(result)?\(queries)"
    }

    private static func split(_ address: String) -> (path: Substring, query: Substring) {
        guard let mark = address.firstIndex(of: "?") else { return (address[...], "") }
        return (address[..<mark], address[mark...].dropFirst())
    }

    /// Returns the text between the scheme and the path, as written.
    static func server(_ address: String) -> Substring {
        guard let separator = address.utf8Range(of: "://") else { return "" }
        return address[separator.upperBound...].prefix { !"/?#".contains($0) }
    }

    /// Returns the error in an address, or nil if the address is valid. A path is valid unless `mustBeAbsolute` is
    /// true.
    static func mistake(_ text: String, isAbsolute mustBeAbsolute: Bool = false) -> String? {
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0 == " " }) {
            return "the address contains a space or control character; write a space as %20"
        }
        guard isAbsolute(text) else {
            if let scheme = text.utf8Range(of: "://"),
                !text[..<scheme.lowerBound].contains(where: { "/?#".contains($0) })
            {
                return "the scheme '\(text[..<scheme.upperBound])' is not supported; use http:// or https://"
            }
            return mustBeAbsolute ? "'\(text)' is not an absolute address; write http:// or https:// before it" : nil
        }
        let host = origin(text).drop { $0 != "/" }.dropFirst(2)
        if host.contains("@") {
            return "the address must not contain a password, because it is logged; use 'tokenFile' or 'headerFiles'"
        }
        return host.isEmpty || host.hasPrefix(":") ? "the address has no host name; write it after '://'" : nil
    }
}
