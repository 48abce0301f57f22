internal import PluginAPI

/// Shared instruction budget of several calls of script functions.
///
/// A started function may exceed the shared budget, but not its own limit.
struct ScriptBudget {
    /// Limit script-called (limits.md, Scripts): maximum number of script instructions for one event, in functions that
    /// other functions or tree commands call. If exceeded: further calls are dropped, and an error is logged.
    static let calledLimit = 100_000
    /// Limit script-timer-instructions (limits.md, Scripts): maximum number of script instructions per second in
    /// functions that the script's timers call. If exceeded: further timers wait until the next second, and an error is
    /// logged.
    static let timerLimit = 1_000_000

    /// Cost of a call in instructions, in addition to the instructions of its function.
    private static let callCost = 500

    private let limit: Int
    private var used = 0

    init(_ limit: Int) { self.limit = limit }

    var isEmpty: Bool { used >= limit }

    /// Restores the full budget.
    mutating func refill() { used = 0 }

    /// Runs a function of a script, and charges its instructions and the cost of the call to the budget.
    mutating func run(_ script: any Script, _ function: () throws(ScriptError) -> Void) throws(ScriptError) {
        if isEmpty {
            let problem = "not called: earlier functions used all \(limit) instructions for this event"
            throw ScriptError("\(problem); do less in these functions")
        }
        defer { used += script.usedInstructions + Self.callCost }
        try function()
    }
}
