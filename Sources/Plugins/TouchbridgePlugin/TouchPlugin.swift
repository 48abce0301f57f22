/// A plugin for Touchbridge, written as a class and built as a shared object.
///
/// The package exports the class with one function:
///
/// ```swift
/// @c(touchbridge_plugin_entry)
/// public func entry() -> UnsafeRawPointer { Knock.entry }
/// ```
///
/// All of it is called on the thread that touches go through and has to return at once.
public protocol TouchPlugin: AnyObject {
    /// What messages call it; the name of the class unless said otherwise.
    static var name: String { get }
    /// The handlers that it offers; nil, as it is unless said otherwise, when it takes any.
    static var handlers: [String]? { get }
    /// Makes a plugin for one entry of a layout; `settings` is what the layout says, as JSON.
    init(host: Host, settings: String) throws
    /// Takes an occurrence that the layout bound to it; those of the touches of one event come one after the other.
    func take(_ occurrence: Occurrence, for binding: Binding) -> Answer
    /// Is told which of its bindings there are from now on.
    func bindingsChanged(_ bindings: [Binding])
    /// Is told what the bridge is doing.
    func statusChanged(_ status: Status)
    /// Takes no more occurrences and finishes within so many milliseconds.
    func stop(within milliseconds: Int)
}

extension TouchPlugin {
    public static var name: String { "\(Self.self)" }
    public static var handlers: [String]? { nil }
    public func bindingsChanged(_ bindings: [Binding]) {}
    public func statusChanged(_ status: Status) {}
    public func stop(within milliseconds: Int) {}

    /// What `touchbridge_plugin_entry` is to return; a shared object has one such class.
    public static var entry: UnsafeRawPointer { UnsafeRawPointer(Entry.shared(for: Self.self)) }
}

/// What a plugin says to an occurrence.
public enum Answer: Sendable {
    /// Taken; whether the event goes on up the chain is for the layout to say.
    case taken
    /// Taken, and the event ends here, as with an override that does not call `super`.
    case consumed
    /// Taken, and the event goes on up the chain, as with an override that calls `super`.
    case passed
    /// There was no room for it.
    case refused
}

/// What the layout bound to a handler.
public struct Binding: Hashable, Sendable {
    public let handler: String
    /// The id of the view or controller, or the name of the screen.
    public let view: String
    /// The id of the gesture, nil for other events.
    public let gesture: String?
    /// The action, nil for other events.
    public let action: String?
    public let screen: String
}

/// What the bridge as a whole is doing.
public struct Status: Hashable, Sendable {
    /// The names of the panels that are there.
    public let panels: [String]
    /// Seconds since 1970, nil when nobody has touched a screen.
    public let lastTouch: Double?
    public let isIdle: Bool
}
