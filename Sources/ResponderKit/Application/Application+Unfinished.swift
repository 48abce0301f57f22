/// What of an application is not over, counted: all of it is nothing when every finger has lifted and time has passed.
package struct Unfinished: Equatable, Sendable {
    /// Touches whose fingers are down.
    package var touches = 0
    /// Touches whose fingers have lifted, and whose end their views have not heard.
    package var lingering = 0
    /// Recognizers with an attempt under way.
    package var recognizers = 0
    /// Buttons that are down.
    package var presses = 0
    /// Fingers that are not heard until they lift.
    package var blockedFingers = 0
    /// A timer of a recognizer or of the application is set.
    package var hasDeadline = false
    /// Something waits to be dispatched.
    package var hasQueue = false

    package init() {}
}

extension Application {
    /// What is not over now; asked between events.
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
    /// A point of what the view lies in, in the view's own coordinates.
    package func localPoint(fromParent point: Point) -> Point { fromParent(point) }
}

extension Touch {
    /// Where it went down, in the coordinates that windows lie in.
    package var startPlace: Point { downLocation }
}
