internal import CMosquitto
internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// Settings for topics, checked with libmosquitto's functions.
///
/// The template is checked before expansion, without the formats of its placeholders. This is sufficient: placeholder
/// names contain no special characters of MQTT topics, and expansion escapes the values. Without libmosquitto, any
/// topic is accepted, because the plugin cannot run.
extension Setting where Value == Template {
    static var topic: Setting {
        checked(.template, "a topic without '+' and '#'") { mosquitto.pub_topic_check($0) == succeeded && !$0.isEmpty }
    }

    /// Accepts a topic in the plugin's settings, where fewer placeholders are allowed.
    static var settingTopic: Setting {
        checked(.settingTemplate, "a topic without '+' and '#'") {
            mosquitto.pub_topic_check($0) == succeeded && !$0.isEmpty
        }
    }

    /// Accepts a topic filter: any level can be `+`, and the last level can be `#`.
    static var topicFilter: Setting {
        checked(.settingTemplate, "a topic filter such as kiosk/+/volume or kiosk/#") {
            mosquitto.sub_topic_check($0) == succeeded && !$0.isEmpty && !$0.hasPrefix("$share/")
        }
    }

    private static func checked(
        _ template: Setting,
        _ expected: String,
        _ isRight: @escaping @Sendable (String) -> Bool
    ) -> Setting {
        Setting(expected: expected, schema: ["type": "string", "minLength": 1]) { node, reading in
            guard let value = template.read(node, reading) else { return nil }
            if !MQTTLibrary.isLoaded || isRight(value.withPlainPlaceholders) { return value }
            reading.expected(expected, not: node.kind, at: node)
            return nil
        }
    }
}

extension Setting where Value == Int32 {
    /// Accepts the MQTT quality of service, 0 to 2.
    static var qualityOfService: Setting {
        Setting<Int>.integer(0...2).map { Int32($0) }
    }
}
