/// Invariants of every run.
package enum Invariant: String, CaseIterable, Sendable {
    /// Each touch ends or is cancelled exactly once, without later events.
    case touchEndsOnce = "touch-ends-once"
    /// A view that received a touch's beginning receives one end, and nothing after it.
    case viewHearsOnce = "view-hears-once"
    /// Views receive no touch that is rejected, blocked by an exclusive view, cancelled by a recognizer, or outside the
    /// window.
    case delivery
    /// A touch belongs to the front-most view that accepts touches at its location.
    case hit
    /// Each touch belongs to one contact; both end together.
    case contact
    /// Touches that are lost in a gap of the events are cancelled, and never end as if lifted.
    case repair
    /// Recognizers make allowed state transitions only.
    case gesture
    /// A pressed control is released once, and sends no touch events without a finger.
    case control
    /// Handlers receive one beginning and one end of each stream.
    case handler
    /// Handler calls have monotonic times.
    case time
    /// The virtual panel has exactly the contacts, at the locations, that were forwarded.
    case virtualPanel = "virtual-panel"
    /// No touch, gesture, pressed control, held button or queued call remains after all fingers are up.
    case leftovers
    /// Ended touches, removed views and replaced trees are deallocated.
    case release
    /// Memory use does not grow.
    case memory
    /// The project's own modules make no invalid requests.
    case misuse
    /// The same steps lead to the same calls, with and without observers.
    case sameness
    /// Traces contain exactly the delivered calls.
    case words
    /// No step crashes or hangs.
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

/// Retains the first failure.
final class Verdict {
    private(set) var failure: Failure?

    func fail(_ invariant: Invariant, _ detail: @autoclosure () -> String) {
        if failure == nil { failure = Failure(invariant, detail()) }
    }
}
