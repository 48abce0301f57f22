internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import Schema
internal import YAML

/// A message to be published.
struct MQTTMessage: Equatable {
    var topic: String
    var payload: [UInt8]
    var qos: Int32
    var retain: Bool
}

/// Arguments of the handler `publish`.
struct MQTTPublish: HandlerArguments, Equatable {
    var topic: Template?
    var payload = MQTTPayload.nothing
    /// Quality of service; nil means the plugin's setting.
    var qos: Int32?
    var retain: Bool?

    static let table = Table<MQTTPublish>("mqtt.publish", "A message to the broker.", of: MQTTPublish()) {
        Key(
            "topic",
            .topic,
            \.topic,
            required: true,
            "The topic. `/`, `+`, `#` and `$` in substituted texts become `_`."
        )
        Key("payload", .payload, \.payload, "A string, or a list or mapping that is sent as JSON.")
        Key("qos", .qualityOfService, \.qos, "Quality of service: 0, 1 or 2. Default: the plugin's `qos`.")
        Key("retain", .boolean, \.retain, "Whether the broker retains the message. Default: the plugin's `retain`.")
    }

    var templates: [Template] { [topic].compactMap(\.self) + payload.templates }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        var members = [
            JSONValue.Member("topic", .text(topicText(handlerEvent, binding))),
            JSONValue.Member("payload", payload.value(handlerEvent, binding)),
        ]
        if let qos { members.append(.init("qos", .number(Double(qos)))) }
        if let retain { members.append(.init("retain", .boolean(retain))) }
        return .object(members)
    }

    func message(_ handlerEvent: HandlerEvent, _ binding: Binding, _ settings: MQTTSettings) -> MQTTMessage {
        MQTTMessage(
            topic: topicText(handlerEvent, binding),
            payload: payload.bytes(handlerEvent, binding),
            qos: qos ?? settings.qos,
            retain: retain ?? settings.retain
        )
    }

    private func topicText(_ handlerEvent: HandlerEvent, _ binding: Binding) -> String {
        topic.map { binding.expand($0, handlerEvent, escape: .topic) } ?? ""
    }
}

/// Payload of a message; can contain placeholders.
enum MQTTPayload: Equatable, Sendable {
    case nothing
    /// A string. If the string looks like JSON, substituted strings are escaped for JSON.
    case text(Template, isJSON: Bool)
    case value(TemplateValue)

    var templates: [Template] {
        switch self {
        case .nothing: []
        case .text(let template, _): [template]
        case .value(let value): value.templates
        }
    }

    /// Returns the payload for one event as JSON, for traces.
    func value(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        switch self {
        case .nothing: .text("")
        case .text(let template, let isJSON):
            .text(binding.expand(template, handlerEvent, escape: isJSON ? .json : .plain))
        case .value(let value): binding.expand(value, handlerEvent)
        }
    }

    /// Returns the payload for one event as bytes.
    func bytes(_ handlerEvent: HandlerEvent, _ binding: Binding) -> [UInt8] {
        let value = value(handlerEvent, binding)
        if case .value = self { return Array(value.description.utf8) }
        return Array((value.text ?? "").utf8)
    }
}

extension Setting where Value == MQTTPayload {
    /// Accepts a payload: a scalar is sent unchanged (`1.0`, not `1`), a list or mapping is sent as JSON.
    static var payload: Setting {
        Setting(expected: "a string, or a list or mapping that is sent as JSON", schema: true) { node, reading in
            guard let scalar = node.scalar else {
                return Setting<TemplateValue>.anything.read(node, reading).map { .value($0) }
            }
            guard !scalar.isNull else { return .nothing }
            return Setting<Template>.template.read(node, reading).map { .text($0, isJSON: looksLikeJSON(scalar.text)) }
        }
    }

    private static func looksLikeJSON(_ text: String) -> Bool {
        let start = text.drop { $0.isWhitespace }
        // A string that begins with two braces begins with a placeholder and is not JSON.
        return ["{", "[", "\""].contains(start.first) && !start.hasPrefix("{{")
    }
}
