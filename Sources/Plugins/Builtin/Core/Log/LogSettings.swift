internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema

/// Settings of a plugin of type `log`.
struct LogSettings: Hashable, Sendable {
    var level = Logger.Level.info
    var rate = 100
    var queue = 256

    static let table = Table<LogSettings>(
        "log",
        "Writes lines to the service's log, with the event's values as journal fields.",
        of: LogSettings(),
        keys: {
            Key("level", .level, \.level, "Level of `write`. Default: info.")
            Key(
                "rate",
                .integer(1...10_000),
                \.rate,
                "Maximum lines per second; moves are dropped first. Default: 100."
            )
            Key("queue", .integer(8...10_000), \.queue, "Maximum number of waiting lines. Default: 256.")
        }
    )
}

/// Arguments of a `log` handler: severity and text.
struct LogLine: HandlerArguments, Hashable {
    /// Severity; nil means the plugin's level.
    var level: Logger.Level?
    /// Value to log; nil means all fields of the event.
    var value: TemplateValue?

    var templates: [Template] { value?.templates ?? [] }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        .text(text(handlerEvent, binding))
    }

    /// Returns the line to log. Strings are written unchanged; other values are written as JSON.
    func text(_ handlerEvent: HandlerEvent, _ binding: Binding) -> String {
        switch value {
        case .text(let template): return binding.expand(template, handlerEvent)
        case .some(let value): return binding.expand(value, handlerEvent).description
        case nil:
            let fields = binding.fields(handlerEvent).filter { $0.placeholder != .plugin && $0.placeholder != .host }
            return JSONValue.object(fields.map { .init($0.placeholder.rawValue, $0.value) }).description
        }
    }

    /// Returns the setting for the arguments of a handler with this severity.
    static func setting(_ level: Logger.Level?) -> Setting<LogLine> {
        let anything = Setting<TemplateValue>.anything
        return Setting(expected: "a string, or any value", schema: anything.schema) { node, reading in
            anything.read(node, reading).map { LogLine(level: level, value: $0) }
        }
    }
}

extension Setting where Value == Logger.Level {
    static var level: Setting {
        .choice(["error": .error, "warning": .warning, "notice": .notice, "info": .info, "debug": .debug])
    }
}
