internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import PluginWorkers

/// Creates the messages that configure Home Assistant's entities and device triggers.
struct HomeAssistantDiscovery {
    private let names: HomeAssistantNames
    private let qos: Int32
    /// JSON members that describe the availability; part of the configuration of every entity.
    private let availability: [JSONValue.Member]
    private let device: JSONValue

    init(
        _ settings: HomeAssistantSettings,
        _ names: HomeAssistantNames,
        qos: Int32,
        _ context: PluginContext,
        statusTopic: String? = nil
    ) {
        (self.names, self.qos) = (names, qos)
        var device: [JSONValue.Member] = [
            .init("identifiers", [.text(names.node)]),
            .init("name", .text(settings.device?.expanded(for: context) ?? context.hostEnvironment.host)),
            .init("manufacturer", "Touchbridge"),
        ]
        if let area = settings.area { device.append(.init("suggested_area", .text(area))) }
        self.device = .object(device)
        availability =
            statusTopic.map {
                [
                    .init("availability_topic", .text($0)),
                    .init("availability_template", "{{ value_json.state }}"),
                ]
            } ?? [.init("availability_topic", .text(names.availability))]
    }

    func all(_ controls: [HomeAssistantControl], _ panels: [HomeAssistantPanel]) -> [MQTTMessage] {
        controls.flatMap(messages) + panels.map(message) + [lastTouch]
    }

    private func messages(of control: HomeAssistantControl) -> [MQTTMessage] {
        let id = control.objectID
        let state = JSONValue.Member("state_topic", .text(names.state(id)))
        let command: [JSONValue.Member] = [
            .init("command_topic", .text(names.command(id))), .init("qos", .number(Double(qos))),
        ]
        switch control.kind {
        case .toggle: return [entity("switch", id, control.name, [state] + command)]
        case .slider(let minimum, let maximum):
            let range: [JSONValue.Member] = [
                .init("min", .number(minimum)), .init("max", .number(maximum)), .init("step", .number(control.step)),
                .init("mode", "slider"),
            ]
            return [entity("number", id, control.name, [state] + command + range)]
        case .button:
            let event: [JSONValue.Member] = [
                .init("state_topic", .text(names.event(id))), .init("device_class", "button"),
                .init("event_types", .list(control.events.map { .text($0.rawValue) })),
                .init("qos", .number(Double(qos))),
            ]
            return [entity("event", id, control.name, event)] + control.events.map { trigger($0, of: control) }
        case nil: return []
        }
    }

    private func trigger(_ event: EventName, of control: HomeAssistantControl) -> MQTTMessage {
        let members: JSONValue = [
            "automation_type": "trigger", "type": .text(event.triggerType), "subtype": .text(control.name),
            "topic": .text(names.event(control.objectID)), "payload": .text(event.rawValue),
            "value_template": "{{ value_json.event_type }}", "qos": .number(Double(qos)), "device": device,
        ]
        return message("device_automation", "\(control.objectID)_\(event.rawValue)", members)
    }

    private func message(of panel: HomeAssistantPanel) -> MQTTMessage {
        entity(
            "binary_sensor",
            "panel_\(panel.objectID)",
            panel.name,
            [
                .init("state_topic", .text(names.panel(panel.objectID))), .init("device_class", "connectivity"),
                .init("entity_category", "diagnostic"),
            ]
        )
    }

    private var lastTouch: MQTTMessage {
        entity(
            "sensor",
            "last_touch",
            "Last touch",
            [
                .init("state_topic", .text(names.lastTouch)), .init("device_class", "timestamp"),
                .init("entity_category", "diagnostic"),
            ]
        )
    }

    private func entity(_ component: String, _ id: String, _ name: String, _ own: [JSONValue.Member]) -> MQTTMessage {
        let common: [JSONValue.Member] = [
            .init("name", .text(name)), .init("unique_id", .text("\(names.node)/\(id)")),
        ]
        let origin = JSONValue.Member("origin", ["name": "Touchbridge"])
        return message(component, id, .object(common + own + availability + [.init("device", device), origin]))
    }

    private func message(_ component: String, _ objectID: String, _ value: JSONValue) -> MQTTMessage {
        let topic = names.configuration(component, objectID)
        return MQTTMessage(topic: topic, payload: Array(value.description.utf8), qos: qos, retain: true)
    }
}

extension EventName {
    /// Type of the device trigger. Home Assistant translates the names of `button_short_press` and
    /// `button_double_press`.
    fileprivate var triggerType: String {
        switch self {
        case .touchUpInside: "button_short_press"
        case .touchDownRepeat: "button_double_press"
        default: rawValue
        }
    }
}
