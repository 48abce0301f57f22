internal import HandlerEvents
public import PluginAPI
internal import Schema

/// The kinds of plugin that people write themselves.
public enum HostedPlugins {
    public static let all: [PluginType] = [ProcessPlugin.type, LibraryPlugin.type]
}

extension HandlerType {
    /// Handlers of any name and with any arguments.
    static func any(_ summary: String) -> HandlerType {
        HandlerType("any", Setting<TemplateValue>.anything, default: .null, summary)
    }
}
