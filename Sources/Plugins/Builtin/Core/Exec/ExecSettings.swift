internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema
internal import YAML

/// Settings of a plugin of type `exec`.
struct ExecSettings: Hashable, Sendable {
    /// Time limit of a program; nil means unlimited.
    var timeLimit: TimeSpan? = TimeSpan(microseconds: 30_000_000)
    var grace = TimeSpan(microseconds: 2_000_000)
    var concurrency = 4
    var queue = 64
    var directory: String?
    var environment: [Variable] = []
    var withhold: [String] = []
    var outputRate = 20

    static let table = Table<ExecSettings>(
        "exec",
        "Runs programs directly, without a shell.",
        of: ExecSettings(),
        keys: {
            Key("timeLimit", .timeLimit, \.timeLimit, "Time limit of a program. Default: 30s.")
            Key("grace", .time, \.grace, "Time between SIGTERM and SIGKILL. Default: 2s.")
            Key("concurrency", .integer(1...64), \.concurrency, "Maximum number of programs at a time. Default: 4.")
            // Limit exec-queue (limits.md, Programs): maximum number of programs that wait to be started (default 64).
            // If exceeded: further programs are refused, and a message is logged.
            Key("queue", .integer(8...10_000), \.queue, "Maximum number of waiting programs. Default: 64.")
            Key("directory", .workingDirectory, \.directory, "The working directory. Default: the service's directory.")
            Key("environment", .variables, \.environment, "Environment variables in addition to the service's.")
            Key(
                "withhold",
                .list(of: .name),
                \.withhold,
                "Environment variables of the service that programs do not inherit."
            )
            Key(
                "outputRate",
                .integer(0...1000),
                \.outputRate,
                "Maximum output lines per second in the log. Default: 20."
            )
        }
    )
}

extension Setting where Value == String {
    /// Accepts the path of a working directory.
    static var workingDirectory: Setting { name.described("a path") }
}

/// An environment variable of a program.
struct Variable: Hashable, Sendable {
    var name: String
    var value: Template
}

/// Arguments of the handler `run`.
struct ExecCommand: HandlerArguments, Hashable {
    var arguments: [Template] = []
    /// Time limit of this program. Nil means the plugin's limit; `.some(nil)` means unlimited.
    var timeLimit: TimeSpan??
    var environment: [Variable] = []
    var directory: String?
    /// Name of the action sent for each line of standard output with a number or a Boolean.
    var emits: String?

    /// The program's name or path as written in the layout; contains no placeholders.
    var program: String { arguments.first?.source ?? "" }

    var templates: [Template] { arguments + environment.map(\.value) }
}

extension Setting where Value == TimeSpan? {
    /// Accepts a time span or the word `none`.
    static var timeLimit: Setting {
        let time = Setting<TimeSpan>.positiveTime
        return Setting(
            expected: "\(time.expected), or none",
            schema: ["anyOf": [time.schema, ["const": "none"]]]
        ) { node, reading in
            node.scalar?.text == "none" ? .some(nil) : time.read(node, reading).map { .some($0) }
        }
    }
}

extension Setting where Value == [Variable] {
    /// Accepts a mapping of environment variables to strings.
    static var variables: Setting {
        let names = Setting<[Named<Template>]>.dictionary(of: .argument)
        return Setting(expected: "a mapping of variables", schema: names.schema) { node, reading in
            names.read(node, reading)?.compactMap { named in
                guard !named.name.contains(where: { $0 == "=" || $0 == "\0" }) else {
                    let message = "the name of an environment variable must not contain '=' or a NUL character"
                    reading.error(message, .wrongName, at: named.mark)
                    return nil
                }
                return Variable(name: named.name, value: named.value)
            }
        }
    }
}
