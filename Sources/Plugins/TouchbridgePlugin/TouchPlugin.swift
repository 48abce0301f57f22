/// A plugin for Touchbridge, written as a class and built as a shared object.
///
/// The package exports the class with one function:
///
/// ```swift
/// @c(touchbridge_plugin_entry)
/// public func entry() -> UnsafeRawPointer { Knock.entry }
/// ```
///
/// All members are called on the input thread and must return without blocking.
public protocol TouchPlugin: AnyObject {
    /// Name in messages; defaults to the class name.
    static var name: String { get }
    /// Names of the offered handlers; nil (the default) accepts any name.
    static var handlers: [String]? { get }
    /// Creates a plugin for one entry of a layout; `settings` is the entry's JSON.
    init(host: Host, settings: String) throws
    /// Handles an event that the layout bound to it; the touches of one event arrive one by one.
    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult
    /// Called when the set of the plugin's bindings changes.
    func bindingsChanged(_ bindings: [Binding])
    /// Called when the bridge's status changes.
    func statusChanged(_ status: Status)
    /// Stops accepting events and finishes within the given milliseconds.
    func stop(within milliseconds: Int)
}

extension TouchPlugin {
    public static var name: String { "\(Self.self)" }
    public static var handlers: [String]? { nil }
    public func bindingsChanged(_ bindings: [Binding]) {}
    public func statusChanged(_ status: Status) {}
    public func stop(within milliseconds: Int) {}

    /// Return value for `touchbridge_plugin_entry`; a shared object has one plugin class.
    public static var entry: UnsafeRawPointer { UnsafeRawPointer(Entry.shared(for: Self.self)) }
}

/// Result of handling an event.
public enum HandlerResult: Sendable {
    /// Accepted; the layout decides whether the event continues up the responder chain.
    case taken
    /// Accepted, and the event stops here, as with an override that does not call `super`.
    case consumed
    /// Accepted, and the event continues up the responder chain, as with an override that calls `super`.
    case passed
    /// Rejected for lack of capacity.
    case refused
}

/// A binding of the layout to a handler.
public struct Binding: Hashable, Sendable {
    public let handler: String
    /// Id of the view or controller, or name of the screen.
    public let view: String
    /// Id of the gesture; nil for other events.
    public let gesture: String?
    /// Name of the action; nil for other events.
    public let action: String?
    public let screen: String
}

/// Status of the bridge.
public struct Status: Hashable, Sendable {
    /// Names of the connected panels.
    public let panels: [String]
    /// Time of the last touch in seconds since 1970; nil before the first touch.
    public let lastTouch: Double?
    public let isIdle: Bool
}
