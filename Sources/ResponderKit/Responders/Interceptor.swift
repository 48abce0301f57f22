/// Handles a responder's events and actions before the responder's own methods, so that no subclass is necessary.
///
/// `passes` is called before each event method of the responder that is called along the responder chain. If `passes`
/// returns true, the responder's own method is called; otherwise, delivery stops at this responder.
open class Interceptor {
    /// Value of the responder's `canBecomeFirstResponder`, unless the responder's class overrides that property.
    @exclusivity(unchecked) public var canBecomeFirstResponder: Bool

    /// Name of the responder in traces.
    public final let name: String?

    /// Creates an interceptor that lets every event pass to the responder.
    public init(named name: String? = nil, canBecomeFirstResponder: Bool = false) {
        (self.name, self.canBecomeFirstResponder) = (name, canBecomeFirstResponder)
    }

    /// Returns whether the responder's own method is called; has the same arguments as the responder's method.
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
