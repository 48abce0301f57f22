/// Evidence by which ghost touches were detected.
public enum GhostReason: String, Sendable, CaseIterable, BitwiseCopyable {
    /// Repeated touches of one point, each too short for a finger.
    case brief
    /// Touches of one point at intervals too even for a finger.
    case periodic
    /// Locations far outside of the axis range that the panel announced.
    case outOfRange
    /// Movement faster than a finger.
    case jumping

    /// Returns the reason with a number; nil for unknown numbers.
    public init?(number: Int32) {
        guard let reason = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = reason
    }

    /// Value in `HandlerEvent.code`.
    public var number: Int32 {
        switch self {
        case .brief: 1
        case .periodic: 2
        case .outOfRange: 3
        case .jumping: 4
        }
    }
}
