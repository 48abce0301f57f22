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

    /// A request did not arrive; `isLost` when it never will.
    mutating func add(_ origin: String, _ reason: String, isLost: Bool, now: Int64) {
        if troubles[origin] == nil, troubles.count >= Self.limit { troubles.removeAll() }
        troubles[origin, default: Trouble(since: now)].lost += isLost ? 1 : 0
        log.complain(
            origin,
            .warning,
            isLost
                ? "\(origin) \(reason); a request is given up" : "\(origin) \(reason); requests to it are tried again"
        )
    }

    /// A request arrived.
    mutating func remove(_ origin: String, now: Int64) {
        guard let trouble = troubles.removeValue(forKey: origin) else { return }
        guard trouble.lost > 0 || now - trouble.since >= Self.notable else { return }
        let lost = trouble.lost > 0 ? "; requests that were given up meanwhile: \(trouble.lost)" : ""
        log.say(.notice, "\(origin) answers again\(lost)")
        log.settled(origin)
    }
}
