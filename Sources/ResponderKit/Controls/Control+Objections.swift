extension Control {
    /// Whether a standard control can veto the recognizer, which must be on an ancestor and cancel touches (C22, C24).
    ///
    /// A disabled control responds to no touch, so it vetoes no recognizer.
    final func mayObject(to recognizer: GestureRecognizer) -> Bool {
        guard isEnabled, recognizer.cancelsTouchesInView, let other = recognizer.view else { return false }
        return other !== self && isDescendant(of: other)
    }

    /// Whether the recognizer recognizes a single one-finger tap and the control can veto the recognizer (C21).
    final func objectsToTap(_ recognizer: GestureRecognizer) -> Bool {
        guard let tap = recognizer as? TapGestureRecognizer else { return false }
        return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1 && mayObject(to: tap)
    }
}
