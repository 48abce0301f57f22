/// A plugin for Touchbridge, written as a class and built as a shared object.
///
/// The plugin's package exports the class with one function:
///
/// ```swift
/// @c(touchbridge_plugin_entry)
/// public func entry() -> UnsafeRawPointer { Knock.entry }
/// ```
///
/// Touchbridge calls `stop` on a separate thread, and all other members on the input thread. Members that run on the
/// input thread must not block.
public protocol TouchPlugin: AnyObject {
    /// Name of the plugin in messages; by default the class name.
    static var name: String { get }
    /// Names of the plugin's handlers; nil (the default) accepts any name.
    static var handlers: [String]? { get }
    /// Creates a plugin for one entry of a layout; `settings` contains the entry's settings as JSON.
    init(host: Host, settings: String) throws
    /// Processes an event that the layout has bound to the plugin. For an event with several touches, Touchbridge calls
    /// `take` once per touch.
    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult
    /// Called when the plugin's bindings have changed.
    func bindingsChanged(_ bindings: [Binding])
    /// Called when the status of Touchbridge has changed.
    func statusChanged(_ status: Status)
    /// Stops accepting events, and returns within the given time in milliseconds.
    func stop(within milliseconds: Int)
}

extension TouchPlugin {
    public static var name: String { "\(Self.self)" }
    public static var handlers: [String]? { nil }
    public func bindingsChanged(_ bindings: [Binding]) {}
    public func statusChanged(_ status: Status) {}
    public func stop(within milliseconds: Int) {}

    /// Return value of `touchbridge_plugin_entry`. A shared object contains one plugin class.
    public static var entry: UnsafeRawPointer { UnsafeRawPointer(Entry.shared(for: Self.self)) }
}

/// Result of `TouchPlugin.take`.
public enum HandlerResult: Sendable {
    /// Accepted; the layout decides whether the event continues up the responder chain.
    case taken
    /// Accepted; the event stops here, as in an override that does not call `super`.
    case consumed
    /// Accepted; the event continues up the responder chain, as in an override that calls `super`.
    case passed
    /// Rejected; the plugin has no capacity for the event.
    case refused
}

/// A binding of the layout: the handler, and the object whose events it receives.
public struct Binding: Hashable, Sendable {
    public let handler: String
    /// Id of the view or controller, or name of the screen; a description if the element has no id.
    public let view: String
    /// Id of the gesture or sequence; nil for other events.
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
