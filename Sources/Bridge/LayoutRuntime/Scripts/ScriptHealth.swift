/// Counters of a script, for `touchbridge status`.
package struct ScriptHealth: Sendable {
    /// Calls of the script's functions, including the functions of timers.
    package internal(set) var calls = 0
    package internal(set) var failures = 0
    /// Event-clock time and message of the last failure; nil without failures.
    package private(set) var lastFailure: (time: Int64, message: String)?

    mutating func noteFailure(_ message: String, at time: Int64) {
        failures += 1
        lastFailure = (time, message)
    }
}
