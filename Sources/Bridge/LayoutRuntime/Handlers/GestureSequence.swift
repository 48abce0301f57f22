internal import GestureKinds
internal import HandlerEvents
internal import InputHub
package import ResponderKit
package import TouchTrace

/// A sequence of gestures, each within a time limit after the previous gesture.
///
/// After the first step, a gesture of the wrong step fails the sequence; the gesture of the first step also restarts
/// it. Other gestures have no effect. The minimum press duration of a step extends its time limit.
package final class GestureSequence: TimerOwner, TracedSequence {
    let id: String?
    /// The sequence's id, or `sequence` if it has no id.
    package var name: String { id ?? "sequence" }
    /// The view of the sequence in the layout.
    package private(set) weak var view: View?
    /// Identifier of the sequence's name in trace records (see ``InternTable``); 0 before the first record.
    @exclusivity(unchecked) package var internedID: InternedID = 0
    /// The names of the gestures, in order.
    package let stepNames: [String]
    private let steps: [Step]
    private let limit: Int64
    private let boundCalls: BoundCallTable
    private let context: DispatchContext
    private unowned let timers: TimerList
    /// Number of steps recognized so far.
    private var count = 0
    private var attempt: Int32 = 0
    private var lastTime: Int64 = 0
    private weak var lastGesture: GestureRecognizer?
    /// Continuous gestures in progress.
    private var active: Set<ObjectIdentifier> = []

    private struct Step {
        let gesture: ObjectIdentifier
        /// Minimum duration before the gesture is recognized, in microseconds.
        let hold: Int64
    }

    init(
        _ id: String?,
        of view: View?,
        _ gestures: [GestureRecognizer],
        within limit: Int64,
        _ boundCalls: [BoundCalls],
        _ context: DispatchContext,
        _ timers: TimerList
    ) {
        (self.id, self.view, self.context) = (id, view, context)
        stepNames = gestures.map(\.layoutName)
        steps = gestures.map { Step(gesture: ObjectIdentifier($0), hold: Int64($0.hold * 1_000_000)) }
        self.limit = limit
        self.boundCalls = BoundCallTable(boundCalls)
        self.timers = timers
        timers.mayBeUsed = true
        for gesture in Set(gestures) { gesture.addAction { [weak self] in self?.stateChanged($0) } }
    }

    /// Time limit of each step after the previous step, in microseconds.
    var limits: [Int64] { steps.map { limit + $0.hold } }

    /// Evaluates a change of a gesture's state. Each gesture counts once, at its recognition.
    private func stateChanged(_ gesture: GestureRecognizer) {
        let id = ObjectIdentifier(gesture)
        switch gesture.state {
        case .began:
            active.insert(id)
            recognized(gesture)
        case .ended:
            if active.remove(id) == nil { recognized(gesture) }
        case .cancelled: active.remove(id)
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
        runHandlers(event)
    }

    /// Fails the sequence after a timeout.
    package func timerFired() { fail(with: nil) }

    /// Fails the sequence. `gesture` is the recognized gesture of another step; nil after a timeout.
    private func fail(with gesture: GestureRecognizer?) {
        context.report(SequenceStep(sequence: self, state: .failed, made: count, of: steps.count, gesture: gesture))
        count = 0
        timers.set(self, to: nil)
        runHandlers(.failed)
    }

    private func runHandlers(_ event: EventName) {
        guard let eventCalls = boundCalls[event], let lastGesture else { return }
        var handlerEvent = HandlerEvent(event, lastGesture, origin: eventCalls.origin, now: eventCalls.now)
        handlerEvent.stream = attempt
        eventCalls.run(handlerEvent)
    }

    /// Stops the timer after the removal of the sequence's gestures.
    func forget() { timers.set(self, to: nil) }
}
