internal import CMosquitto
internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// Topic settings, checked by the rules of libmosquitto.
///
/// The source of a template is checked: no placeholder's name contains a special character of topics, and expansion
/// escapes values. Without the library topics are not checked: no plugin can use them.
extension Setting where Value == Template {
    static var topic: Setting {
        checked(.template, "a topic without '+' and '#'") { mosquitto.pub_topic_check($0) == succeeded && !$0.isEmpty }
    }

    /// A topic in the plugin's settings, which allows fewer placeholders.
    static var settingTopic: Setting {
        checked(.settingTemplate, "a topic without '+' and '#'") {
            mosquitto.pub_topic_check($0) == succeeded && !$0.isEmpty
        }
    }

    /// A topic filter: a level may be `+`, the last one `#`.
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
            if !MQTTLibrary.isLoaded || isRight(value.source) { return value }
            reading.error("\(expected) is expected here, not \(node.kind)", at: node)
            return nil
        }
    }
}

extension Setting where Value == Int32 {
    /// MQTT quality of service, 0 to 2.
    static var qualityOfService: Setting {
        Setting<Int>.integer(0...2).map { Int32($0) }
    }
}
