/// Accepts or rejects HTTP requests by their `Host` and `Origin` headers.
package struct Admission: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>
    private let letsProgramsIn: Bool

    package enum Refusal: Equatable, Sendable {
        /// The `Host` header does not name this server, as in a DNS rebinding attack.
        case host(String)
        case origin(String)
        /// The request has no `Origin` header: it comes from a program, and programs are not accepted.
        case noOrigin
    }

    /// Creates the rules for a server with this address and port.
    ///
    /// - Parameter names: Additional host names.
    /// - Parameter origins: Accepted `Origin` headers.
    /// - Parameter letsOwnIn: Whether to accept web pages from this server.
    /// - Parameter letsProgramsIn: Whether to accept requests without an `Origin` header.
    package init(
        address: String,
        port: Int,
        hosts names: [String] = [],
        origins: [String] = [],
        letsOwnIn: Bool = false,
        letsProgramsIn: Bool
    ) {
        var hosts: Set<String> = []
        let own = address.contains(":") ? "[\(address)]" : address
        for name in ["localhost", "127.0.0.1", "[::1]", own] {
            hosts.insert("\(name):\(port)")
            // Browsers omit port 80 in the `Host` header.
            if port == 80 { hosts.insert(name) }
        }
        for name in names.map({ $0.lowercased() }) {
            // Accepts the name both as written (it may contain a proxy's port) and with this server's port.
            hosts.formUnion([name, "\(name):\(port)"])
        }
        self.hosts = hosts
        self.origins = Set(origins).union(letsOwnIn ? hosts.map { "http://\($0)" } : [])
        self.letsProgramsIn = letsProgramsIn
    }

    /// Whether a `Host` header (empty if missing) names this server.
    package func knows(host: String) -> Bool { hosts.contains(host.lowercased()) }

    /// Returns the reason for rejecting a request with these headers (empty if missing); nil if accepted.
    package func refusal(host: String, origin: String) -> Refusal? {
        guard knows(host: host) else { return .host(host) }
        if origin.isEmpty { return letsProgramsIn ? nil : .noOrigin }
        return origins.contains(origin) ? nil : .origin(origin)
    }
}
