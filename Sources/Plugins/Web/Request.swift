/// A GET or HEAD request for this host.
package struct Request: Sendable {
    /// Identifies the request in a later response.
    package struct Identity: Hashable, Sendable {
        let number: Int
    }

    package let id: Identity
    /// Decoded path, with a leading slash.
    package let path: String
    /// Undecoded text after the question mark.
    package let query: String
    /// `Host` header, with the port.
    package let host: String
    /// `Origin` header; empty for programs and direct navigation.
    package let origin: String
    /// Whether it requests a WebSocket.
    package let isUpgrade: Bool

    /// Components of the path.
    package var parts: [String] { path.split(separator: "/").map(String.init) }

    /// Returns the value of a query argument; nil if it is missing.
    package func argument(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count > 1 ? String(parts[1]) : "" }
        }
        return nil
    }
}
