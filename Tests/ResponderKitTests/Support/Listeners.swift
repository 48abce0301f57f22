import ResponderKit

/// Records the event-method calls to a responder, and forwards them to super.
final class Ear {
    let name: String
    let recorder: Recorder
    /// Whether recorded calls are forwarded to super.
    var passesOn = true
    /// Runs after a call is recorded and before it is forwarded.
    var onHear: (Responder.Method, Event?) -> Void = { _, _ in }
    /// Runs in each press method of a `ListeningView`, with the method's arguments.
    var onPresses: (Set<Press>, PressesEvent?) -> Void = { _, _ in }

    init(_ name: String, _ recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    func hear(_ method: Responder.Method, _ event: Event?, _ pass: () -> Void) {
        recorder.write("\(name) \(method)")
        onHear(method, event)
        if passesOn { pass() }
    }
}

/// A view that records presses, motion events, remote-control events and the actions in `actions`, with its name.
final class ListeningView: View {
    let ear: Ear
    var canBecome = true
    var canResign = true
    var onResign: () -> Void = {}
    /// Next responder that replaces the superview.
    weak var redirect: Responder?
    var actions: Set<Selector> = []

    init(_ name: String, _ recorder: Recorder, _ x: Double = 0, _ y: Double = 0) {
        ear = Ear(name, recorder)
        super.init(frame: Rect(x: x, y: y, width: 100, height: 100))
        identifier = name
    }

    override var next: Responder? { redirect ?? super.next }
    override var canBecomeFirstResponder: Bool { canBecome }
    override var canResignFirstResponder: Bool { canResign }

    override func resignFirstResponder() -> Bool {
        onResign()
        return super.resignFirstResponder()
    }

    override func respond(to action: Selector, _ call: ActionCall) -> Bool {
        guard actions.contains(action) else { return super.respond(to: action, call) }
        return call { ear.recorder.write("\(ear.name) \(action)") }
    }

    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) {
        ear.onPresses(presses, event)
        ear.hear(.pressesBegan, event) { super.pressesBegan(presses, with: event) }
    }

    override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent?) {
        ear.onPresses(presses, event)
        ear.hear(.pressesChanged, event) { super.pressesChanged(presses, with: event) }
    }

    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) {
        ear.onPresses(presses, event)
        ear.hear(.pressesEnded, event) { super.pressesEnded(presses, with: event) }
    }

    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) {
        ear.onPresses(presses, event)
        ear.hear(.pressesCancelled, event) { super.pressesCancelled(presses, with: event) }
    }

    override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
        ear.hear(.motionBegan, event) { super.motionBegan(motion, with: event) }
    }

    override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
        ear.hear(.motionEnded, event) { super.motionEnded(motion, with: event) }
    }

    override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
        ear.hear(.motionCancelled, event) { super.motionCancelled(motion, with: event) }
    }

    override func remoteControlReceived(with event: Event?) {
        ear.hear(.remoteControlReceived, event) { super.remoteControlReceived(with: event) }
    }
}

/// A responder that is not a view, with a given next responder. Records all event-method calls with its name.
final class Link: Responder {
    let ear: Ear
    weak var following: Responder?
    var actions: Set<Selector> = []

    init(_ name: String, _ recorder: Recorder, before following: Responder? = nil) {
        ear = Ear(name, recorder)
        self.following = following
    }

    override var next: Responder? { following }
    override var canBecomeFirstResponder: Bool { true }

    override func respond(to action: Selector, _ call: ActionCall) -> Bool {
        guard actions.contains(action) else { return super.respond(to: action, call) }
        return call { ear.recorder.write("\(ear.name) \(action)") }
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        ear.hear(.touchesBegan, event) { super.touchesBegan(touches, with: event) }
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event?) {
        ear.hear(.touchesMoved, event) { super.touchesMoved(touches, with: event) }
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        ear.hear(.touchesEnded, event) { super.touchesEnded(touches, with: event) }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        ear.hear(.touchesCancelled, event) { super.touchesCancelled(touches, with: event) }
    }

    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) {
        ear.hear(.pressesBegan, event) { super.pressesBegan(presses, with: event) }
    }

    override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent?) {
        ear.hear(.pressesChanged, event) { super.pressesChanged(presses, with: event) }
    }

    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) {
        ear.hear(.pressesEnded, event) { super.pressesEnded(presses, with: event) }
    }

    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) {
        ear.hear(.pressesCancelled, event) { super.pressesCancelled(presses, with: event) }
    }

    override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
        ear.hear(.motionBegan, event) { super.motionBegan(motion, with: event) }
    }

    override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
        ear.hear(.motionEnded, event) { super.motionEnded(motion, with: event) }
    }

    override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
        ear.hear(.motionCancelled, event) { super.motionCancelled(motion, with: event) }
    }

    override func remoteControlReceived(with event: Event?) {
        ear.hear(.remoteControlReceived, event) { super.remoteControlReceived(with: event) }
    }
}

extension Responder {
    /// Calls an event method with empty arguments.
    func call(_ method: Responder.Method) {
        switch method {
        case .touchesBegan: touchesBegan([], with: nil)
        case .touchesMoved: touchesMoved([], with: nil)
        case .touchesEnded: touchesEnded([], with: nil)
        case .touchesCancelled: touchesCancelled([], with: nil)
        case .pressesBegan: pressesBegan([], with: nil)
        case .pressesChanged: pressesChanged([], with: nil)
        case .pressesEnded: pressesEnded([], with: nil)
        case .pressesCancelled: pressesCancelled([], with: nil)
        case .motionBegan: motionBegan(.motionShake, with: nil)
        case .motionEnded: motionEnded(.motionShake, with: nil)
        case .motionCancelled: motionCancelled(.motionShake, with: nil)
        case .remoteControlReceived: remoteControlReceived(with: nil)
        }
    }
}
