/// Rules that accept or refuse HTTP requests of pages and programs by their headers `Host` and `Origin`.
package struct Admission: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>
    private let letsProgramsIn: Bool

    /// Reason of a refusal.
    package enum Refusal: Equatable, Sendable {
        /// The `Host` header names no known host, as in a DNS rebinding attack.
        case host(String)
        case origin(String)
        /// The request has no `Origin` header, so it comes from a program, and programs are refused.
        case noOrigin
    }

    /// Creates the rules for a server's address and port.
    ///
    /// `names` are additional host names, and `origins` the accepted `Origin` headers. `letsOwnIn` accepts pages that
    /// this server serves itself, `letsProgramsIn` accepts requests without an `Origin` header.
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
            // Browsers omit the default port.
            if port == 80 { hosts.insert(name) }
        }
        for name in names.map({ $0.lowercased() }) {
            // A name with a port is accepted as it is: a proxy may listen there.
            hosts.formUnion([name, "\(name):\(port)"])
        }
        self.hosts = hosts
        self.origins = Set(origins).union(letsOwnIn ? hosts.map { "http://\($0)" } : [])
        self.letsProgramsIn = letsProgramsIn
    }

    /// Whether a `Host` header (empty if missing) names this server.
    package func knows(host: String) -> Bool { hosts.contains(host.lowercased()) }

    /// Returns the reason to refuse a request with these headers (empty if missing); nil accepts the request.
    package func refusal(host: String, origin: String) -> Refusal? {
        guard knows(host: host) else { return .host(host) }
        if origin.isEmpty { return letsProgramsIn ? nil : .noOrigin }
        return origins.contains(origin) ? nil : .origin(origin)
    }
}
