/// The unfinished work of an application. All values are 0 or false after all fingers and buttons have been released
/// and all timers have fired.
package struct Unfinished: Equatable, Sendable {
    /// Number of touches whose fingers are down.
    package var touches = 0
    /// Number of touches whose fingers have lifted, but whose views have not received `touchesEnded`.
    package var lingering = 0
    /// Number of recognizers that received touches or presses and have not been reset since.
    package var recognizers = 0
    /// Number of buttons that are down.
    package var presses = 0
    /// Number of contacts that are rejected until they lift.
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
    /// Converts a point to this view's coordinates, from the superview's coordinates or, for a root view, screen
    /// coordinates.
    package func localPoint(fromParent point: Point) -> Point { fromParent(point) }
}

extension Touch {
    /// Touch-down location in screen coordinates.
    package var startLocation: Point { downLocation }
}
