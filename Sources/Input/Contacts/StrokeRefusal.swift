/// Strokes that a panel's filters kept back, counted.
public struct DroppedStrokes: Equatable, Sendable {
    public var outOfRange = 0
    public var inDeadZone = 0
    public var bounced = 0
    public var ofGhosts = 0

    public init() {}

    public var count: Int { outOfRange + inDeadZone + bounced + ofGhosts }

    public static func + (left: DroppedStrokes, right: DroppedStrokes) -> DroppedStrokes {
        var sum = left
        sum.outOfRange += right.outOfRange
        sum.inDeadZone += right.inDeadZone
        sum.bounced += right.bounced
        sum.ofGhosts += right.ofGhosts
        return sum
    }
}

/// Why a stroke was kept back.
public enum StrokeRefusal: UInt8, Sendable, BitwiseCopyable {
    /// It is outside of what the panel announced.
    case outOfRange
    /// It began in a dead zone.
    case deadZone
    /// Continues the touch of a stroke that has just lifted at this location.
    case bounce
    /// Nobody touches there.
    case ghost
}
