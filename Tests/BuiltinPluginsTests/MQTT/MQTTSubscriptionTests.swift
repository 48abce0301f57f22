import BuiltinMQTT
import JSON
import PluginAPI
import TestTraits
import Testing

@Suite(.tags(.broker)) struct `MQTT subscriptions` {
    private let subscriptions = """
        subscriptions:
        - { topic: "kiosk/{{host}}/volume", view: volume, property: value }
        - { topic: "kiosk/all/+", view: lobby }
        """

    @Test func `messages set properties of views`() async throws {
        let broker = try await Broker()
        try broker.publish("kiosk/kiosk-7/volume", "25", retain: true)
        let stage = try PluginStage(MQTTPlugin.type, "broker: \(broker.url)\n\(subscriptions)")
        try await eventually("the retained message arrives") { stage.tree.all.count == 1 }
        try broker.publish("kiosk/kiosk-7/volume", " loud")
        try broker.publish("kiosk/kiosk-8/volume", "1")
        try broker.publish("kiosk/all/look", "{\"alpha\": 0.5, \"hidden\": false}")
        try await eventually("all messages arrive") { stage.tree.all.count == 3 }
        #expect(
            stage.tree.all == [
                .set(view: "volume", properties: ["value": 25]),
                .set(view: "volume", properties: ["value": " loud"]),
                .set(view: "lobby", properties: ["alpha": 0.5, "hidden": false]),
            ]
        )
        #expect(stage.log.complaints.isEmpty)
    }

    @Test func `a part of a message is selected, replaced and scaled`() async throws {
        let broker = try await Broker()
        let stage = try PluginStage(
            MQTTPlugin.type,
            """
            broker: \(broker.url)
            subscriptions:
            - { topic: hall, view: hall, property: value, path: state.levels.1, scale: 0.5, offset: 10 }
            - { topic: door, view: door, property: isOn, map: { open: true, 0: false } }
            - { topic: look, view: look, path: light }
            """
        )
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        try broker.publish("hall", #"{"state": {"levels": [1, 80]}}"#)
        try broker.publish("door", "open")
        try broker.publish("door", "0")
        try broker.publish("look", #"{"light": {"alpha": 0.5}}"#)
        try await eventually("all messages arrive") { stage.tree.all.count == 4 }
        #expect(
            stage.tree.all == [
                .set(view: "hall", properties: ["value": 50]), .set(view: "door", properties: ["isOn": true]),
                .set(view: "door", properties: ["isOn": false]), .set(view: "look", properties: ["alpha": 0.5]),
            ]
        )
        try broker.publish("hall", #"{"state": {"levels": [1]}}"#)
        try broker.publish("door", "ajar")
        try broker.publish("look", "{}")
        try await eventually("all messages are rejected") { stage.log.complaints.count == 3 }
        #expect(
            stage.log.complaints == [
                "a message on 'hall' is ignored: the payload has no member 'state.levels.1'; correct 'path'",
                "a message on 'door' is ignored: 'map' has no entry for \"ajar\"; its entries: open, 0",
                "a message on 'look' is ignored: the payload has no member 'light'; correct 'path'",
            ]
        )
    }

    @Test func `messages send actions, but retained messages do not`() async throws {
        let broker = try await Broker()
        try broker.publish("bell", "1", retain: true)
        let stage = try PluginStage(
            MQTTPlugin.type,
            """
            broker: \(broker.url)
            subscriptions:
            - { topic: bell, emit: ring }
            - { topic: heat, emit: heat, path: room.heat, scale: 0.1 }
            - { topic: door, emit: door, map: { open: 1 } }
            - { topic: seen, view: seen, property: value }
            """
        )
        try await eventually("it is connected") { stage.plugin.health.isConnected == true }
        try broker.publish("seen", "1", retain: true)
        try await eventually("it listens") { !stage.tree.all.isEmpty }
        try broker.publish("bell", "ON")
        try broker.publish("heat", #"{"room": {"heat": 215}}"#)
        try broker.publish("door", "open")
        try await eventually("all arrive") { stage.tree.all.count == 4 }
        #expect(
            Array(stage.tree.all.dropFirst()) == [
                .emit(action: "ring", value: 1), .emit(action: "heat", value: 21.5), .emit(action: "door", value: 1),
            ]
        )
        try broker.publish("bell", "loud")
        try broker.publish("door", "ajar")
        try await eventually("all are rejected") { stage.log.complaints.count == 2 }
        #expect(
            stage.log.complaints == [
                "a message on 'bell' is ignored: an action needs a number or a state, not \"loud\"; "
                    + "add 'map' or 'path'",
                "a message on 'door' is ignored: 'map' has no entry for \"ajar\"; its entries: open",
            ]
        )
    }

    @Test(arguments: [
        ("{ topic: a }", "a subscription needs 'view' or 'emit'; add one of them"),
        ("{ topic: a, emit: b, view: c }", "'emit' sends an action and sets no property; remove 'emit' or 'view'"),
        (
            "{ topic: a, emit: b, property: c }",
            "'emit' sends an action and sets no property; remove 'emit' or 'property'"
        ),
    ])
    func `a subscription has one target`(_ subscription: String, _ message: String) throws {
        let mistakes = try PluginStage.mistakes(
            MQTTPlugin.type,
            "broker: mqtt://localhost\nsubscriptions: [\(subscription)]"
        )
        #expect(mistakes.count == 1 && mistakes[0].hasSuffix(message), "\(mistakes)")
    }

    @Test func `subscriptions work again after an interruption of the broker`() async throws {
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "broker: \(broker.url)\n\(subscriptions)")
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        broker.stop()
        try await eventually("the plugin is disconnected") { stage.plugin.health.isConnected == false }
        try await broker.start()
        try await eventually("the plugin receives messages again") {
            try broker.publish("kiosk/kiosk-7/volume", "7")
            return stage.tree.all.last == .set(view: "volume", properties: ["value": 7])
        }
    }

    enum Hostile: String, CaseIterable {
        case huge = "the payload has 200000 bytes"
        case long = "the payload is a string of 5000 bytes"
        case deep = "values nested too deeply"
        case broken = "the payload is not valid JSON"
        case binary = "the payload is neither JSON nor plain text"

        var payload: String {
            switch self {
            case .huge: String(repeating: "x", count: 200_000)
            case .long: String(repeating: "x", count: 5_000)
            case .deep: String(repeating: "[", count: 10_000)
            case .broken: "{\"value\": 1"
            case .binary: "\u{1}\u{2}\u{0}"
            }
        }
    }

    @Test(.pastLimit("mqtt-message-bytes", "mqtt-text-bytes", "mqtt-json-depth"), arguments: Hostile.allCases)
    func `an invalid message is rejected with one message in the log`(hostile: Hostile) async throws {
        let (payload, reason) = (hostile.payload, hostile.rawValue)
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "broker: \(broker.url)\n\(subscriptions)")
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        try await eventually("the plugin receives a message") {
            try broker.publish("kiosk/kiosk-7/volume", "1")
            return !stage.tree.all.isEmpty
        }
        for _ in 0..<5 { try broker.publish("kiosk/kiosk-7/volume", payload) }
        try broker.publish("kiosk/kiosk-7/volume", "2")
        try await eventually("the message after the invalid messages arrives") {
            stage.tree.all.last == .set(view: "volume", properties: ["value": 2])
        }
        #expect(stage.tree.all.allSatisfy { [.number(1), .number(2)].contains($0.value) })
        #expect(stage.log.complaints.count == 1)
        #expect(stage.log.complaints.first?.contains(reason) == true, "\(stage.log.complaints)")
        #expect(stage.log.complaints.first?.hasPrefix("a message on 'kiosk/kiosk-7/volume' is ignored: ") == true)
    }

    @Test func `a message for a whole view is an object`() async throws {
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "broker: \(broker.url)\n\(subscriptions)")
        stage.tree.answers(.refused("there is no view 'lobby'"))
        try await eventually("the plugin receives a message") {
            try broker.publish("kiosk/all/look", "{}")
            return !stage.tree.all.isEmpty
        }
        // The plugin's thread logs the rejection asynchronously, after the tree has received the command.
        try await eventually("the refusal is logged") { !stage.log.complaints.isEmpty }
        #expect(stage.log.complaints == ["a message on 'kiosk/all/look' is ignored: there is no view 'lobby'"])
    }
}

extension TreeCommand {
    fileprivate var value: JSONValue? {
        if case .set(_, let properties) = self { properties["value"] } else { nil }
    }
}
