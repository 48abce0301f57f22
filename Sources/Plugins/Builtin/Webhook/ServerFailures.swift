internal import Platform
internal import PluginAPI

/// Tracks failing servers. Logs the first failure of each server and its recovery.
struct ServerFailures {
    /// Number of abandoned requests, by server.
    private var failures: [String: Int] = [:]
    private let log: Logger
    /// Limit http-servers (limits.md, Brokers and HTTP servers): maximum number of failing servers that a plugin
    /// tracks. If exceeded: the tracked servers are discarded, so their recovery is not logged.
    private static let limit = 64

    init(_ log: Logger) { self.log = log }

    var isEmpty: Bool { failures.isEmpty }

    /// Consequence for a request that was not delivered.
    enum Consequence {
        case retried
        case givenUp
        /// The abandoned request contains the end event of a touch or gesture whose begin event was delivered.
        case endGivenUp
    }

    /// Records a request that failed.
    mutating func add(_ origin: String, _ reason: String, _ consequence: Consequence) {
        if failures[origin] == nil, failures.count >= Self.limit { failures.removeAll() }
        failures[origin, default: 0] += consequence == .retried ? 0 : 1
        switch consequence {
        case .retried: log.complain(origin, .warning, "\(origin) \(reason); the request is retried")
        case .givenUp: log.complain(origin, .warning, "\(origin) \(reason); a request was not delivered")
        case .endGivenUp:
            log.complain(
                "end \(origin)",
                .warning,
                "\(origin) \(reason); the end event of a stream was not delivered"
            )
        }
    }

    /// Records a request that was delivered.
    mutating func remove(_ origin: String) {
        guard let lost = failures.removeValue(forKey: origin) else { return }
        let given = lost > 0 ? "; \(lost == 1 ? "1 request was" : "\(lost) requests were") not delivered" : ""
        log.settled(origin, .notice, "\(origin) answers again\(given)")
    }
}
