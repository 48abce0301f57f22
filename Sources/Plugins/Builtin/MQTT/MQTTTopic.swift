internal import CMosquitto
internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// The rules of topics, as libmosquitto knows them.
///
/// They are asked of a template's source: no placeholder's name holds a sign that means something in a topic, and what a
/// placeholder stands for is made harmless before it is put in.
extension Setting where Value == Template {
    /// A topic that handlers publish to.
    static var topic: Setting {
        checked(.template, "a topic without '+' and '#'") { mosquitto_pub_topic_check($0) == succeeded && !$0.isEmpty }
    }

    /// A topic of the settings.
    static var settingTopic: Setting {
        checked(.settingTemplate, "a topic without '+' and '#'") {
            mosquitto_pub_topic_check($0) == succeeded && !$0.isEmpty
        }
    }

    /// What subscriptions name: a topic, in which a level may be '+' and the last one '#'.
    static var topicFilter: Setting {
        checked(.settingTemplate, "a topic with '+' for a level or '#' for its rest") {
            mosquitto_sub_topic_check($0) == succeeded && !$0.isEmpty && !$0.hasPrefix("$share/")
        }
    }

    private static func checked(
        _ template: Setting,
        _ expected: String,
        _ isRight: @escaping @Sendable (String) -> Bool
    ) -> Setting {
        Setting(expected: expected, schema: ["type": "string", "minLength": 1]) { node, reading in
            guard let value = template.read(node, reading) else { return nil }
            if isRight(value.source) { return value }
            reading.error("\(expected) is expected here, and not \(node.kind)", at: node)
            return nil
        }
    }
}

extension Setting where Value == Int32 {
    /// How surely a message is delivered.
    static var qualityOfService: Setting {
        Setting<Int>.integer(0...2).map { Int32($0) }
    }
}

/// What libmosquitto's functions return when all is well.
let succeeded = MOSQ_ERR_SUCCESS.rawValue
