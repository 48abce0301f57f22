/// Why a gesture recognizer changed its state.
public enum GestureCause {
    /// Its own gesture began, went on or was completed.
    case gesture
    /// A subclass outside this module decided so.
    case subclass
    /// A finger moved farther than allowed.
    case movedTooFar(distance: Double, limit: Double)
    /// A finger stayed down, or the whole gesture lasted, longer than allowed.
    case tookTooLong(limit: Double)
    /// The next tap did not come in time, or not near enough.
    case nextTapMissing
    /// A finger lifted before the gesture was complete.
    case liftedEarly
    /// More fingers than allowed were down.
    case tooManyTouches(limit: Int)
    /// Fewer fingers than needed were down.
    case tooFewTouches(needed: Int)
    /// The finger went in a direction that is not asked for.
    case wrongDirection
    /// The finger did not start at the edge, or not away from it.
    case notFromEdge
    /// Its touches or presses were cancelled.
    case touchesCancelled
    /// Another recognizer that shares a touch recognized its gesture.
    case prevented(by: GestureRecognizer)
    /// A recognizer that was required to fail recognized its gesture.
    case requiredFailureRecognized(GestureRecognizer)
    /// It waits for recognizers that wait for it.
    case circularRequirement
    /// A view said no in `gestureRecognizerShouldBegin`.
    case vetoedByView(View)
    /// The delegate said no in `gestureRecognizerShouldBegin`.
    case vetoedByDelegate
    /// `isEnabled` was set to false.
    case disabled
    /// It, or its view, was removed.
    case removed
    /// The application stopped taking input, or the device was removed, while it waited for a further tap or for another
    /// recognizer.
    case interrupted
    /// All its fingers are up and it neither recognized nor has a deadline.
    case abandoned
    /// It was reset for the next attempt.
    case reset
}
