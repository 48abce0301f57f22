internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// Settings of a plugin of type `mqtt`.
struct MQTTSettings: Equatable, Sendable {
    var broker = BrokerAddress()
    var user: String?
    var password: Secret?
    var clientId: Template?
    var caFile: String?
    var certificateFile: String?
    var keyFile: String?
    var keepAlive = TimeSpan(microseconds: 30_000_000)
    var statusTopic: Template?
    var healthTopic: Template?
    var healthInterval = TimeSpan(microseconds: 60_000_000)
    var qos: Int32 = 1
    var retain = false
    var outbox = 1000
    var subscriptions: [MQTTSubscription] = []
    var homeAssistant: HomeAssistantSettings?

    static let table = Table<MQTTSettings>(
        "mqtt",
        "Publishes events and status to an MQTT broker; messages from the broker set properties of views, or send actions.",
        of: MQTTSettings()
    ) {
        Key("broker", .broker, \.broker, required: true, "The broker: mqtt://HOST:PORT, or mqtts:// for TLS.")
        Key("user", .name, \.user, "The user name for the broker.")
        Key("passwordFile", .secretFile, \.password, "The file that contains the password.")
        Key(
            "passwordEnvironment",
            .secretEnvironment,
            \.password,
            "The environment variable that contains the password."
        )
        Key("clientId", .settingTemplate, \.clientId, "The client id. Default: touchbridge-HOST-PLUGIN.")
        Key(
            "caFile",
            .filePath,
            \.caFile,
            "PEM file of trusted authorities. Default: the system's file. The broker's certificate is always verified."
        )
        Key("certificateFile", .filePath, \.certificateFile, "Client certificate, for brokers that require one.")
        Key("keyFile", .filePath, \.keyFile, "The private key of the client certificate, not encrypted.")
        Key(
            "keepAlive",
            .keepAlive,
            \.keepAlive,
            "Time without a message after which the broker is pinged. Default: 30s."
        )
        Key("statusTopic", .settingTopic, \.statusTopic, "Topic of the retained online/offline status.")
        Key(
            "healthTopic",
            .settingTopic,
            \.healthTopic,
            "Topic prefix of the retained health messages; `/SCREEN/PANEL` is appended."
        )
        Key(
            "healthInterval",
            .healthInterval,
            \.healthInterval,
            "Minimum interval of a panel's health messages. Default: 60s. A change of `state` is published immediately."
        )
        Key(
            "qos",
            .qualityOfService,
            \.qos,
            "Quality of service: 0 (at most once), 1 (at least once) or 2 (exactly once per connection). Default: 1."
        )
        Key("retain", .boolean, \.retain, "Whether the broker retains messages. Default: false.")
        Key(
            "outbox",
            .integer(16...100_000),
            \.outbox,
            "Maximum number of events that wait for the broker. Default: 1000."
        )
        Key(
            "subscriptions",
            // Limit mqtt-subscriptions (limits.md, Brokers and HTTP servers): maximum number of subscriptions of an
            // `mqtt` plugin. If exceeded: an error is reported at the `subscriptions:` key.
            .list(of: .table(MQTTSubscription.table), count: 0...256),
            \.subscriptions,
            "Topics whose messages set properties of views, or send actions."
        )
        Key(
            "homeAssistant",
            .booleanOrTable(HomeAssistantSettings.table, default: HomeAssistantSettings()),
            \.homeAssistant,
            "Whether panels and controls are published to Home Assistant, or the settings for publishing. Default: false."
        )
    }

    /// Returns the plugin's traits. A plugin without bindings is useful if the plugin publishes its status or
    /// subscribes to topics.
    static func traits(_ settings: MQTTSettings, _ node: Node) -> PluginTraits {
        let sets = (node["subscriptions"]?.sequence ?? []).compactMap { subscription -> PluginTraits.PropertyUse? in
            func text(_ key: String) -> Located<String>? {
                subscription[key].flatMap { node in node.scalar.map { Located($0.text, at: node.mark) } }
            }
            return text("view").map { PluginTraits.PropertyUse(view: $0, property: text("property")) }
        }
        let topics = [settings.statusTopic, settings.healthTopic]
        let publishes = topics.contains { $0 != nil } || settings.homeAssistant != nil
        let isUsefulWithoutBindings = publishes || !settings.subscriptions.isEmpty
        var traits = PluginTraits(isUsefulWithoutBindings: isUsefulWithoutBindings, sets: sets)
        traits.emits = (node["subscriptions"]?.sequence ?? []).compactMap { subscription in
            subscription["emit"].flatMap { node in node.scalar.map { Located($0.text, at: node.mark) } }
        }
        return traits
    }

    /// Reports an error for a call with an `entity` if the plugin has no `homeAssistant` settings.
    static func checkCall(_ settings: MQTTSettings, _ call: PluginCall, _ reading: Reading) {
        guard call.arguments is HomeAssistantEntity, settings.homeAssistant == nil else { return }
        reading.error(
            "'entity' has no effect without 'homeAssistant'; add 'homeAssistant: true'",
            .missingKey,
            at: call.mark
        )
    }

    /// Returns the client id, which must be unique at the broker.
    func clientID(for context: PluginContext) -> String {
        clientId?.expanded(for: context)
            ?? "touchbridge-\(Template.Escape.topic.apply(to: context.hostEnvironment.host))-\(context.name)"
    }

    /// Reports a subscription without a target, or with contradictory keys.
    private static func check(_ subscription: Node, _ reading: Reading) {
        guard subscription.mapping != nil else { return }
        if let map = subscription["map"], map.mapping?.isEmpty == true {
            reading.error("an empty 'map' ignores all messages; add values, or remove 'map'", .noEffect, at: map)
        }
        if let action = subscription["emit"] {
            for key in ["view", "property"] where subscription[key] != nil {
                reading.error(
                    "'emit' sends an action and sets no property; remove 'emit' or '\(key)'",
                    .conflict,
                    at: action
                )
                return
            }
        } else if subscription["view"] == nil {
            reading.error("a subscription needs 'view' or 'emit'; add one of them", .missingKey, at: subscription)
        } else if subscription["property"] == nil {
            for key in ["map", "scale", "offset"] {
                guard let value = subscription[key] else { continue }
                reading.error(
                    "'\(key)' needs 'property', because it converts one value; add 'property'",
                    .missingKey,
                    at: value
                )
            }
        }
    }

    /// Reports settings that contradict each other.
    static func check(_ settings: MQTTSettings, _ node: Node, _ reading: Reading) {
        func mark(_ key: String) -> Node { node[key] ?? node }
        if node["passwordFile"] != nil, node["passwordEnvironment"] != nil {
            reading.error(
                "write either 'passwordFile' or 'passwordEnvironment', not both",
                .conflict,
                at: mark("passwordEnvironment")
            )
        }
        if settings.password != nil, settings.user == nil {
            let key = node["passwordFile"] == nil ? "passwordEnvironment" : "passwordFile"
            reading.error("a password has no effect without 'user'; add 'user'", .missingKey, at: mark(key))
        }
        if !settings.broker.isEncrypted, node["broker"] != nil {
            for key in ["caFile", "certificateFile", "keyFile"] where node[key] != nil {
                let remedy = "write mqtts://, or remove '\(key)'"
                reading.error(
                    "'\(key)' needs TLS, but the broker is \(settings.broker); \(remedy)",
                    .conflict,
                    at: mark(key)
                )
            }
        }
        for subscription in node["subscriptions"]?.sequence ?? [] { check(subscription, reading) }
        if settings.healthTopic == nil, let interval = node["healthInterval"], node["healthTopic"] == nil {
            reading.error(
                "'healthInterval' has no effect without 'healthTopic'; add 'healthTopic'",
                .missingKey,
                at: interval
            )
        }
        if (settings.certificateFile == nil) != (settings.keyFile == nil) {
            let key = settings.keyFile == nil ? "certificateFile" : "keyFile"
            reading.error(
                "'certificateFile' and 'keyFile' must be set together; write both or neither",
                .missingKey,
                at: mark(key)
            )
        }
    }
}

extension Setting where Value == String {
    fileprivate static var filePath: Setting { Setting.name.map(expected: "the path of a file") { $0 } }
}

extension Setting where Value == TimeSpan {
    fileprivate static var healthInterval: Setting {
        Setting.time.map(expected: "a time from 1s to 24h") { time in
            (1_000_000...86_400_000_000).contains(time.microseconds) ? time : nil
        }
    }

    /// Accepts at least 5 s, the minimum of libmosquitto. The connection ignores fractions of a second.
    fileprivate static var keepAlive: Setting {
        Setting.time.map(expected: "a time from 5s to 18h") { time in
            (5_000_000...64_800_000_000).contains(time.microseconds) ? time : nil
        }
    }
}
