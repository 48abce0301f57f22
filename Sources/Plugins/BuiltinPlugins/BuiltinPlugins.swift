internal import BuiltinCore
internal import BuiltinMQTT
internal import BuiltinScript
internal import BuiltinStream
internal import BuiltinUInput
internal import BuiltinWebhook
public import PluginAPI

/// The kinds of plugins that come with Touchbridge.
public enum BuiltinPlugins {
    /// All of them, in the order of their names.
    public static let all: [PluginType] = [
        ExecPlugin.type,
        LogPlugin.type,
        MQTTPlugin.type,
        ScriptPlugin.type,
        StreamPlugin.type,
        TUIOPlugin.type,
        UInputPlugin.type,
        WebhookPlugin.type,
    ]
}
