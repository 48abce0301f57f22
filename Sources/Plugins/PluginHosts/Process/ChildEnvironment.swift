internal import Platform
internal import PluginAPI

/// The variables that a program of people's own gets.
enum ChildEnvironment {
    /// As `NAME=VALUE`: the service's own but for what is withheld, and what the layout adds.
    static func variables(_ settings: ProcessSettings, of service: [String] = ServiceEnvironment.current) -> [String] {
        let own = settings.environment
        return ServiceEnvironment.variables(without: settings.withhold + own.map(\.name), of: service)
            + own.map { "\($0.name)=\($0.value)" }
    }
}
