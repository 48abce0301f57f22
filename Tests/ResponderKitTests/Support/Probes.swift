import ResponderKit

/// A view that records its touch methods and, if `passesOn` is true, forwards touches.
class ProbeView: View {
    let name: String
    let recorder: Recorder
    /// Whether touches are forwarded to the next responder, like a call to super.
    var passesOn = true
    var onBegan: (TouchSet, Event?) -> Void = { _, _ in }
    var onMoved: (TouchSet, Event?) -> Void = { _, _ in }
    var onEnded: (TouchSet, Event?) -> Void = { _, _ in }
    var onCancelled: (TouchSet, Event?) -> Void = { _, _ in }

    init(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ recorder: Recorder) {
        self.name = name
        self.recorder = recorder
        super.init(frame: Rect(x: x, y: y, width: width, height: height))
        identifier = name
    }

    private func write(_ phase: String, _ touches: TouchSet) {
        recorder.write("\(name) \(phase)" + (touches.count > 1 ? " \(touches.count)" : ""))
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        write("began", touches)
        onBegan(touches, event)
        if passesOn { super.touchesBegan(touches, with: event) }
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event?) {
        write("moved", touches)
        onMoved(touches, event)
        if passesOn { super.touchesMoved(touches, with: event) }
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        write("ended", touches)
        onEnded(touches, event)
        if passesOn { super.touchesEnded(touches, with: event) }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        write("cancelled", touches)
        onCancelled(touches, event)
        if passesOn { super.touchesCancelled(touches, with: event) }
    }
}

/// Target and delegate of a recognizer. Records states, and returns configured results.
final class GestureProbe: GestureRecognizerDelegate {
    let recorder: Recorder
    var shouldBegin = true
    var shouldReceiveTouch = true
    var shouldReceiveEvent = true
    var simultaneous = false
    var requiresFailureOf: GestureRecognizer?
    var requiredToFailBy: GestureRecognizer?

    init(_ recorder: Recorder) { self.recorder = recorder }

    /// Records every state reported to the recognizer's targets.
    func watch(_ recognizer: GestureRecognizer, as name: String) {
        recognizer.name = name
        recognizer.addAction { [recorder] in recorder.write("\(name) \($0.state)") }
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { shouldBegin }
    func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive event: Event) -> Bool {
        shouldReceiveEvent
    }
    func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        shouldReceiveTouch
    }
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { simultaneous }
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { requiresFailureOf === other }
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { requiredToFailBy === other }
}

/// Records the actions that it handles by name.
final class ActionProbe: ActionTarget {
    let recorder: Recorder
    let actions: Set<Selector>

    init(_ recorder: Recorder, _ actions: Selector...) {
        self.recorder = recorder
        self.actions = Set(actions)
    }

    func respond(to action: Selector, _ call: ActionCall) -> Bool {
        guard actions.contains(action) else { return false }
        return call { recorder.write("\(action)") }
    }
}
