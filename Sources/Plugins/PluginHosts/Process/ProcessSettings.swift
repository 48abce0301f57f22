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
    var patience = TimeSpan(microseconds: 10_000_000)
    var startLimit = TimeSpan(microseconds: 60_000_000)
    var restart = RestartSettings()
    var queue = 1024

    struct Variable: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// Environment as `NAME=VALUE`: variables of the service that are not withheld, and those of the layout.
    func variables(of service: [String] = ServiceEnvironment.current) -> [String] {
        ServiceEnvironment.variables(without: withhold + environment.map(\.name), of: service)
            + environment.map { "\($0.name)=\($0.value)" }
    }

    static let table = Table<ProcessSettings>(
        "process",
        "A program of your own that speaks lines of JSON; see docs/reference/plugin-protocol.md.",
        of: ProcessSettings(),
        keys: {
            Key("command", .program, \.command, required: true, "The program and its arguments.")
            Key("directory", .path, \.directory, "Where it begins; where the service was started unless given.")
            Key("environment", .variables, \.environment, "Variables that it gets beside those of the service.")
            Key("withhold", .list(of: .name), \.withhold, "Variables of the service that it does not get.")
            Key("settings", .json, \.settings, "What it is told of itself in the first message.")
            Key("startLimit", .time, \.startLimit, "How long it may take until it says 'ready'. 1min unless given.")
            Key(
                "patience",
                .time,
                \.patience,
                "How long it may read nothing, or leave a ping unanswered, before it is started anew. 10s unless given."
            )
            Key("restart", .table(RestartSettings.table), \.restart, "When it is started again after it has ended.")
            // Limit process-queue (Processes and shared objects): waiting events of a plugin process; 1024 by default.
            // Past it: newer moves replace older ones, then whole streams are dropped.
            Key("queue", .integer(8...100_000), \.queue, "How many events wait for it at most. 1024 unless given.")
        }
    )
}

/// Restart policy of a program that has ended.
struct RestartSettings: Hashable, Sendable {
    var after = TimeSpan(microseconds: 500_000)
    var atMost = TimeSpan(microseconds: 60_000_000)
    /// Maximum number of consecutive restarts; nil means unlimited.
    var tries: Int?

    static let table = Table<RestartSettings>(
        "restart",
        "When a program that has ended is started again.",
        of: RestartSettings(),
        keys: {
            Key("after", .time, \.after, "The first pause; each further one is twice as long. 500ms unless given.")
            Key("atMost", .time, \.atMost, "The longest pause; who ran that long begins anew. 1min unless given.")
            Key("tries", .integer(0...1_000_000), \.tries, "How often in a row; without an end unless given.")
        }
    )
}

extension Setting where Value == [ProcessSettings.Variable] {
    /// A mapping of variables to texts.
    fileprivate static var variables: Setting {
        let names = Setting<[Named<String>]>.dictionary(of: .text)
        return Setting(expected: "a mapping of variables", schema: names.schema) { node, reading in
            names.read(node, reading)?.compactMap { named in
                guard !named.name.contains(where: { $0 == "=" || $0 == "\0" }), !named.value.utf8.contains(0) else {
                    reading.error("a variable's name holds no '=', and neither it nor the text a NUL", at: named.mark)
                    return nil
                }
                return ProcessSettings.Variable(name: named.name, value: named.value)
            }
        }
    }
}
