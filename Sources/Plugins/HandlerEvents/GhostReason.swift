/// What a ghost was recognised by.
public enum GhostReason: String, Sendable, CaseIterable, BitwiseCopyable {
    /// It touches one point again and again, each time for a moment that is too short for a finger.
    case brief
    /// It touches one point at intervals that are too even for a finger.
    case periodic
    /// It is far outside of the range that the panel announced.
    case outOfRange
    /// It goes faster than a finger can.
    case jumping

    /// The reason of a number, nil for numbers that are none.
    public init?(number: Int32) {
        guard let reason = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = reason
    }

    /// What stands for it in `HandlerEvent.code`.
    public var number: Int32 {
        switch self {
        case .brief: 1
        case .periodic: 2
        case .outOfRange: 3
        case .jumping: 4
        }
    }
}
