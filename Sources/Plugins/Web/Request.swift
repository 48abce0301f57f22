/// A GET or HEAD request whose `Host` header names this server.
package struct Request: Sendable {
    /// Identifies the request when the response is sent later.
    package struct Identity: Hashable, Sendable {
        let number: Int
    }

    package let id: Identity
    /// Decoded path that begins with a slash.
    package let path: String
    /// Query of the URL: the text after the question mark, not decoded.
    package let query: String
    /// `Host` header, including the port.
    package let host: String
    /// `Origin` header; empty for programs and for direct navigation.
    package let origin: String
    /// Whether the client requests a WebSocket.
    package let isUpgrade: Bool

    /// Components of the path.
    package var parts: [String] { path.split(separator: "/").map(String.init) }

    /// Returns the value of a query parameter; nil if the parameter is missing.
    package func argument(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count > 1 ? String(parts[1]) : "" }
        }
        return nil
    }
}
