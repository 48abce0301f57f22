internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import PluginWorkers

/// Environment of a program: variables of the service, the event, the plugin and the call, in ascending precedence.
struct ProgramEnvironment {
    private let service: [String]
    private let withheld: [String]
    private let plugin: [Variable]

    init(of service: [String] = ServiceEnvironment.current, settings: ExecSettings) {
        self.service = service
        withheld = settings.withhold
        plugin = settings.environment
    }

    /// Returns `NAME=VALUE` strings; each name occurs once.
    func variables(_ entry: DeliveryQueue.Entry, _ own: [Variable]) -> [String] {
        var texts: [String: String] = [:]
        for (placeholder, value) in entry.binding.fields(entry.handlerEvent) {
            texts[placeholder.variable] = Self.text(value)
        }
        for variable in plugin + own {
            texts[variable.name] = entry.binding.expand(variable.value, entry.handlerEvent)
        }
        // Not cached, because a reloaded layout can add secrets, which programs must not inherit.
        return ServiceEnvironment.variables(without: withheld + texts.keys, of: service)
            + texts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    private static func text(_ value: JSONValue) -> String {
        Template.Escape.plain.apply(to: value.text ?? value.description)
    }
}
