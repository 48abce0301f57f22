public import PluginAPI

/// The kinds of plugins that come with Touchbridge.
public enum BuiltinPlugins {
    /// All of them, in the order of their names.
    public static var all: [PluginType] {
        [
            StreamPlugin.type
        ]
    }
}
