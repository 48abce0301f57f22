/// Evidence of ghost touches, which a panel reports although no finger touches it.
public enum GhostReason: String, Sendable, CaseIterable, BitwiseCopyable {
    /// Repeated touches at one point, each too short for a finger.
    case brief
    /// Touches at one point at intervals that are too regular for a finger.
    case periodic
    /// Locations far outside the axis range that the panel reports.
    case outOfRange
    /// Movements that are faster than a finger.
    case jumping

    /// Creates the reason with this number; returns nil for an unknown number.
    public init?(number: Int32) {
        guard let reason = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = reason
    }

    /// Number of the reason in `HandlerEvent.code`.
    public var number: Int32 {
        switch self {
        case .brief: 1
        case .periodic: 2
        case .outOfRange: 3
        case .jumping: 4
        }
    }
}
