package import HandlerEvents
package import ResponderKit

/// A sequence of gestures that appears in traces.
package protocol TracedSequence: AnyObject {
    var name: String { get }
    /// The view on which the layout defines the sequence.
    var view: View? { get }
    /// The sequence's id in the ``InternTable``; 0 before its first record.
    var internedID: InternedID { get set }
}

/// A change of a sequence: a step was recognized, or the sequence was completed or has failed.
package struct SequenceStep {
    package let sequence: any TracedSequence
    /// `began`, `changed`, `ended` or `failed`.
    package let state: EventName
    /// Number of recognized steps, including this step; for a failure, the number before the failure.
    package let made: Int
    package let of: Int
    /// The recognized gesture; nil after a timeout.
    package let gesture: GestureRecognizer?

    package init(
        sequence: any TracedSequence,
        state: EventName,
        made: Int,
        of: Int,
        gesture: GestureRecognizer?
    ) {
        (self.sequence, self.state, self.made, self.of, self.gesture) = (sequence, state, made, of, gesture)
    }
}
