import Bridge
import BuiltinMQTT
import Foundation
import JSON
import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests the Home Assistant entities of controls and panels, with a real broker.
@Suite(.tags(.broker)) struct `Home Assistant` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
    private let node = "touchbridge/touchbridge-kiosk-7-bus"

    private let layout = """
        screens: [{ size: [400, 400] }]
        root:
          id: page
          subviews:
            - id: bell
              class: Button
              frame: [0, 0, 100, 100]
              on: { touchDown: bus.entity, touchUpInside: { bus.entity: Doorbell } }
            - id: hall light
              class: Switch
              frame: [100, 0, 100, 100]
              on: { valueChanged: [bus.entity: Hall light, bus.publish: { topic: echo/light, payload: "{{value}}" }] }
            - id: volume
              class: Slider
              range: [0, 100]
              value: 40
              frame: [0, 200, 300, 31]
              on: { valueChanged: bus.entity }
            - { id: secret, class: Button, frame: [0, 300, 100, 100], on: { touchUpInside: out.write } }
        """

    private func stage(_ settings: String = "homeAssistant: true") async throws -> HomeAssistantStage {
        try await HomeAssistantStage(layout, settings: settings, on: try await Broker())
    }

    private func topic(_ component: String, _ id: String) -> String {
        "homeassistant/\(component)/touchbridge-kiosk-7-bus/\(id)/config"
    }

    @Test func `the schemas of Home Assistant accept all configurations`() async throws {
        let python = try Program.run("/usr/bin/bash", [Self.root.path + "/Tests/HomeAssistant/install"])
            .trimmingCharacters(in: .newlines)
        func validate(_ messages: [String: String]) throws {
            let lines = messages.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
            let output = try Program.run(python, [Self.root.path + "/Tests/HomeAssistant/validate.py"], input: lines)
            #expect(output.split(separator: "\n").filter { $0.hasPrefix("ok ") }.count == messages.count, "\(output)")
        }
        let plain = try await stage()
        var status = BridgeStatus()
        status.health = [PanelHealth(panel: "ELAN Touchscreen", screen: "lobby")]
        plain.pipeline.plugins.plugin("bus")?.statusChanged(status)
        try await plain.untilAnnounced()
        try await plain.eventually("the panel is announced") { plain.configurations.count == 7 }
        try validate(plain.configurations)
        let full = try await stage(
            "statusTopic: s, qos: 2, homeAssistant: { prefix: homeassistant, device: \"Kiosk {{host}}\", area: Lobby }"
        )
        try await full.untilAnnounced()
        try validate(full.configurations)
        let switched = try full.json(topic("switch", "hall_light"))
        #expect(switched["availability_topic"] == "s")
        #expect(switched["availability_template"] == "{{ value_json.state }}")
        #expect(switched["device"]?["name"] == "Kiosk kiosk-7")
        #expect(switched["device"]?["suggested_area"] == "Lobby")
        // Checks that the validator itself detects errors.
        let wrong = try Program(
            python,
            [Self.root.path + "/Tests/HomeAssistant/validate.py"],
            input: topic("switch", "a") + " {\"nonsense\": 1}\n"
        )
        try await full.eventually("the validation ends") { !wrong.isRunning }
        #expect(wrong.text.contains("required key not provided @ data['command_topic']"), "\(wrong.text)")
    }

    @Test func `each kind of control has its entity, and controls without a call of 'entity' have none`() async throws {
        let stage = try await stage()
        try await stage.untilAnnounced()
        #expect(
            stage.configurations.keys.sorted() == [
                topic("device_automation", "bell_touchDown"), topic("device_automation", "bell_touchUpInside"),
                topic("event", "bell"), topic("number", "volume"), topic("sensor", "last_touch"),
                topic("switch", "hall_light"),
            ]
        )
        let number = try stage.json(topic("number", "volume"))
        #expect(number["min"] == 0 && number["max"] == 100 && number["step"] == 1 && number["name"] == "volume")
        let event = try stage.json(topic("event", "bell"))
        #expect(event["event_types"] == ["touchDown", "touchUpInside"])
        let light = try stage.json(topic("switch", "hall_light"))
        #expect(light["name"] == "Hall light" && light["availability_topic"] == .text("\(node)/availability"))
        #expect(light["device"]?["name"] == "kiosk-7")
        try await stage.eventually("the states are published") {
            stage.payloads("\(node)/hall_light/state") == ["OFF"] && stage.payloads("\(node)/volume/state") == ["40"]
                && stage.payloads("\(node)/availability") == ["online"]
        }
        #expect(stage.complaints == [])
    }

    @Test func `touches are published as events and states`() async throws {
        let stage = try await stage()
        try await stage.untilAnnounced()
        stage.tap(50, 50)
        stage.tap(150, 50)
        try await stage.eventually("the events are published") {
            stage.payloads("\(node)/bell/event") == [
                #"{"event_type":"touchDown"}"#, #"{"event_type":"touchUpInside"}"#,
            ]
                && stage.payloads("\(node)/hall_light/state") == ["OFF", "ON"]
        }
    }

    @Test func `a command sets the control and calls its handlers once, and the state is published`() async throws {
        let stage = try await stage()
        try await stage.untilAnnounced()
        try await stage.eventually("the state is published") { stage.payloads("\(node)/hall_light/state") == ["OFF"] }
        try stage.broker.publish("\(node)/hall_light/set", "ON")
        try await stage.eventually("the state is published") {
            stage.payloads("\(node)/hall_light/state").last == "ON" && stage.payloads("echo/light") == ["1"]
        }
        #expect((try stage.view("hall light") as? Switch)?.isOn == true)
        // Setting an equal value calls no handlers, so an automation that echoes each state as a command causes no
        // loop.
        let count = stage.payloads("\(node)/hall_light/state").count
        try stage.broker.publish("\(node)/hall_light/set", "ON")
        try await stage.eventually("the state is published again") {
            stage.payloads("\(node)/hall_light/state").count > count
        }
        #expect(stage.payloads("echo/light") == ["1"])
        // A slider clamps the value to its range.
        try stage.broker.publish("\(node)/volume/set", "250")
        try await stage.eventually("the value is limited") { stage.payloads("\(node)/volume/state").last == "100" }
        #expect(stage.complaints == [])
    }

    @Test func `invalid, retained and refused commands change nothing`() async throws {
        let broker = try await Broker()
        try broker.publish("\(node)/hall_light/set", "ON", retain: true)
        let stage = try await HomeAssistantStage(layout, on: broker)
        try await stage.untilAnnounced()
        try await stage.eventually("the state is published") { stage.payloads("\(node)/hall_light/state") == ["OFF"] }
        _ = stage.pipeline.perform(.set(view: "volume", properties: ["enabled": false]))
        try stage.broker.publish("\(node)/hall_light/set", "dim")
        try stage.broker.publish("\(node)/bell/set", "1")
        try stage.broker.publish("\(node)/volume/set", "70")
        try await stage.eventually("the commands are refused") { stage.complaints.count == 3 }
        #expect(
            Set(stage.complaints) == [
                "a command of Home Assistant for 'hall light' is ignored: the value is not valid for this control",
                "a command of Home Assistant for 'bell' is ignored: the value is not valid for this control",
                "a command of Home Assistant for 'volume' is ignored: 'volume' is disabled; set 'enabled: true' first",
            ]
        )
        try await stage.eventually("the state is published again") {
            stage.payloads("\(node)/volume/state") == ["40", "40"]
        }
        #expect((try stage.view("hall light") as? Switch)?.isOn == false)
    }

    @Test func `the birth message causes a new announcement`() async throws {
        let stage = try await stage()
        try await stage.untilAnnounced()
        #expect(stage.payloads(topic("switch", "hall_light")).count == 1)
        try stage.broker.publish("homeassistant/status", "offline")
        try stage.broker.publish("homeassistant/status", "online")
        try await stage.eventually("all is announced again") {
            stage.payloads(topic("switch", "hall_light")).count == 2
                && stage.payloads("\(node)/volume/state").count == 2
        }
    }

    @Test func `a reload removes entities, and a start removes those of the former layout`() async throws {
        let broker = try await Broker()
        let old = topic("switch", "former")
        try broker.publish(old, "{}", retain: true)
        let stage = try await HomeAssistantStage(layout, on: broker)
        try await stage.untilAnnounced()
        try await stage.eventually("the former entity is removed") { stage.configurations[old] == nil }
        try stage.reload(layout.replacingOccurrences(of: "id: volume", with: "id: loudness"))
        try await stage.eventually("the entity is replaced") {
            stage.configurations[topic("number", "volume")] == nil
                && stage.configurations[topic("number", "loudness")] != nil
        }
        #expect(stage.configurations[topic("switch", "hall_light")] != nil)
    }

    @Test func `the state of a slider with an enormous range is published`() async throws {
        let huge = layout.replacing("range: [0, 100]", with: "range: [0, 1e20]")
            .replacing("value: 40", with: "value: 1e20")
        let stage = try await HomeAssistantStage(huge, on: try await Broker())
        try await stage.untilAnnounced()
        try await stage.eventually("the state is published") { stage.payloads("\(node)/volume/state") == ["1e+20"] }
    }

    @Test(arguments: [
        "light/lamp/touchbridge-kiosk-7-bus", "light/touchbridge-kiosk-7-bus", "a/b/touchbridge-kiosk-7-bus/c",
    ])
    func `a subscription of the layout removes no configuration of another device`(_ levels: String) async throws {
        let broker = try await Broker()
        let other = "homeassistant/\(levels)/config"
        try broker.publish(other, "{}", retain: true)
        let subscription = "{ topic: \"homeassistant/#\", view: page, property: tag }"
        let settings = "homeAssistant: true, subscriptions: [\(subscription)]"
        let stage = try await HomeAssistantStage(layout, settings: settings, on: broker)
        try await stage.untilAnnounced()
        try stage.reload(layout.replacingOccurrences(of: "id: volume", with: "id: loudness"), settings: settings)
        try await stage.eventually("the entity is replaced") {
            stage.configurations[topic("number", "volume")] == nil
                && stage.configurations[topic("number", "loudness")] != nil
        }
        #expect(stage.payloads(other) == ["{}"])
    }

    @Test func `a lost connection and the end are announced`() async throws {
        let broker = try await Broker()
        var stage: HomeAssistantStage? = try await HomeAssistantStage(layout, on: broker)
        try await stage?.untilAnnounced()
        let watcher = try #require(stage?.watcher)
        stage?.pipeline.beginStopping()
        stage?.pipeline.finishStopping(within: .init(microseconds: 2_000_000))
        stage = nil
        try await eventually("the end is announced") {
            watcher.messages.contains { $0.hasPrefix("\(node)/availability ") && $0.hasSuffix(" offline") }
        }
        #expect(try broker.retained("\(node)/availability") == "offline")
    }

    @Test(arguments: [
        ("bus: { type: mqtt, broker: mqtt://b }", "'entity' has no effect without 'homeAssistant'"),
        ("bus: { type: mqtt, broker: mqtt://b, homeAssistant: { prefix: \"a/+\" } }", "a topic without '+' and '#'"),
        ("bus: { type: mqtt, broker: mqtt://b, homeAssistant: { area: 1, colour: red } }", "has no key 'colour'"),
    ])
    func `invalid settings are errors`(_ plugin: String, _ message: String) {
        let view = "root: { id: a, class: Button, on: { touchUpInside: bus.entity } }"
        let mistakes = HomeAssistantStage.mistakes("plugins: { \(plugin) }\n\(view)")
        #expect(mistakes.count == 1 && mistakes[0].contains(message), "\(mistakes)")
    }

    @Test(arguments: [
        ("class: Button, on: { touchUpInside: bus.entity }", "'bus.entity' needs a control with an id"),
        ("id: a, on: { touchesBegan: bus.entity }", "'bus.entity' accepts only controls, not touches"),
    ])
    func `an entity needs a control with an id`(_ view: String, _ message: String) {
        let plugin = "bus: { type: mqtt, broker: mqtt://b, homeAssistant: true }"
        let mistakes = HomeAssistantStage.mistakes("plugins: { \(plugin) }\nroot: { \(view) }")
        #expect(mistakes.count == 1 && mistakes[0].contains(message), "\(mistakes)")
    }

    @Test(.atLimit("home-assistant-controls"), .pastLimit("home-assistant-controls"))
    func `a plugin publishes at most 128 controls`() async throws {
        let views = (0..<129).map { number in
            "    - { id: b\(number), class: Switch, frame: [0, 0, 9, 9], on: { valueChanged: bus.entity } }"
        }
        let stage = try await HomeAssistantStage(
            "root:\n  subviews:\n" + views.joined(separator: "\n"),
            on: try await Broker()
        )
        try await stage.untilAnnounced()
        #expect(stage.configurations.count == 129)
        #expect(stage.configurations[topic("switch", "b128")] == nil)
        #expect(
            stage.complaints == [
                "'b128' is not published to Home Assistant: a plugin can publish at most 128 controls"
            ]
        )
    }
}
