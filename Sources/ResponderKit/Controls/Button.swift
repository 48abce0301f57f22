/// A control that sends `primaryActionTriggered` after `touchUpInside` (C18).
open class Button: Control {
    open override class var defaultHitTestingClass: View.Type { Button.self }

    override func liftedInside(_ event: ResponderKit.Event?) {
        super.liftedInside(event)
        send(.primaryActionTriggered, event)
    }

    /// Vetoes a single-tap recognizer (one finger) of an ancestor, because the button itself responds to the tap (C21).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        !objectsToTap(gestureRecognizer)
    }
}
