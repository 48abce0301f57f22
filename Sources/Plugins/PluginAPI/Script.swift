public import JSON

/// A script of a layout, which the bridge runs on the input thread, between events, also without plugins.
///
/// Its results depend only on its text, the calls and their times.
public protocol Script: AnyObject {
    /// Instructions that the last function used.
    var usedInstructions: Int { get }
    /// Executes the script's text, with the state of the script that a reload replaced.
    func load(_ state: JSONValue?, at time: Int64, by host: any ScriptHost) throws(ScriptError)
    /// Calls a function of the script for an event of a time.
    func call(_ handler: String, _ argument: JSONValue, at time: Int64, by host: any ScriptHost) throws(ScriptError)
    /// Time of the next timer; nil without one.
    var deadline: Int64? { get }
    /// Calls the function of the first timer, which is due.
    func fireTimer(by host: any ScriptHost) throws(ScriptError)
    /// Sets the first timer to a later time.
    func postponeTimer(to time: Int64)
    /// Returns the state that the next script takes over.
    func savedState() throws(ScriptError) -> JSONValue
}

/// What a script can reach.
public protocol ScriptHost: AnyObject {
    func get(_ property: String, of view: String) throws(CommandRejection) -> JSONValue
    func set(_ properties: JSONValue, of view: String) throws(CommandRejection)
    /// Calls a handler, named as in a layout.
    func call(_ handler: String, _ arguments: JSONValue) throws(CommandRejection)
    /// Calls what the layout binds to an action of the application.
    func emit(_ action: String, _ value: Double) throws(CommandRejection)
    func log(_ text: @autoclosure () -> String)
}

/// Why a script was stopped, or could not begin.
public struct ScriptError: Error, CustomStringConvertible {
    public let message: String
    /// Line of the script, from 1; nil if it is unknown.
    public let line: Int?

    public init(_ message: String, line: Int? = nil) { (self.message, self.line) = (message, line) }

    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
