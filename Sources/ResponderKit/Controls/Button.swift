/// A control that sends `primaryActionTriggered` after `touchUpInside` (C18).
open class Button: Control {
    open override class var defaultHitTestingClass: View.Type { Button.self }

    override func liftedInside(_ event: ResponderKit.Event?) {
        super.liftedInside(event)
        send(.primaryActionTriggered, event)
    }

    /// Vetoes an ancestor's recognizer of a single tap with one finger, so that the button handles the tap (C21).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        !objectsToTap(gestureRecognizer)
    }
}
