internal import GestureKinds
internal import HandlerEvents
internal import InputHub
package import ResponderKit
package import TouchTrace

/// Gestures that have to be recognized one after the other, each in time after the one before.
///
/// A step that is another one's turn starts the sequence over, and counts as its first step if it is that. Gestures
/// that are no step at all change nothing. A hold may last as long as it has to: its time comes on top.
package final class GestureSequence: TimerOwner, TracedSequence {
    let id: String?
    /// Its id, or `sequence` without one.
    package var name: String { id ?? "sequence" }
    /// The view that the layout defines it on.
    package private(set) weak var view: View?
    /// Its number in the recorder's table of names, 0 before it is first recorded.
    @exclusivity(unchecked) package var internedID: InternedID = 0
    /// The names of its gestures, in order.
    package let stepNames: [String]
    private let steps: [Step]
    private let limit: Int64
    private let reactions: BoundCallTable
    private let context: DispatchContext
    private unowned let timers: TimerList
    /// How many steps have been made.
    private var count = 0
    private var attempt: Int32 = 0
    private var lastTime: Int64 = 0
    private weak var lastGesture: GestureRecognizer?
    /// Continuous gestures that were recognized and are still going on.
    private var underWay: Set<ObjectIdentifier> = []

    private struct Step {
        let gesture: ObjectIdentifier
        /// How long a finger has to rest before it is recognized.
        let hold: Int64
    }

    init(
        _ id: String?,
        of view: View?,
        _ gestures: [GestureRecognizer],
        within limit: Int64,
        _ reactions: [BoundCalls],
        _ context: DispatchContext,
        _ timers: TimerList
    ) {
        (self.id, self.view, self.context) = (id, view, context)
        stepNames = gestures.map(\.layoutName)
        steps = gestures.map { Step(gesture: ObjectIdentifier($0), hold: Int64($0.hold * 1_000_000)) }
        self.limit = limit
        self.reactions = BoundCallTable(reactions)
        self.timers = timers
        timers.mayBeUsed = true
        for gesture in Set(gestures) { gesture.addAction { [weak self] in self?.heard($0) } }
    }

    /// How long after the one before each step may come at most, in microseconds.
    var limits: [Int64] { steps.map { limit + $0.hold } }

    /// A gesture changed its state: what counts is that it is recognized, and that only once.
    private func heard(_ gesture: GestureRecognizer) {
        let id = ObjectIdentifier(gesture)
        switch gesture.state {
        case .began:
            underWay.insert(id)
            recognized(gesture)
        case .ended:
            if underWay.remove(id) == nil { recognized(gesture) }
        case .cancelled: underWay.remove(id)
        case .possible, .changed, .failed: break
        }
    }

    private func recognized(_ gesture: GestureRecognizer) {
        let id = ObjectIdentifier(gesture)
        lastTime = gesture.view?.window?.application?.now ?? lastTime
        lastGesture = gesture
        if count > 0, steps[count].gesture != id { fail(with: gesture) }
        guard steps[count].gesture == id else { return }
        count += 1
        if count == 1 { attempt &+= 1 }
        let isLast = count == steps.count
        timers.set(self, to: isLast ? nil : lastTime + limit + steps[count].hold)
        let event: EventName = isLast ? .ended : count == 1 ? .began : .changed
        context.report(SequenceStep(sequence: self, state: event, made: count, of: steps.count, gesture: gesture))
        if isLast { count = 0 }
        tell(event)
    }

    /// The next step did not come in time.
    package func timerFired() { fail(with: nil) }

    /// Another step's gesture came, or none in time.
    private func fail(with gesture: GestureRecognizer?) {
        context.report(SequenceStep(sequence: self, state: .failed, made: count, of: steps.count, gesture: gesture))
        count = 0
        timers.set(self, to: nil)
        tell(.failed)
    }

    private func tell(_ event: EventName) {
        guard let reaction = reactions[event], let lastGesture else { return }
        var handlerEvent = HandlerEvent(event, lastGesture, origin: reaction.origin, now: reaction.now)
        handlerEvent.stream = attempt
        reaction.run(handlerEvent)
    }

    /// Its gestures are gone.
    func forget() { timers.set(self, to: nil) }
}
