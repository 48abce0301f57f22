internal import Platform
internal import PluginAPI

/// The servers that something is wrong with: each is said once, and once more when it is over.
struct Troubles {
    /// How many requests were given up, by server.
    private var troubles: [String: Int] = [:]
    private let log: Logger
    /// Limit http-servers (Brokers and HTTP servers): servers with a tracked failure. Past it: all are forgotten and
    /// reported again.
    private static let limit = 64

    init(_ log: Logger) { self.log = log }

    var isEmpty: Bool { troubles.isEmpty }

    /// What becomes of a request that did not arrive.
    enum Consequence {
        case triedAgain
        case givenUp
        /// It was the end of something that the server knows the beginning of.
        case endGivenUp
    }

    /// A request did not arrive.
    mutating func add(_ origin: String, _ reason: String, _ consequence: Consequence) {
        if troubles[origin] == nil, troubles.count >= Self.limit { troubles.removeAll() }
        troubles[origin, default: 0] += consequence == .triedAgain ? 0 : 1
        switch consequence {
        case .triedAgain: log.complain(origin, .warning, "\(origin) \(reason); requests to it are tried again")
        case .givenUp: log.complain(origin, .warning, "\(origin) \(reason); a request is given up")
        case .endGivenUp:
            log.complain(
                "end \(origin)",
                .warning,
                "\(origin) \(reason); it never hears of the end of what it was told of"
            )
        }
    }

    /// A request arrived.
    mutating func remove(_ origin: String) {
        guard let lost = troubles.removeValue(forKey: origin) else { return }
        let given = lost > 0 ? "; requests that were given up meanwhile: \(lost)" : ""
        log.settled(origin, .notice, "\(origin) answers again\(given)")
    }
}
