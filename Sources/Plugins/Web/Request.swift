/// A GET or HEAD request whose `Host` header names this server.
package struct Request: Sendable {
    /// Identifies the request for a later response.
    package struct Identity: Hashable, Sendable {
        let number: Int
    }

    package let id: Identity
    /// Decoded path, with a leading slash.
    package let path: String
    /// Query of the URL (the text after the question mark), not decoded.
    package let query: String
    /// `Host` header, including the port.
    package let host: String
    /// `Origin` header; empty for programs and for direct navigation.
    package let origin: String
    package let isUpgrade: Bool

    package var parts: [String] { path.split(separator: "/").map(String.init) }

    /// Value of a query parameter; nil if missing.
    package func argument(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count > 1 ? String(parts[1]) : "" }
        }
        return nil
    }
}
