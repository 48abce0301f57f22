public import PluginAPI

/// The kinds of plugins that come with Touchbridge.
public enum BuiltinPlugins {
    public static let all: [PluginType] = [
        ExecPlugin.type,
        LogPlugin.type,
        MQTTPlugin.type,
        TUIOPlugin.type,
        WebhookPlugin.type,
    ]
}
