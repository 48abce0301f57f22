/// Rules that accept or reject HTTP requests of web pages and other programs, based on the headers `Host` and `Origin`.
package struct Admission: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>
    private let letsProgramsIn: Bool

    /// Reason why a request is rejected.
    package enum Refusal: Equatable, Sendable {
        /// The `Host` header does not name this server, as in a DNS rebinding attack.
        case host(String)
        case origin(String)
        /// The request has no `Origin` header, so the request comes from a program, and programs are not accepted.
        case noOrigin
    }

    /// Creates the rules for a server with this address and port.
    ///
    /// `names` contains additional host names, and `origins` contains the accepted `Origin` headers. If `letsOwnIn` is
    /// true, web pages that this server serves are accepted. If `letsProgramsIn` is true, requests without an `Origin`
    /// header are accepted.
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
            // Accepts the name as written, which may contain the port of a proxy, and the name with this server's port.
            hosts.formUnion([name, "\(name):\(port)"])
        }
        self.hosts = hosts
        self.origins = Set(origins).union(letsOwnIn ? hosts.map { "http://\($0)" } : [])
        self.letsProgramsIn = letsProgramsIn
    }

    /// Whether a `Host` header (empty if missing) names this server.
    package func knows(host: String) -> Bool { hosts.contains(host.lowercased()) }

    /// Returns the reason for rejecting a request with these headers (empty if missing); nil if the request is
    /// accepted.
    package func refusal(host: String, origin: String) -> Refusal? {
        guard knows(host: host) else { return .host(host) }
        if origin.isEmpty { return letsProgramsIn ? nil : .noOrigin }
        return origins.contains(origin) ? nil : .origin(origin)
    }
}
