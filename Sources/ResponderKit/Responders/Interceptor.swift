/// Stands before a responder's own methods and says which of them are called: what overriding all of them would be,
/// for a responder of any class.
///
/// It is asked once for every call that comes up the chain, so that an event that it lets pass goes through the
/// responder's own method as if `super` were called, and an event that it keeps ends there.
open class Interceptor {
    /// What the responder answers when asked whether it can become first responder.
    @exclusivity(unchecked) public var canBecomeFirstResponder: Bool

    /// A name for its responder, in traces.
    public final let name: String?

    /// An interceptor that keeps nothing.
    public init(named name: String? = nil, canBecomeFirstResponder: Bool = false) {
        (self.name, self.canBecomeFirstResponder) = (name, canBecomeFirstResponder)
    }

    /// Whether the responder's own method is called; the touches and presses are those that the method would get.
    open func passes(
        _ method: Responder.Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?
    ) -> Bool { true }

    /// Answers to an action in the responder's place; false leaves it to the responder's own `respond(to:_:)`.
    open func respond(to action: Action, _ call: ActionCall) -> Bool { false }
}
