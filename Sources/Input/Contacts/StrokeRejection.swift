/// Reason why a filter rejected a stroke.
public enum StrokeRejection: UInt8, Sendable, BitwiseCopyable {
    /// Outside the range that the panel announced.
    case outOfRange
    /// Began in a dead zone.
    case deadZone
    /// Continues the touch of a stroke that has just lifted at this location.
    case bounce
    /// Comes from a ghost.
    case ghost
}
