/// What must always hold.
package enum Invariant: String, CaseIterable, Sendable {
    /// Every touch that began ends or is cancelled, once, and is never heard of again.
    case touchEndsOnce = "touch-ends-once"
    /// A view that heard of a touch's beginning hears of one end, and of nothing behind it.
    case viewHearsOnce = "view-hears-once"
    /// Who must not get a touch gets nothing of it: refused, exclusive, taken by a recognizer, outside the window.
    case delivery
    /// The view that a touch belongs to is the front-most one that may be touched there.
    case hit
    /// A touch belongs to one contact of a panel: neither outlives the other.
    case contact
    /// What was lost in a gap is taken back, and never told as if it had been lifted.
    case repair
    /// Recognizers go from state to state as they may.
    case gesture
    /// A control that is pressed is let go once, and says nothing of a finger without one.
    case control
    /// Of each stream, handlers hear one beginning and one end.
    case handler
    /// Handlers never hear of an earlier time than before.
    case time
    /// The virtual panel has just the contacts, where they are, that it was told of.
    case virtualPanel = "virtual-panel"
    /// With all fingers up nothing is left: no touch, no attempt, no pressed control, no held button, no queue.
    case leftovers
    /// What is over is let go of.
    case release
    /// Memory does not grow.
    case memory
    /// Nothing impossible is asked for by our own parts.
    case misuse
    /// The same steps lead to the same calls, whether somebody watches or not.
    case sameness
    /// Traces and recorders say what was delivered.
    case words
    /// Nothing ends the process, and no step goes on for ever.
    case trap

    /// Whether it is about what two worlds do.
    package var isComparison: Bool { self == .sameness || self == .words }
}

/// An invariant that did not hold.
package struct Failure: Error, Equatable, CustomStringConvertible {
    package let invariant: Invariant
    package let detail: String

    package init(_ invariant: Invariant, _ detail: String) { (self.invariant, self.detail) = (invariant, detail) }

    package var description: String { "\(invariant.rawValue): \(detail)" }
}

/// The first thing that went wrong, if any did.
final class Verdict {
    private(set) var failure: Failure?

    func fail(_ invariant: Invariant, _ detail: @autoclosure () -> String) {
        if failure == nil { failure = Failure(invariant, detail()) }
    }
}
