internal import BuiltinCore
internal import BuiltinMQTT
internal import BuiltinScript
internal import BuiltinStream
internal import BuiltinUInput
internal import BuiltinWebhook
public import PluginAPI

/// The plugin types that are built into Touchbridge.
public enum BuiltinPlugins {
    /// All built-in plugin types, sorted by name.
    public static let all: [PluginType] = [
        ExecPlugin.type,
        LogPlugin.type,
        MQTTPlugin.type,
        ResetPlugin.type,
        ScriptPlugin.type,
        StreamPlugin.type,
        TUIOPlugin.type,
        UInputPlugin.type,
        WebhookPlugin.type,
    ]
}
