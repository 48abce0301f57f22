/// One line of the table: samples of ours, those of a peer or a floor from the same run, and what they are held to.
public struct Row: Equatable, Sendable {
    /// What rows are gathered under.
    public var group: String
    public var what: String
    /// What a sample counts: `ns`, `B`, `events/s`; nothing where the row's name says it.
    public var unit: String
    /// One for each turn.
    public var ours: [Double]
    public var peer: Peer?
    public var goals: [Goal]
    /// What has to be known to read it: above all whether the peer does less than we do, or more.
    public var remark: String
    /// It is no measurement but a count, the same in every run.
    public var isCounted: Bool

    /// Whom a row is held against, with a sample for each turn.
    public struct Peer: Equatable, Sendable {
        public var name: String
        public var samples: [Double]

        public init(_ name: String, _ samples: [Double]) { (self.name, self.samples) = (name, samples) }
    }

    public init(
        _ group: String,
        _ what: String,
        unit: String = "",
        ours: [Double],
        beside peer: Peer? = nil,
        goals: [Goal] = [],
        remark: String = "",
        isCounted: Bool = false
    ) {
        (self.group, self.what, self.unit, self.ours, self.peer) = (group, what, unit, ours, peer)
        (self.goals, self.remark, self.isCounted) = (goals, remark, isCounted)
    }

    /// Ours by the peer's, turn by turn, so that what the machine was doing at the time is in both.
    public var ratio: Spread? {
        guard let peer else { return nil }
        if peer.samples.count == ours.count { return Spread(zip(ours, peer.samples).map { $0 / $1 }) }
        let middle = Spread(peer.samples).median
        return Spread(ours.map { $0 / middle })
    }

    /// How it stands with its goals: the worst of them counts.
    public var verdict: Verdict? {
        let verdicts = goals.compactMap { goal in
            switch goal.of {
            case .value: goal.verdict(of: Spread(ours))
            case .ratio: ratio.map { goal.verdict(of: $0) }
            }
        }
        return verdicts.max { $0.rawValue < $1.rawValue }
    }
}

/// A limit that a row's value or its ratio is held to.
public struct Goal: Equatable, Sendable {
    public enum Subject: String, Sendable { case value, ratio }
    public enum Bound: String, Sendable { case atMost, atLeast }

    public var of: Subject
    public var bound: Bound
    public var limit: Double

    public init(_ of: Subject, _ bound: Bound, _ limit: Double) {
        (self.of, self.bound, self.limit) = (of, bound, limit)
    }

    public static func ratio(atMost limit: Double) -> Goal { Goal(.ratio, .atMost, limit) }
    public static func ratio(atLeast limit: Double) -> Goal { Goal(.ratio, .atLeast, limit) }
    public static func value(atMost limit: Double) -> Goal { Goal(.value, .atMost, limit) }
    public static func value(atLeast limit: Double) -> Goal { Goal(.value, .atLeast, limit) }

    func isMet(by value: Double) -> Bool { bound == .atMost ? value <= limit : value >= limit }

    /// The median decides; where a quartile is on the other side, the noise is told.
    func verdict(of spread: Spread) -> Verdict {
        let isFirm = isMet(by: spread.lower) == isMet(by: spread.upper)
        return isMet(by: spread.median) ? (isFirm ? .met : .barelyMet) : (isFirm ? .missed : .barelyMissed)
    }
}

/// Whether a goal is met; the worse, the greater.
public enum Verdict: Int, Sendable {
    case met, barelyMet, barelyMissed, missed

    public var text: String {
        switch self {
        case .met: "yes"
        case .barelyMet: "yes, within noise"
        case .barelyMissed: "no, within noise"
        case .missed: "no"
        }
    }
}
