/// Handles events and actions before a responder's own methods do, without a subclass of the responder's class.
///
/// Asked once for each event method that is called along the responder chain. If the event passes, the responder's
/// own method is called; otherwise delivery ends here.
open class Interceptor {
    /// The responder's `canBecomeFirstResponder`, unless its class overrides that property.
    @exclusivity(unchecked) public var canBecomeFirstResponder: Bool

    /// Name of the responder in traces.
    public final let name: String?

    /// Creates an interceptor that lets every event pass.
    public init(named name: String? = nil, canBecomeFirstResponder: Bool = false) {
        (self.name, self.canBecomeFirstResponder) = (name, canBecomeFirstResponder)
    }

    /// Whether the responder's own method is called; the arguments are those of the method.
    open func passes(
        _ method: Responder.Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?
    ) -> Bool { true }

    /// Handles an action instead of the responder; if false, the responder's own `respond(to:_:)` is called.
    open func respond(to action: Selector, _ call: ActionCall) -> Bool { false }
}
