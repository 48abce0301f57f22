internal import JSON
internal import PluginAPI

/// What is published on the status topic, and kept by the broker.
struct MQTTStatus {
    let topic: String
    let qos: Int32
    let host: String

    /// The last will, and what is said when we leave.
    var offline: MQTTMessage { message(["state": "offline", "host": .text(host)]) }

    /// That we are there, and what the bridge is doing.
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
        MQTTMessage(topic: topic, payload: Array(value.description.utf8), qos: qos, retain: true)
    }
}
