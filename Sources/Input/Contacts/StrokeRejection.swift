/// Why a stroke was kept back.
public enum StrokeRejection: UInt8, Sendable, BitwiseCopyable {
    /// It is outside of what the panel announced.
    case outOfRange
    /// It began in a dead zone.
    case deadZone
    /// Continues the touch of a stroke that has just lifted at this location.
    case bounce
    /// Nobody touches there.
    case ghost
}
