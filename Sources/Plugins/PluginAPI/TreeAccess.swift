public import JSON
public import Platform

/// Access to the view tree for plugins, from any thread.
///
/// Commands run on the input thread in order, between events. If a plugin exceeds its share of the queue, its commands
/// are rejected; other plugins are not affected.
public protocol TreeAccess: Sendable {
    /// Checks a command on the caller's thread and queues it. Returns false if the queue is full or the service is
    /// stopping.
    ///
    /// `reply` is called on the input thread, in the order of the commands, and must return without blocking. The
    /// description of a rejection must be read on the plugin's thread. `client` identifies the remote client whose
    /// command a plugin forwards. The commands of each client are executed in order, and the plugin's share of the
    /// queue is divided among its clients.
    @discardableResult
    func submit(
        _ command: TreeCommand,
        from plugin: String,
        client: Int?,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool
    /// Whether all further commands are rejected because the service is stopping.
    var isStopping: Bool { get }
}

extension TreeAccess {
    /// Submits a command of the plugin itself, without a client.
    @discardableResult
    public func submit(
        _ command: TreeCommand,
        from plugin: String,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        submit(command, from: plugin, client: nil, reply: reply)
    }

    public var isStopping: Bool { false }
    /// Reason why `submit` returned false.
    public var refusal: String {
        isStopping ? "touchbridge is stopping" : "too many commands wait for execution; send the command again later"
    }
    /// Log level for a rejected command. Rejections during shutdown are normal and logged at debug level.
    public var refusalLevel: Logger.Level { isStopping ? .debug : .warning }
}

/// A command that changes or reads the view tree.
public enum TreeCommand: Equatable, Sendable {
    /// Sets properties of a view; the keys are layout keys: `{"alpha": 0.5, "hidden": false}`.
    case set(view: String, properties: JSONValue)
    /// Adds a view, described as in a layout, on top of the other subviews or at an index.
    case add(JSONValue, to: String, at: Int?)
    /// Removes a view and its subtree.
    case remove(view: String)
    /// Cancels all touches in the subtree of a view; cancels all touches if the view is nil.
    case cancelTouches(view: String?)
    /// Changes the state of a gesture of type `custom` to began, changed, ended, cancelled or failed.
    case raise(gesture: String, state: String)
    /// Sends an event of a control as if a finger had caused the event.
    case send(view: String, event: String)
    /// Sets the value of a slider or the state of a switch (0 or 1). As after a touch, the control sends `valueChanged`
    /// if the value changes.
    case change(view: String, value: Double)
    /// Makes a view the first responder.
    case focus(view: String)
    /// Sends an action to the application, which calls the action's handlers in the layout's top-level `actions:`.
    /// `value` is the value of the placeholder `{{value}}`.
    case emit(action: String, value: Double)
    /// Returns the properties of a view and its subviews; returns the complete tree if the view is nil. Omits default
    /// values unless `includesDefaults` is true.
    case describe(view: String?, includesDefaults: Bool = false)
    /// Requests a dump of the flight recorder with a reason. The reply contains the path at which the dump will be
    /// written.
    case dump(reason: String?)
}

extension TreeCommand {
    /// Limit emitted-actions (limits.md, Commands to the view tree): maximum number of actions and changes of controls
    /// per second by a plugin and its clients, with bursts of up to 50. If exceeded: the command is refused for
    /// the reason `the plugin sends more than 50 actions per second`.
    ///
    /// Without the limit, a fast broker, web page or program could call handlers without a pause.
    package static let actionsPerSecond = 50
}

/// Result of a command.
public enum TreeReply: Equatable, Sendable {
    case done
    case value(ReplyValue)
    /// The command was rejected.
    case refused(CommandRejection)
}

/// The value of a successful reply.
///
/// The input thread only captures the data. `json` builds the JSON value, and must therefore be read on the thread of
/// the sending plugin.
public struct ReplyValue: Equatable, Sendable {
    private let make: @Sendable () -> JSONValue

    /// Creates a value; each access to `json` calls `make`.
    public init(_ make: @escaping @Sendable () -> JSONValue) { self.make = make }

    public var json: JSONValue { make() }

    public static func == (left: ReplyValue, right: ReplyValue) -> Bool { left.json == right.json }
}
