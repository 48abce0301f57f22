/// Which pages may connect: by the name they call this machine by, and by where they come from.
package struct Admission: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>
    private let letsProgramsIn: Bool

    /// Why a page is turned away.
    package enum Refusal: Equatable, Sendable {
        /// A name that is none of this machine's: somebody's DNS leads here.
        case host(String)
        case origin(String)
        /// No browser, and programs have nothing to show that they may.
        case noOrigin
    }

    /// Admission at an address and port that may also have other names; `origins` are written as browsers do.
    ///
    /// `letsOwnIn` adds the pages that are served here themselves, and `letsProgramsIn` whoever names no origin.
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
            // Browsers leave out the port that is usual.
            if port == 80 { hosts.insert(name) }
        }
        for name in names.map({ $0.lowercased() }) {
            // A name that was given with its port is meant so: something else may stand before this.
            hosts.formUnion([name, "\(name):\(port)"])
        }
        self.hosts = hosts
        self.origins = Set(origins).union(letsOwnIn ? hosts.map { "http://\($0)" } : [])
        self.letsProgramsIn = letsProgramsIn
    }

    /// Whether this machine is meant by what stands in `Host`, empty when it is missing.
    package func knows(host: String) -> Bool { hosts.contains(host.lowercased()) }

    /// Judges a handshake by its headers, empty when they are missing.
    package func refusal(host: String, origin: String) -> Refusal? {
        guard knows(host: host) else { return .host(host) }
        if origin.isEmpty { return letsProgramsIn ? nil : .noOrigin }
        return origins.contains(origin) ? nil : .origin(origin)
    }
}
