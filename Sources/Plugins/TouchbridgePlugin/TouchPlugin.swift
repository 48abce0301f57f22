/// A plugin for Touchbridge, written as a class and built as a shared object.
///
/// The package of the plugin exports the class with one function:
///
/// ```swift
/// @c(touchbridge_plugin_entry)
/// public func entry() -> UnsafeRawPointer { Knock.entry }
/// ```
///
/// All members except `stop` are called on the input thread and must return without blocking. `stop` is called on a
/// separate thread.
public protocol TouchPlugin: AnyObject {
    /// Name of the plugin in messages; by default the class name.
    static var name: String { get }
    /// Names of the handlers in the plugin; nil (the default) accepts any name.
    static var handlers: [String]? { get }
    /// Creates a plugin for one entry of a layout; `settings` contains the settings of the entry as JSON.
    init(host: Host, settings: String) throws
    /// Handles an event that the layout has bound to the plugin. If an event has several touches, `take` is called once
    /// per touch.
    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult
    /// Called when the plugin's bindings have changed.
    func bindingsChanged(_ bindings: [Binding])
    /// Called when the status of Touchbridge has changed.
    func statusChanged(_ status: Status)
    /// Stops accepting events, and finishes within the given time in milliseconds.
    func stop(within milliseconds: Int)
}

extension TouchPlugin {
    public static var name: String { "\(Self.self)" }
    public static var handlers: [String]? { nil }
    public func bindingsChanged(_ bindings: [Binding]) {}
    public func statusChanged(_ status: Status) {}
    public func stop(within milliseconds: Int) {}

    /// Return value of the function `touchbridge_plugin_entry`. A shared object contains one plugin class.
    public static var entry: UnsafeRawPointer { UnsafeRawPointer(Entry.shared(for: Self.self)) }
}

/// Result of handling an event.
public enum HandlerResult: Sendable {
    /// The event is accepted. The layout decides whether the event continues up the responder chain.
    case taken
    /// The event is accepted and does not continue, as if an override did not call `super`.
    case consumed
    /// The event is accepted and continues up the responder chain, as if an override called `super`.
    case passed
    /// The event is rejected because the plugin has no capacity for the event.
    case refused
}

/// A handler call that the layout binds to an event.
public struct Binding: Hashable, Sendable {
    public let handler: String
    /// Id of the view or controller, or name of the screen; a description if the element has no id.
    public let view: String
    /// Id of the gesture or sequence; nil for events of other objects.
    public let gesture: String?
    /// Name of the action; nil for other events.
    public let action: String?
    public let screen: String
}

/// Status of Touchbridge as a whole.
public struct Status: Hashable, Sendable {
    /// Names of the connected panels.
    public let panels: [String]
    /// Time of the last touch, in seconds since 1970; nil before the first touch.
    public let lastTouch: Double?
    public let isIdle: Bool
}
