/// One row of the table: samples of Touchbridge, samples of a peer from the same run, and goals.
public struct Row: Equatable, Sendable {
    /// Heading under which the row appears.
    public var group: String
    public var what: String
    /// Unit of a sample, such as `ns`, `B` or `events/s`; empty if the name of the row states the unit.
    public var unit: String
    /// Samples of Touchbridge, one per turn.
    public var ours: [Double]
    public var peer: Peer?
    public var goals: [Goal]
    /// Note on the comparison, such as less or more work of the peer.
    public var remark: String
    /// True for a count, which is the same in every run.
    public var isCounted: Bool

    /// Reference program for a row, with one sample per turn.
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

    /// Touchbridge's samples divided by the peer's samples of the same turns, which cancels changes of the machine's
    /// speed. If the numbers of samples differ, the divisor is the median of the peer's samples. Nil without a peer.
    public var ratio: Spread? {
        guard let peer else { return nil }
        if peer.samples.count == ours.count { return Spread(zip(ours, peer.samples).map { $0 / $1 }) }
        let middle = Spread(peer.samples).median
        return Spread(ours.map { $0 / middle })
    }

    /// The worst verdict of all goals; nil if no goal has a verdict.
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

/// A limit for a row's value or ratio.
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

    /// Compares the median with the goal. The verdict is `barelyMet` or `barelyMissed` if only one quartile meets the
    /// goal.
    func verdict(of spread: Spread) -> Verdict {
        let isFirm = isMet(by: spread.lower) == isMet(by: spread.upper)
        return isMet(by: spread.median) ? (isFirm ? .met : .barelyMet) : (isFirm ? .missed : .barelyMissed)
    }
}

/// Result of a goal; higher values are worse.
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
