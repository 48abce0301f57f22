internal import HandlerEvents
public import PluginAPI
internal import Schema

/// The kinds of external plugins: processes and shared objects.
public enum HostedPlugins {
    public static let all: [PluginType] = [ProcessPlugin.type, LibraryPlugin.type]
}

extension HandlerType {
    /// Accepts handlers of any name with any arguments.
    static func any(_ summary: String) -> HandlerType {
        HandlerType("any", Setting<TemplateValue>.anything, default: .null, summary)
    }
}
