internal import Occurrences
internal import ResponderKit

/// A slider with handlers for what responders hear.
final class LayoutSlider: Slider, HandlerOwner {
    @exclusivity(unchecked) var handlers: Handlers?
    var place: View? { self }

    override var canBecomeFirstResponder: Bool { handlers?.canBecomeFirstResponder ?? false }

    override func respond(to action: Action, _ call: ActionCall) -> Bool {
        answer(action, call) ?? super.respond(to: action, call)
    }

    override func touchesBegan(_ touches: TouchSet, with event: ResponderKit.Event?) {
        if passes(.touchesBegan, touches, event) { super.touchesBegan(touches, with: event) }
    }

    override func touchesMoved(_ touches: TouchSet, with event: ResponderKit.Event?) {
        if passes(.touchesMoved, touches, event) { super.touchesMoved(touches, with: event) }
    }

    override func touchesEnded(_ touches: TouchSet, with event: ResponderKit.Event?) {
        if passes(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: ResponderKit.Event?) {
        if passes(.touchesCancelled, touches, event) { super.touchesCancelled(touches, with: event) }
    }

    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) {
        if passes(.pressesBegan, presses, event) { super.pressesBegan(presses, with: event) }
    }

    override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent?) {
        if passes(.pressesChanged, presses, event) { super.pressesChanged(presses, with: event) }
    }

    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) {
        if passes(.pressesEnded, presses, event) { super.pressesEnded(presses, with: event) }
    }

    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) {
        if passes(.pressesCancelled, presses, event) { super.pressesCancelled(presses, with: event) }
    }

    override func motionBegan(_ motion: ResponderKit.Event.EventSubtype, with event: ResponderKit.Event?) {
        if passes(.motionBegan, event) { super.motionBegan(motion, with: event) }
    }

    override func motionEnded(_ motion: ResponderKit.Event.EventSubtype, with event: ResponderKit.Event?) {
        if passes(.motionEnded, event) { super.motionEnded(motion, with: event) }
    }

    override func motionCancelled(_ motion: ResponderKit.Event.EventSubtype, with event: ResponderKit.Event?) {
        if passes(.motionCancelled, event) { super.motionCancelled(motion, with: event) }
    }

    override func remoteControlReceived(with event: ResponderKit.Event?) {
        if passes(.remoteControlReceived, event) { super.remoteControlReceived(with: event) }
    }
}
