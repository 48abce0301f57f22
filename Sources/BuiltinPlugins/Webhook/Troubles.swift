internal import PluginAPI

/// The servers that something is wrong with: each is said once, and once more when it is over.
struct Troubles {
    private struct Trouble {
        var since: Int64
        var lost = 0
    }

    private var troubles: [String: Trouble] = [:]
    private let log: PluginLog
    private static let limit = 64
    /// What was over so soon is not worth a line.
    private static let notable: Int64 = 5_000_000

    init(_ log: PluginLog) { self.log = log }

    var isEmpty: Bool { troubles.isEmpty }

    /// What becomes of a request that did not arrive.
    enum Consequence {
        case triedAgain
        case givenUp
        /// It was the end of something that the server knows the beginning of.
        case endGivenUp
    }

    /// A request did not arrive.
    mutating func add(_ origin: String, _ reason: String, _ consequence: Consequence, now: Int64) {
        if troubles[origin] == nil, troubles.count >= Self.limit { troubles.removeAll() }
        troubles[origin, default: Trouble(since: now)].lost += consequence == .triedAgain ? 0 : 1
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
    mutating func remove(_ origin: String, now: Int64) {
        guard let trouble = troubles.removeValue(forKey: origin) else { return }
        let isNotable = now - trouble.since >= Self.notable
        guard trouble.lost > 0 || isNotable else { return }
        let lost = trouble.lost > 0 ? "; requests that were given up meanwhile: \(trouble.lost)" : ""
        // A server that takes one request and refuses the next is no news each time.
        log.complain("again \(origin)", .notice, "\(origin) answers again\(lost)")
        guard isNotable else { return }
        log.settled(origin)
        log.settled("again \(origin)")
    }
}
