internal import JSON
internal import PluginAPI

/// Retained messages on the plugin's status topic.
struct MQTTStatus {
    let topic: String
    let qos: Int32
    let host: String
    /// Whether the messages are only the words `online` and `offline`, without details.
    var isPlain = false

    /// The last will, which the broker publishes if the connection is lost. The plugin publishes the same message
    /// before it disconnects.
    var offline: MQTTMessage { message(["state": "offline", "host": .text(host)]) }

    /// Returns the message that contains the status of the service.
    func online(_ status: BridgeStatus) -> MQTTMessage {
        message([
            "state": "online",
            "host": .text(host),
            "panels": .list(status.panels.map { .text($0) }),
            "lastTouch": status.lastTouch.map { .number($0) } ?? .null,
            "idle": .boolean(status.isIdle),
        ])
    }

    private func message(_ value: JSONValue) -> MQTTMessage {
        let text = isPlain ? value["state"]?.text ?? "" : value.description
        return MQTTMessage(topic: topic, payload: Array(text.utf8), qos: qos, retain: true)
    }
}
