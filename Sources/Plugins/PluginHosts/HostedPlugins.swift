public import PluginAPI

/// The kinds of plugin that people write themselves.
public enum HostedPlugins {
    public static let all: [PluginType] = [ProcessPlugin.type, LibraryPlugin.type]
}
