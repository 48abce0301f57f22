/// Reason for a state change of a gesture recognizer.
public enum GestureCause {
    /// The gesture began, continued or was completed as usual.
    case gesture
    /// A subclass outside this module set the state.
    case subclass
    /// A finger moved farther than allowed; distances in points.
    case movedTooFar(distance: Double, limit: Double)
    /// A finger stayed down too long, or the gesture took too long; limit in seconds.
    case tookTooLong(limit: Double)
    /// The next tap began too late, or too far from the previous tap.
    case nextTapMissing
    /// A finger lifted before the gesture was complete.
    case liftedEarly
    /// More fingers than allowed were down.
    case tooManyTouches(limit: Int)
    /// Fewer fingers than required were down.
    case tooFewTouches(needed: Int)
    /// The finger moved in a direction that is not recognized.
    case wrongDirection
    /// The finger did not start at the edge, or did not move away from the edge.
    case notFromEdge
    /// The recognizer's touches or presses were cancelled.
    case touchesCancelled
    /// Another recognizer that received the same touch has recognized its gesture.
    case prevented(by: GestureRecognizer)
    /// A recognizer that had to fail first has recognized its gesture.
    case requiredFailureRecognized(GestureRecognizer)
    /// Recognizers wait for each other in a cycle.
    case circularRequirement
    /// A view's `gestureRecognizerShouldBegin` returned false.
    case vetoedByView(View)
    /// The delegate's `gestureRecognizerShouldBegin` returned false.
    case vetoedByDelegate
    /// `isEnabled` was set to false.
    case disabled
    /// The recognizer, or its view, was removed.
    case removed
    /// The application became inactive, or the device was removed. Affects recognizers that waited for other
    /// recognizers or had no finger down.
    case interrupted
    /// All fingers lifted before the end of the attempt, and the recognizer has set no deadline.
    case abandoned
    /// The recognizer was reset for the next attempt.
    case reset
}
