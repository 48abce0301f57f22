/// Reason why a filter or a touch accommodation rejected a stroke (a contact from touch-down to lift).
public enum StrokeRejection: UInt8, Sendable, BitwiseCopyable {
    /// The stroke is outside the coordinate range that the panel announced.
    case outOfRange
    /// The stroke began in a dead zone.
    case deadZone
    /// The stroke continues the touch of an earlier stroke that has just lifted at this location.
    case bounce
    /// The stroke was caused by a ghost: the panel reports touches at this location without a finger.
    case ghost
    /// The stroke was shorter than the time that the accommodation `holdDuration` requires.
    case holdDuration
    /// The stroke began too soon after the previous lift for the accommodation `ignoreRepeat`.
    case ignoreRepeat
    /// The contact ended without a lift, for example because events were lost, while a touch accommodation withheld the
    /// stroke.
    case lost
}
