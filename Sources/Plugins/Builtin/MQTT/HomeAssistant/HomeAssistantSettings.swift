internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// Settings for publishing controls and panels to Home Assistant.
struct HomeAssistantSettings: Equatable, Sendable {
    var prefix = "homeassistant"
    var device: Template?
    var area: String?

    static let table = Table<HomeAssistantSettings>(
        "mqtt.homeAssistant",
        "Settings for publishing the kiosk to Home Assistant.",
        of: HomeAssistantSettings()
    ) {
        Key("prefix", .discoveryPrefix, \.prefix, "Home Assistant's discovery prefix. Default: homeassistant.")
        Key("device", .settingTemplate, \.device, "The name of the device. Default: the host name.")
        Key("area", .name, \.area, "The area that Home Assistant suggests for the device.")
    }
}

extension Setting where Value == String {
    /// Accepts a topic without placeholders and wildcards.
    fileprivate static var discoveryPrefix: Setting {
        let topic = Setting<Template>.settingTopic
        return topic.map { $0.placeholders.isEmpty ? $0.source : nil }
    }
}

/// Arguments of the handler `entity`.
struct HomeAssistantEntity: HandlerArguments, Equatable {
    /// Name of the entity in Home Assistant; nil means the id of the control.
    var name: String?

    var templates: [Template] { [] }

    /// Accepts the name of the entity.
    static var setting: Setting<HomeAssistantEntity> {
        Setting<String>.name.map { HomeAssistantEntity(name: $0) }
    }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue { name.map { .text($0) } ?? .null }
}
