extension Control {
    /// Whether a standard control may veto a recognizer: one of an ancestor that would cancel the touch (C22, C24).
    ///
    /// A disabled control has no gesture of its own and vetoes none.
    final func mayObject(to recognizer: GestureRecognizer) -> Bool {
        guard isEnabled, recognizer.cancelsTouchesInView, let other = recognizer.view else { return false }
        return other !== self && isDescendant(of: other)
    }

    /// Whether the recognizer is a single tap with one finger that the control may veto (C21).
    final func objectsToTap(_ recognizer: GestureRecognizer) -> Bool {
        guard let tap = recognizer as? TapGestureRecognizer else { return false }
        return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1 && mayObject(to: tap)
    }
}
