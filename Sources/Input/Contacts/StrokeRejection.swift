/// Reason why a filter or a touch accommodation rejected a stroke.
public enum StrokeRejection: UInt8, Sendable, BitwiseCopyable {
    /// The stroke is outside the range that the panel announced.
    case outOfRange
    /// The stroke began in a dead zone.
    case deadZone
    /// The stroke continues the touch of an earlier stroke that has just lifted at this location.
    case bounce
    /// The stroke was caused by a ghost.
    case ghost
    /// The stroke was shorter than the accommodation `holdDuration`.
    case holdDuration
    /// The stroke began too soon after the previous lift for the accommodation `ignoreRepeat`.
    case ignoreRepeat
    /// A touch accommodation withheld the stroke when the panel ended it without a lift, for example because events
    /// were lost.
    case lost
}
