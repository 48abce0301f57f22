/// What a page or a scraper asks for: the method is GET or HEAD, and the host is this machine.
package struct Request: Sendable {
    /// What it is answered by, now or later.
    package struct Identity: Hashable, Sendable {
        let number: Int
    }

    package let id: Identity
    /// From the first slash up to the question mark, with nothing left that is written in percents.
    package let path: String
    /// What stands behind the question mark, as it came.
    package let query: String
    /// What the page calls this machine, with the port.
    package let host: String
    /// The page that asks, as browsers name it; empty for programs and for what people type.
    package let origin: String
    /// Whether it asks to become a WebSocket.
    package let isUpgrade: Bool

    /// The parts of the path, without the slashes.
    package var parts: [String] { path.split(separator: "/").map(String.init) }

    /// The value of an argument behind the question mark, nil when it is not there.
    package func argument(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count > 1 ? String(parts[1]) : "" }
        }
        return nil
    }
}
