/// A control that is on or off; a tap flips it (C20).
open class Switch: Control {
    open override class var defaultHitTestingClass: View.Type { Switch.self }

    /// Whether the switch is on; setting it sends nothing (C20).
    public final var isOn = false

    /// Turns the switch on or off and sends nothing; without a screen there is no animation (C20).
    public final func setOn(_ isOn: Bool, animated: Bool) { self.isOn = isOn }

    override func liftedInside(_ event: ResponderKit.Event?) {
        isOn.toggle()
        super.liftedInside(event)
        send(.valueChanged, event)
        send(.primaryActionTriggered, event)
    }

    /// Objects to an ancestor's single tap with one finger, and to its pan along the switch (C21).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        !objectsToTap(gestureRecognizer) && !objectsToPan(gestureRecognizer)
    }

    /// A pan from the screen's edge is another gesture than the switch's own.
    private func objectsToPan(_ recognizer: GestureRecognizer) -> Bool {
        guard let pan = recognizer as? PanGestureRecognizer, !(pan is ScreenEdgePanGestureRecognizer),
            pan.numberOfTouches == 1, mayObject(to: pan)
        else { return false }
        let way = pan.translation(in: self)
        return way.x.magnitude > way.y.magnitude
    }
}
