internal import PluginAPI

/// Which pages may connect: by the name they call this machine by, by where they come from, and by a token.
struct Admission: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>
    /// Whether a token has to be shown.
    let wantsToken: Bool

    /// Why a page is turned away.
    enum Refusal: Equatable {
        /// A name that is none of this machine's: somebody's DNS leads here.
        case host(String)
        case origin(String)
        /// No browser, and there is no token that it could show.
        case noOrigin
    }

    init(_ settings: StreamSettings, port: Int) {
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
        wantsToken = settings.token != nil
    }

    /// Judges a handshake by its headers, empty when they are missing.
    func refusal(host: String, origin: String) -> Refusal? {
        guard hosts.contains(host.lowercased()) else { return .host(host) }
        if origin.isEmpty { return wantsToken ? nil : .noOrigin }
        return origins.contains(origin) ? nil : .origin(origin)
    }
}

/// The token that clients show, as it is at the time: who changes it need not tell anybody.
struct StreamToken {
    private let bytes: [UInt8]
    private static let least = 16

    /// Reads it; one that is too short could be guessed.
    init(_ secret: Secret) throws(PluginError) {
        bytes = Array(try secret.read().utf8)
        guard bytes.count >= Self.least else {
            throw PluginError(
                "the token has less than \(Self.least) bytes and could be guessed; 'openssl rand -hex 32' makes one"
            )
        }
    }

    /// Whether this is the token; it takes as long whichever byte is wrong.
    @inline(never)
    func accepts(_ text: String) -> Bool {
        let given = Array(text.utf8)
        var difference: UInt8 = given.count == bytes.count ? 0 : 1
        for (place, byte) in given.enumerated() { difference |= byte ^ bytes[place % bytes.count] }
        return difference == 0
    }
}
