/// Invariants that every run must satisfy.
package enum Invariant: String, CaseIterable, Sendable {
    /// Each touch ends or is cancelled exactly once, and no event follows its end.
    case touchEndsOnce = "touch-ends-once"
    /// A view that receives the begin event of a touch receives exactly one end event, and no later event.
    case viewReceivesOnce = "view-receives-once"
    /// Views do not receive rejected touches, touches outside the window, or touches that an exclusive view or a
    /// recognizer prevents.
    case delivery
    /// Each touch is delivered to the front-most view that accepts touches at its location.
    case hit
    /// Each touch has exactly one contact; both end at the same time.
    case contact
    /// If events of a touch were lost, the touch is cancelled instead of ending as if its finger had lifted.
    case repair
    /// Recognizers make only allowed state transitions.
    case gesture
    /// A pressed control is released exactly once, and sends touch events only while a finger presses it.
    case control
    /// A stream (the calls for one touch, press, gesture or control) begins and ends at most once for a handler. A
    /// handler that is bound to all end events of a stream receives the end.
    case handler
    /// The times of handler calls are monotonic.
    case time
    /// The contacts of the virtual (uinput) panel are exactly the forwarded touches, at the same locations.
    case virtualPanel = "virtual-panel"
    /// After all fingers are up, no touch, gesture, pressed control, held button or queued call remains.
    case leftovers
    /// Ended touches, removed views and replaced view trees are deallocated.
    case release
    /// Memory use does not grow.
    case memory
    /// The project's own modules do not misuse the ResponderKit API.
    case misuse
    /// The same steps result in the same handler calls, with and without observers.
    case sameness
    /// Traces contain exactly the handler calls that were made.
    case words
    /// No step results in a crash or hang.
    case trap

    /// Whether the invariant compares two simulations.
    package var isComparison: Bool { self == .sameness || self == .words }
}

/// A violated invariant.
package struct Failure: Error, Equatable, CustomStringConvertible {
    package let invariant: Invariant
    package let detail: String

    package init(_ invariant: Invariant, _ detail: String) { (self.invariant, self.detail) = (invariant, detail) }

    package var description: String { "\(invariant.rawValue): \(detail)" }
}

/// Stores the first failure; ignores later failures.
final class Verdict {
    private(set) var failure: Failure?

    func fail(_ invariant: Invariant, _ detail: @autoclosure () -> String) {
        if failure == nil { failure = Failure(invariant, detail()) }
    }
}
