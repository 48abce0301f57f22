public import HandlerEvents
public import PluginAPI

/// The handler calls or the action bound to one event of a view, gesture or other object.
public struct BoundEvent: Sendable {
    public let event: EventName
    /// The handler calls, in order.
    public let bindings: [Binding]
    /// Whether the event continues to the next responder.
    public let passes: Bool
    /// The action sent along the responder chain; nil if handlers are called.
    public let action: String?

    init(_ event: EventName, _ bindings: [Binding], passes: Bool, action: String?) {
        (self.event, self.bindings, self.passes, self.action) = (event, bindings, passes, action)
    }

    package init(_ eventCalls: BoundCalls) {
        self.init(eventCalls.event, eventCalls.calls.map(\.binding), passes: eventCalls.passes, action: nil)
    }
}
