extension Application {
    /// Sends an action to the target. If the target is nil, searches for a responder that implements the action (A3,
    /// A4).
    ///
    /// The search starts at the first responder and follows the responder chain. If it fails, a second search starts at
    /// the sender (if it is a responder) or at the key window. Returns false if no responder implements the action
    /// (A5).
    @discardableResult
    public final func sendAction(
        _ action: Selector,
        to target: (any ActionTarget)?,
        from sender: AnyObject?,
        for event: Event?
    ) -> Bool {
        let answering = target ?? responder(for: action, from: sender)
        let isDone = answering?.answer(action, ActionCall(sender: sender, event: event)) ?? false
        observers?.action(action, sent: sender, to: isDone ? answering : nil)
        return isDone
    }

    private func responder(for action: Selector, from sender: AnyObject?) -> Responder? {
        if let found = keyWindow?.firstResponder?.target(forAction: action, withSender: sender) { return found }
        let start = sender as? Responder ?? keyWindow
        return start?.target(forAction: action, withSender: sender)
    }
}
