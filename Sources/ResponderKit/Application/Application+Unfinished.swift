/// The unfinished work of an application; after all fingers have lifted and all timers have fired, there is none.
package struct Unfinished: Equatable, Sendable {
    /// Touches whose fingers are down.
    package var touches = 0
    /// Touches whose fingers have lifted but whose views have not received the end of the touch.
    package var lingering = 0
    /// Recognizers with an attempt in progress.
    package var recognizers = 0
    /// Buttons that are down.
    package var presses = 0
    /// Contacts that are rejected until they lift.
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
    /// Converts a point to the view's coordinates from superview coordinates or, for a root view, screen coordinates.
    package func localPoint(fromParent point: Point) -> Point { fromParent(point) }
}

extension Touch {
    /// Touch-down location in screen coordinates.
    package var startLocation: Point { downLocation }
}
