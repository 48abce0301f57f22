/// Handles a responder's events and actions before the responder's own methods, so that no subclass is necessary.
///
/// When an event reaches the responder along the responder chain, `passes` is called first. If `passes` returns true,
/// the responder's own event method is called; otherwise, delivery stops at this responder.
open class Interceptor {
    /// Value of the responder's `canBecomeFirstResponder`, unless the responder's class overrides that property.
    @exclusivity(unchecked) public var canBecomeFirstResponder: Bool

    /// Name of the responder in traces.
    public final let name: String?

    /// Creates an interceptor that lets every event pass to the responder.
    public init(named name: String? = nil, canBecomeFirstResponder: Bool = false) {
        (self.name, self.canBecomeFirstResponder) = (name, canBecomeFirstResponder)
    }

    /// Handles an event of the responder; returns whether the responder's own method `method` is called as well.
    open func passes(
        _ method: Responder.Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?
    ) -> Bool { true }

    /// Whether `passes` returns false for touches, so that superviews do not receive the touches.
    open var handlesTouches: Bool { false }

    /// Handles an action and returns true, or returns false to let the responder's `respond(to:_:)` handle the action.
    open func respond(to action: Selector, _ call: ActionCall) -> Bool { false }
}
