/// A control that sends `primaryActionTriggered` after `touchUpInside` (C18).
open class Button: Control {
    open override class var defaultHitTestingClass: View.Type { Button.self }

    override func liftedInside(_ event: ResponderKit.Event?) {
        super.liftedInside(event)
        send(.primaryActionTriggered, event)
    }

    /// Vetoes an ancestor's recognizer of a one-finger single tap, because the button responds to the tap (C21).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        !objectsToTap(gestureRecognizer)
    }
}
