/// Which pages may connect: by the name they call this machine by, by where they come from, and by a token.
struct Admission: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>
    private let token: [UInt8]?

    /// Why a page is turned away.
    enum Refusal: Equatable {
        /// A name that is none of this machine's: somebody's DNS leads here.
        case host(String)
        case origin(String)
        /// No browser, and there is no token that it could show.
        case noOrigin
    }

    init(_ settings: StreamSettings, port: Int, token: String?) {
        var hosts: Set<String> = []
        let own = settings.address.contains(":") ? "[\(settings.address)]" : settings.address
        for name in ["localhost", "127.0.0.1", "[::1]", own] {
            hosts.insert("\(name):\(port)")
            // Browsers leave out the port that is usual.
            if port == 80 { hosts.insert(name) }
        }
        for name in settings.hosts.map({ $0.lowercased() }) {
            // A name that was given with its port is meant so: something else may stand before this.
            hosts.formUnion([name, "\(name):\(port)"])
        }
        self.hosts = hosts
        origins = Set(settings.origins)
        self.token = token.map { Array($0.utf8) }
    }

    /// Whether a token has to be shown.
    var wantsToken: Bool { token != nil }

    /// Judges a handshake by its headers, empty when they are missing.
    func refusal(host: String, origin: String) -> Refusal? {
        guard hosts.contains(host.lowercased()) else { return .host(host) }
        if origin.isEmpty { return wantsToken ? nil : .noOrigin }
        return origins.contains(origin) ? nil : .origin(origin)
    }

    /// Whether this is the token; it takes as long whichever byte is wrong.
    @inline(never)
    func accepts(_ given: String) -> Bool {
        guard let token, !token.isEmpty else { return token == nil }
        let given = Array(given.utf8)
        var difference: UInt8 = given.count == token.count ? 0 : 1
        for (place, byte) in given.enumerated() { difference |= byte ^ token[place % token.count] }
        return difference == 0
    }
}
