internal import HandlerEvents
internal import InputEvents
internal import JSON
internal import Metrics
internal import PluginAPI

/// Publishes the health of each touch panel as a retained message. Changes of the panel's state or of ghost touches
/// (touches without a finger) are published within a second. Other changes are published at longer intervals.
struct MQTTHealth {
    private let topic: String
    private let qos: Int32
    private let host: String
    /// Minimum interval between messages that report no state change, in microseconds.
    private let interval: Int64
    /// Health that was last sent on this connection, and the monotonic time of sending in microseconds, by topic.
    private var sent: [String: (health: PanelHealth, at: Int64)] = [:]

    /// Minimum interval between all messages of one panel, in microseconds. Limits the messages of a panel that
    /// reconnects repeatedly.
    private static let minimumInterval: Int64 = 1_000_000

    init(topic: String, qos: Int32, host: String, interval: Int64) {
        (self.topic, self.qos, self.host, self.interval) = (topic, qos, host, interval)
    }

    /// Discards the record of sent messages because the connection was lost.
    mutating func forget() { sent.removeAll() }

    /// Returns the next message that is due and marks the message as sent; returns nil if no message is due.
    mutating func next(_ panels: [PanelHealth], at now: Int64) -> MQTTMessage? {
        for panel in panels {
            let topic = topic(of: panel)
            guard let due = due(panel, on: topic), due <= now else { continue }
            sent[topic] = (panel, now)
            return message(panel, on: topic)
        }
        return nil
    }

    /// Returns the time of the next message; nil if no panel's health has changed.
    func nextTime(_ panels: [PanelHealth]) -> Int64? { panels.compactMap { due($0, on: topic(of: $0)) }.min() }

    private func due(_ panel: PanelHealth, on topic: String) -> Int64? {
        guard let last = sent[topic] else { return .min }
        guard members(of: panel) != members(of: last.health) else { return nil }
        return last.at + (panel.didChange(after: last.health) ? Self.minimumInterval : interval)
    }

    private func topic(of panel: PanelHealth) -> String {
        [topic, level(panel.screen), level(panel.panel)].joined(separator: "/")
    }

    /// Returns the string as an MQTT topic level that is not empty.
    private func level(_ text: String) -> String {
        let level = Template.Escape.topic.apply(to: text)
        return level.isEmpty ? "_" : level
    }

    private func message(_ panel: PanelHealth, on topic: String) -> MQTTMessage {
        let value = JSONValue.object(members(of: panel))
        return MQTTMessage(topic: topic, payload: Array(value.description.utf8), qos: qos, retain: true)
    }

    private func members(of panel: PanelHealth) -> [JSONValue.Member] {
        let state = [
            JSONValue.Member("state", .text(panel.state.rawValue)),
            JSONValue.Member("host", .text(host)),
            JSONValue.Member("screen", .text(panel.screen)),
            JSONValue.Member("panel", .text(panel.panel)),
        ]
        return state + panel.metrics.members.map { JSONValue.Member($0.name, JSONValue($0.sample)) }
    }
}

extension PanelHealth {
    /// Whether the panel's state or ghost touches have changed. If so, a message is due before the interval for other
    /// changes ends.
    fileprivate func didChange(after other: PanelHealth) -> Bool {
        state != other.state || metrics.hasGhost != other.metrics.hasGhost || metrics.ghosts != other.metrics.ghosts
    }
}

extension JSONValue {
    fileprivate init(_ sample: MetricSample?) {
        switch sample {
        case .integer(let value): self = .number(Double(value))
        case .number(let value): self = .number(value)
        case .flag(let value): self = .boolean(value)
        // Duration histograms are not published.
        case .durations, nil: self = .null
        }
    }
}
