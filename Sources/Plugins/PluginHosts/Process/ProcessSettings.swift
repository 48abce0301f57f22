internal import JSON
internal import Platform
internal import Schema

/// Settings of a plugin of type `process`.
struct ProcessSettings: Hashable, Sendable {
    var command: [String] = []
    var directory: String?
    var environment: [Variable] = []
    var withhold: [String] = []
    var settings: JSONValue = .object([])
    var timeout = TimeSpan(microseconds: 10_000_000)
    var startLimit = TimeSpan(microseconds: 60_000_000)
    var restart = RestartSettings()
    var queue = 1024

    struct Variable: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// Returns the environment as `NAME=VALUE` strings: the service's variables, except withheld variables, and the
    /// layout's variables.
    func variables(of service: [String] = ServiceEnvironment.current) -> [String] {
        ServiceEnvironment.variables(without: withhold + environment.map(\.name), of: service)
            + environment.map { "\($0.name)=\($0.value)" }
    }

    static let table = Table<ProcessSettings>(
        "process",
        "Runs a program that exchanges lines of JSON with Touchbridge; see docs/reference/plugin-protocol.md.",
        of: ProcessSettings(),
        keys: {
            Key("command", .program, \.command, required: true, "The program and its arguments.")
            Key("directory", .path, \.directory, "The working directory. Default: the service's directory.")
            Key("environment", .variables, \.environment, "Environment variables in addition to the service's.")
            Key(
                "withhold",
                .list(of: .name),
                \.withhold,
                "Environment variables of the service that the program does not inherit."
            )
            Key("settings", .json, \.settings, "Settings for the program, sent in the first message.")
            Key("startLimit", .time, \.startLimit, "Time limit for the `ready` message. Default: 1min.")
            Key(
                "timeout",
                .time,
                \.timeout,
                formerly: "patience",
                "Time after which a program that reads no messages or answers no ping is restarted. Default: 10s."
            )
            Key(
                "restart",
                .table(RestartSettings.table),
                \.restart,
                "Settings for restarts after the program has ended."
            )
            // Limit process-queue (limits.md, Processes and shared objects): maximum number of waiting events of a
            // plugin process (default 1024). If exceeded: newer moves replace older moves; if the queue stays full,
            // whole streams are dropped.
            //
            // A stream consists of all events of one touch, gesture or press.
            Key("queue", .integer(8...100_000), \.queue, "Maximum number of waiting events. Default: 1024.")
        }
    )
}

/// Restart policy for a program that has ended.
struct RestartSettings: Hashable, Sendable {
    var after = TimeSpan(microseconds: 500_000)
    var atMost = TimeSpan(microseconds: 60_000_000)
    /// Maximum number of consecutive restarts; nil means unlimited.
    var tries: Int?

    static let table = Table<RestartSettings>(
        "restart",
        "Settings for restarts after the program has ended.",
        of: RestartSettings(),
        keys: {
            Key(
                "after",
                .time,
                \.after,
                "Pause before the first restart; each further pause is doubled. Default: 500ms."
            )
            Key(
                "atMost",
                .time,
                \.atMost,
                "Maximum pause before a restart. If the program has run for at least this time, the pause is reset to "
                    + "`after`. Default: 1min."
            )
            Key(
                "tries",
                .integer(0...1_000_000),
                \.tries,
                "Maximum number of consecutive restarts. Default: unlimited."
            )
        }
    )
}

extension Setting where Value == [ProcessSettings.Variable] {
    /// Accepts a mapping of environment variables to strings.
    fileprivate static var variables: Setting {
        let names = Setting<[Named<String>]>.dictionary(of: .text)
        return Setting(expected: "a mapping of variables", schema: names.schema) { node, reading in
            names.read(node, reading)?.compactMap { named in
                guard !named.name.contains(where: { $0 == "=" || $0 == "\0" }), !named.value.utf8.contains(0) else {
                    let rule = "the name of an environment variable must not contain '=' or NUL"
                    let message = "\(rule), and the value must not contain NUL"
                    reading.error(message, .wrongName, at: named.mark)
                    return nil
                }
                return ProcessSettings.Variable(name: named.name, value: named.value)
            }
        }
    }
}
