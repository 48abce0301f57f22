internal import HandlerEvents
public import PluginAPI
internal import Schema

/// The plugin types whose code is external: processes and shared objects.
public enum HostedPlugins {
    public static let all: [PluginType] = [ProcessPlugin.type, LibraryPlugin.type]
}

extension HandlerType {
    /// Returns the type of handlers with arbitrary names and arguments, which only the external code defines.
    static func any(_ summary: String) -> HandlerType {
        HandlerType("any", Setting<TemplateValue>.anything, default: .null, summary)
    }
}
