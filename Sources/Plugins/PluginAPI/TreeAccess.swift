public import JSON
public import Platform

/// Access to the view tree for plugins, from any thread.
///
/// Commands run on the input thread, in order, between events. A plugin that exceeds its share is rejected without
/// effect on others.
public protocol TreeAccess: Sendable {
    /// Checks a command on the caller's thread and queues it; returns false if the queue is full.
    ///
    /// `reply` is called on the input thread, in the order of the commands, and must return without blocking; a
    /// rejection's text is built on the plugin's own thread. A plugin that forwards commands of remote clients passes
    /// `client`: each client has its own order and a share of the plugin's capacity.
    @discardableResult
    func submit(
        _ command: TreeCommand,
        from plugin: String,
        client: Int?,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool
    /// Whether commands are rejected for good because the bridge is stopping.
    var isStopping: Bool { get }
}

extension TreeAccess {
    /// Submits a command that the plugin sends on its own behalf.
    @discardableResult
    public func submit(
        _ command: TreeCommand,
        from plugin: String,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        submit(command, from: plugin, client: nil, reply: reply)
    }

    public var isStopping: Bool { false }
    /// Reason for a rejected command.
    public var refusal: String { isStopping ? "the bridge is stopping" : "too many commands wait for execution" }
    /// Log level of a rejected command: rejections during shutdown are expected.
    public var refusalLevel: Logger.Level { isStopping ? .debug : .warning }
}

/// A change of the tree, or a query.
public enum TreeCommand: Equatable, Sendable {
    /// Sets properties of a view, by layout keys: `{"alpha": 0.5, "hidden": false}`.
    case set(view: String, properties: JSONValue)
    /// Adds a view, written as in a layout, on top of the others or at an index.
    case add(JSONValue, to: String, at: Int?)
    /// Removes a view and its subtree.
    case remove(view: String)
    /// Cancels the touches in a view's subtree; all touches if the view is nil.
    case cancelTouches(view: String?)
    /// Moves a gesture of type `custom` to a state: began, changed, ended, cancelled, failed.
    case raise(gesture: String, state: String)
    /// Sends a control's events as a finger would.
    case send(view: String, event: String)
    /// Makes a view the first responder.
    case focus(view: String)
    /// Returns the properties of a view and its subviews; the whole tree if the view is nil.
    case describe(view: String?)
    /// Requests a dump of the flight recorder with a reason; the reply contains its future path.
    case dump(reason: String?)
}

/// Result of a command.
public enum TreeReply: Equatable, Sendable {
    case done
    case value(ReplyValue)
    /// The command was rejected.
    case refused(CommandRejection)
}

/// The value of a reply.
///
/// The input thread only captures the data. `json` builds the JSON value; call it on the thread of the plugin that
/// sent the command.
public struct ReplyValue: Equatable, Sendable {
    private let make: @Sendable () -> JSONValue

    /// Creates a value; each access to `json` calls `make`.
    public init(_ make: @escaping @Sendable () -> JSONValue) { self.make = make }

    public var json: JSONValue { make() }

    public static func == (left: ReplyValue, right: ReplyValue) -> Bool { left.json == right.json }
}
