public import JSON

/// A script in a layout. Scripts run on the input thread between events, even in a dry run, which creates no plugins.
///
/// The results of a script depend only on its source code, its state, the calls, their times and the host's replies.
public protocol Script: AnyObject {
    /// Number of instructions that the last function executed.
    var usedInstructions: Int { get }
    /// Executes the source code of the script. `state` is the state of the replaced script after a reload, or the
    /// stored state after a restart; nil if there is none.
    func load(_ state: JSONValue?, at time: Int64, by host: any ScriptHost) throws(ScriptError)
    /// Calls a function of the script for an event at the given time.
    func call(_ handler: String, _ argument: JSONValue, at time: Int64, by host: any ScriptHost) throws(ScriptError)
    /// Time of the next timer; nil if the script has no timer.
    var deadline: Int64? { get }
    /// Calls the function of the first timer, which must be due.
    func fireTimer(by host: any ScriptHost) throws(ScriptError)
    /// Postpones the first timer to the given time.
    func postponeTimer(to time: Int64)
    /// Returns the state for the new script of a reload, or for storage before a restart.
    func savedState() throws(ScriptError) -> JSONValue
}

/// Functions of Touchbridge that a script can call.
public protocol ScriptHost: AnyObject {
    func get(_ property: String, of view: String) throws(CommandRejection) -> JSONValue
    func set(_ properties: JSONValue, of view: String) throws(CommandRejection)
    /// Calls a handler, whose name is written as in a layout.
    func call(_ handler: String, _ arguments: JSONValue) throws(CommandRejection)
    /// Emits an action of the application and calls the handlers that the layout binds to the action.
    func emit(_ action: String, _ value: Double) throws(CommandRejection)
    func log(_ text: @autoclosure () -> String)
}

/// Reason why a script was stopped or could not be started.
public struct ScriptError: Error, CustomStringConvertible {
    public let message: String
    /// One-based line number in the script; nil if the line is unknown.
    public let line: Int?

    public init(_ message: String, line: Int? = nil) { (self.message, self.line) = (message, line) }

    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
