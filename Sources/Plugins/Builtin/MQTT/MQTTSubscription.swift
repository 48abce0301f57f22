internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import Schema

/// A topic filter whose messages set properties of a view, or send an action.
struct MQTTSubscription: Equatable, Sendable {
    var topic: Template?
    /// The view whose properties a message sets; nil if a message sends an action.
    var view: String?
    /// The action that a message sends.
    var action: String?
    /// Property that a message sets; nil if each message is a JSON object of properties.
    var property: String?
    var conversion = PayloadConversion()

    static let table = Table<MQTTSubscription>(
        "mqtt.subscriptions",
        "A topic whose messages set properties of a view, or send an action.",
        of: MQTTSubscription()
    ) {
        Key("topic", .topicFilter, \.topic, required: true, "The topic filter; `{{host}}` is this machine's name.")
        Key("view", .name, \.view, "The id of the view whose properties a message sets.")
        Key(
            "emit",
            .name,
            \.action,
            "The action that a message sends; cannot be combined with `view`. The message is the action's `{{value}}`."
        )
        Key(
            "property",
            .name,
            \.property,
            "The property of the view that a message sets. Without this key, the message must be a JSON object of properties."
        )
        Key("path", .jsonPath, \.conversion.path, "The part of a JSON message that is used, as in `state.brightness`.")
        Key(
            "map",
            .dictionary(of: .jsonScalar),
            \.conversion.map,
            "Values that replace received values, as in `{ open: true, closed: false }`. Other values are ignored."
        )
        Key("scale", .number, \.conversion.scale, "The factor by which a received number is multiplied. Default: 1.")
        Key("offset", .number, \.conversion.offset, "The number that is added after `scale`. Default: 0.")
    }
}

extension MQTTSubscription {
    /// Limit mqtt-message-bytes (limits.md, Brokers and HTTP servers): maximum number of bytes of an MQTT message. If
    /// exceeded: the message is ignored and logged.
    static let payloadLimit = 64 * 1024
    /// Limit mqtt-json-depth (limits.md, Brokers and HTTP servers): maximum depth of nested JSON values in an MQTT
    /// message. If exceeded: the message is ignored and logged.
    private static let depthLimit = 16
    /// Limit mqtt-text-bytes (limits.md, Brokers and HTTP servers): maximum number of bytes of an MQTT message that is
    /// not JSON. If exceeded: the message is ignored and logged.
    private static let textLimit = 4096

    /// Reason why a message is ignored.
    struct Refusal: Error, Equatable {
        var reason: String
    }

    /// Converts a payload to a command.
    func command(for payload: [UInt8]) throws(Refusal) -> TreeCommand {
        let value = try conversion.apply(to: Self.value(of: payload))
        if let action { return .emit(action: action, value: try Self.number(value)) }
        let view = view ?? ""
        if let property { return .set(view: view, properties: .object([.init(property, value)])) }
        guard case .object = value else {
            let part = conversion.path.isEmpty ? "payload" : "part at '\(conversion.path.joined(separator: "."))'"
            throw Refusal(reason: "the \(part) is not a JSON object, and the subscription has no 'property'")
        }
        return .set(view: view, properties: value)
    }

    /// Returns the number that an action passes to handlers.
    private static func number(_ value: JSONValue) throws(Refusal) -> Double {
        if let number = value.actionValue { return number }
        throw Refusal(reason: "an action needs a number or a state, not \(value.shown); add 'map' or 'path'")
    }

    /// Parses the payload as JSON. A payload that does not begin with `{`, `[` or `"` may also be plain text.
    private static func value(of payload: [UInt8]) throws(Refusal) -> JSONValue {
        guard payload.count <= payloadLimit else {
            throw Refusal(reason: "the payload has \(payload.count) bytes; the limit is \(payloadLimit)")
        }
        do {
            return try JSONValue(parsing: payload, depth: depthLimit)
        } catch {
            let text = String(validating: payload, as: UTF8.self)
            guard let text, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                throw Refusal(reason: "the payload is neither JSON nor plain text")
            }
            guard let first = text.first(where: { $0 != " " }), !["{", "[", "\""].contains(first) else {
                throw Refusal(reason: "the payload is not valid JSON (\(error))")
            }
            guard payload.count <= textLimit else {
                throw Refusal(reason: "the payload is a string of \(payload.count) bytes; the limit is \(textLimit)")
            }
            return .text(text)
        }
    }
}
