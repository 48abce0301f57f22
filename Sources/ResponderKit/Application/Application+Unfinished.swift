/// Unfinished work of an application. All values are 0 or false after all fingers and buttons have been released and
/// all timers have fired.
package struct Unfinished: Equatable, Sendable {
    /// Number of touches whose fingers are down.
    package var touches = 0
    /// Number of lifted touches with a delayed `touchesEnded` call.
    package var lingering = 0
    /// Number of recognizers that have received touches or presses since their last reset.
    package var recognizers = 0
    /// Number of buttons that are down.
    package var presses = 0
    /// Number of contacts that the application rejects until they lift.
    package var blockedFingers = 0
    /// Whether a recognizer or the application has set a timer.
    package var hasDeadline = false
    /// Whether the input queue is not empty.
    package var hasQueue = false

    package init() {}
}

extension Application {
    /// The unfinished work of this application; valid only between events.
    package var unfinished: Unfinished {
        var unfinished = Unfinished()
        unfinished.touches = touchEvent.touches.count { !$0.phase.isFinal }
        unfinished.lingering = delivery.lingering.count
        unfinished.recognizers = arena.engaged.count
        unfinished.presses = pressesEvent.presses.count { !$0.phase.isFinal }
        unfinished.blockedFingers = tracker.blockedCount
        unfinished.hasDeadline = deadlines.first != nil
        unfinished.hasQueue = !queue.isEmpty
        return unfinished
    }
}

extension View {
    /// Converts a point from the superview's coordinates (for a root view: screen coordinates) to this view's
    /// coordinates.
    package func localPoint(fromParent point: Point) -> Point { fromParent(point) }
}

extension Touch {
    /// Touch-down location in screen coordinates.
    package var startLocation: Point { downLocation }
}
