public import JSON
public import Platform

/// What a plugin may ask of the tree, from any thread.
///
/// Commands are carried out on the input thread, in order, between events; a plugin that asks for too much at once is
/// refused and costs nobody else anything.
public protocol TreeAccess: Sendable {
    /// Reads and checks a command on the caller's thread, and hands it over; false when there is no room.
    ///
    /// `reply` is called on the input thread, in the order of the commands, and must return at once: a refusal is put
    /// into words on the plugin's own thread. A plugin that carries out the wishes of others names the `client`: each
    /// client has a share of what the plugin may ask for, and an order of its own.
    @discardableResult
    func submit(
        _ command: TreeCommand,
        from plugin: String,
        client: Int?,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool
    /// There never is room any more.
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
    /// Why there is no room, for the plugin.
    public var refusal: String { isStopping ? "the bridge is stopping" : "too many commands wait to be carried out" }
    /// How much the operator has to know of that: at the end of everything commands are late, and that is all.
    public var refusalLevel: Logger.Level { isStopping ? .debug : .warning }
}

/// A change of the tree, or a question about it.
public enum TreeCommand: Equatable, Sendable {
    /// Sets properties of a view, by the layout's keys: `{"alpha": 0.5, "hidden": false}`.
    case set(view: String, properties: JSONValue)
    /// Adds a view, written as in a layout, on top of the others or at a place.
    case add(JSONValue, to: String, at: Int?)
    /// Takes a view out, with what it holds.
    case remove(view: String)
    /// Cancels the touches that a view, or anything in it, is following; all when the view is nil.
    case cancelTouches(view: String?)
    /// Moves a gesture of type `custom` to a state: began, changed, ended, cancelled, failed.
    case raise(gesture: String, state: String)
    /// Sends a control's events, as a finger would make it.
    case send(view: String, event: String)
    /// Makes a view the first responder.
    case focus(view: String)
    /// Tells a view's properties, with its subviews'; the whole tree when the view is nil.
    case describe(view: String?)
    /// Has the flight recorder leave a dump, and says why; the reply tells where it will lie.
    case dump(reason: String?)
}

/// What came of a command.
public enum TreeReply: Equatable, Sendable {
    case done
    case value(ReplyValue)
    /// It was not carried out, and why.
    case refused(CommandRejection)
}

/// The value of a reply.
///
/// The input thread only notes what it is made of. It is put into JSON where `json` is asked for, which is to be the
/// thread of the plugin that sent the command.
public struct ReplyValue: Equatable, Sendable {
    private let make: @Sendable () -> JSONValue

    /// A value that `make` returns whenever it is asked for.
    public init(_ make: @escaping @Sendable () -> JSONValue) { self.make = make }

    /// The value, made anew each time.
    public var json: JSONValue { make() }

    public static func == (left: ReplyValue, right: ReplyValue) -> Bool { left.json == right.json }
}
