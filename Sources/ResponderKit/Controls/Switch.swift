/// A control that is on or off; a tap toggles it (C20).
open class Switch: Control {
    open override class var defaultHitTestingClass: View.Type { Switch.self }

    /// Whether the switch is on. Setting this property sends no event (C20).
    public final var isOn = false

    /// Turns the switch on or off without an event; `animated` has no effect (C20).
    public final func setOn(_ isOn: Bool, animated: Bool) { self.isOn = isOn }

    override func liftedInside(_ event: ResponderKit.Event?) {
        isOn.toggle()
        super.liftedInside(event)
        send(.valueChanged, event)
        send(.primaryActionTriggered, event)
    }

    /// Vetoes an ancestor's recognizer of a one-finger tap or a one-finger horizontal pan (C21).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        !objectsToTap(gestureRecognizer) && !objectsToPan(gestureRecognizer)
    }

    /// Returns whether to veto a horizontal one-finger pan. Screen-edge pans are not vetoed.
    private func objectsToPan(_ recognizer: GestureRecognizer) -> Bool {
        guard let pan = recognizer as? PanGestureRecognizer, !(pan is ScreenEdgePanGestureRecognizer),
            pan.numberOfTouches == 1, mayObject(to: pan)
        else { return false }
        let way = pan.translation(in: self)
        return way.x.magnitude > way.y.magnitude
    }
}
