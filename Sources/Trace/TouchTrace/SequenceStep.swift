package import HandlerEvents
package import ResponderKit

/// A sequence of gestures, as traces name it.
package protocol TracedSequence: AnyObject {
    var name: String { get }
    /// The view that the layout defines it on.
    var view: View? { get }
    /// Its number in the recorder's table of names, 0 before it is first recorded.
    var internedID: InternedID { get set }
}

/// A sequence made a step, was completed or failed.
package struct SequenceStep {
    package let sequence: any TracedSequence
    /// `began`, `changed`, `ended` or `failed`.
    package let state: EventName
    /// Number of steps that were made, this one included; of one that failed, those before.
    package let made: Int
    /// Number of all steps.
    package let of: Int
    /// The gesture that was recognized; nil when the next step did not come in time.
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
