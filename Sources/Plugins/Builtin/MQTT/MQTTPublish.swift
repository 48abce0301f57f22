internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import Schema
internal import YAML

/// A message on its way.
struct MQTTMessage: Equatable {
    var topic: String
    var payload: [UInt8]
    var qos: Int32
    var retain: Bool
}

/// What `publish` is given.
struct MQTTPublish: HandlerArguments, Equatable {
    var topic: Template?
    var payload = MQTTPayload.nothing
    /// As the plugin's settings have it unless given.
    var qos: Int32?
    var retain: Bool?

    static let table = Table<MQTTPublish>("mqtt.publish", "A message to the broker.", of: MQTTPublish()) {
        Key("topic", .topic, \.topic, required: true, "Where it is published; texts put in stay within their level.")
        Key("payload", .payload, \.payload, "What it says: a text, or a list or mapping, which is sent as JSON.")
        Key("qos", .qualityOfService, \.qos, "0, 1 or 2; the plugin's own unless given.")
        Key("retain", .boolean, \.retain, "Whether the broker keeps it for who subscribes later.")
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

    /// The message for one event.
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

/// What a message says.
enum MQTTPayload: Equatable, Sendable {
    case nothing
    /// A text as it was written; one that looks like JSON is kept JSON whatever is put in.
    case text(Template, isJSON: Bool)
    /// A list or mapping.
    case value(TemplateValue)

    var templates: [Template] {
        switch self {
        case .nothing: []
        case .text(let template, _): [template]
        case .value(let value): value.templates
        }
    }

    /// What it is for one event, for traces.
    func value(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        switch self {
        case .nothing: .text("")
        case .text(let template, let isJSON):
            .text(binding.expand(template, handlerEvent, escape: isJSON ? .json : .plain))
        case .value(let value): binding.expand(value, handlerEvent)
        }
    }

    /// What is sent for one event.
    func bytes(_ handlerEvent: HandlerEvent, _ binding: Binding) -> [UInt8] {
        let value = value(handlerEvent, binding)
        if case .value = self { return Array(value.description.utf8) }
        return Array((value.text ?? "").utf8)
    }
}

extension Setting where Value == MQTTPayload {
    /// A text is taken as it is written, so that `1.0` is sent as `1.0`; lists and mappings become JSON.
    static var payload: Setting {
        Setting(expected: "a text, or a list or mapping that is sent as JSON", schema: true) { node, reading in
            guard let scalar = node.scalar else {
                return Setting<TemplateValue>.anything.read(node, reading).map { .value($0) }
            }
            guard !scalar.isNull else { return .nothing }
            return Setting<Template>.template.read(node, reading).map { .text($0, isJSON: looksLikeJSON(scalar.text)) }
        }
    }

    private static func looksLikeJSON(_ text: String) -> Bool {
        let start = text.drop { $0.isWhitespace }
        // No JSON begins with two braces, and every placeholder does.
        return ["{", "[", "\""].contains(start.first) && !start.hasPrefix("{{")
    }
}
