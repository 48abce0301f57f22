/// A control that sends `primaryActionTriggered` after `touchUpInside` (C18).
open class Button: Control {
    open override class var defaultHitTestingClass: View.Type { Button.self }

    override func liftedInside(_ event: ResponderKit.Event?) {
        super.liftedInside(event)
        send(.primaryActionTriggered, event)
    }

    /// Vetoes a single tap with one finger on an ancestor, so that the button acts instead of the recognizer (C21).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        !objectsToTap(gestureRecognizer)
    }
}
