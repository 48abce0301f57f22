/// Intercepts a responder's events and actions, as an alternative to a subclass.
///
/// On delivery of an event, `passes` is called first. If it returns true, the responder's own event method is called;
/// otherwise, delivery stops.
open class Interceptor {
    /// Value of the responder's `canBecomeFirstResponder`, unless its class overrides this property.
    @exclusivity(unchecked) public var canBecomeFirstResponder: Bool

    /// Name of the responder in traces.
    public final let name: String?

    /// Creates an interceptor that passes every event to the responder.
    public init(named name: String? = nil, canBecomeFirstResponder: Bool = false) {
        (self.name, self.canBecomeFirstResponder) = (name, canBecomeFirstResponder)
    }

    /// Processes an event. Returns whether to call the responder's own method `method` as well.
    open func passes(
        _ method: Responder.Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?
    ) -> Bool { true }

    /// Whether `passes` returns false for touches; superviews then receive no touches.
    open var handlesTouches: Bool { false }

    /// Performs an action and returns true. If it returns false, the responder's `respond(to:_:)` is called.
    open func respond(to action: Selector, _ call: ActionCall) -> Bool { false }
}
