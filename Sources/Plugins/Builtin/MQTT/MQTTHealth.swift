internal import HandlerEvents
internal import InputEvents
internal import JSON
internal import Metrics
internal import PluginAPI

/// What is published of each panel, and kept by the broker: at once when it is news, and else now and then.
struct MQTTHealth {
    private let topic: String
    private let qos: Int32
    private let host: String
    /// In microseconds.
    private let interval: Int64
    /// What the present connection was given, and when.
    private var sent: [String: (health: PanelHealth, at: Int64)] = [:]

    /// Whatever a loose cable does, a panel is not published more often than this.
    private static let pause: Int64 = 1_000_000

    init(topic: String, qos: Int32, host: String, interval: Int64) {
        (self.topic, self.qos, self.host, self.interval) = (topic, qos, host, interval)
    }

    /// Another connection knows nothing of what was said on this one.
    mutating func forget() { sent.removeAll() }

    /// The next message that is due, which counts as sent.
    mutating func next(_ panels: [PanelHealth], at now: Int64) -> MQTTMessage? {
        for panel in panels {
            let topic = topic(of: panel)
            guard let due = due(panel, on: topic), due <= now else { continue }
            sent[topic] = (panel, now)
            return message(panel, on: topic)
        }
        return nil
    }

    /// When the next message is due; nil when all has been said.
    func nextTime(_ panels: [PanelHealth]) -> Int64? { panels.compactMap { due($0, on: topic(of: $0)) }.min() }

    private func due(_ panel: PanelHealth, on topic: String) -> Int64? {
        guard let last = sent[topic] else { return .min }
        guard members(of: panel) != members(of: last.health) else { return nil }
        return last.at + (panel.didChange(after: last.health) ? Self.pause : interval)
    }

    private func topic(of panel: PanelHealth) -> String {
        [topic, level(panel.screen), level(panel.panel)].joined(separator: "/")
    }

    /// One level, which has to have a name.
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
    /// Whether somebody should hear of it at once: it was plugged in, went, or touches itself.
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
        // A message has no room for a distribution.
        case .durations, nil: self = .null
        }
    }
}
