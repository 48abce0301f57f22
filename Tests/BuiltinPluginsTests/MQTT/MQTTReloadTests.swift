internal import Bridge
import BuiltinPlugins
import Glibc
import JSON
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import Schema
import Synchronization
import TestSupport
import TestTraits
import Testing
import YAML

/// Tests reloads: the plugin retains unchanged state, and subscribes again for the new layout.
@Suite(.tags(.broker)) struct `MQTT during a reload` {
    private static func text(_ broker: Broker, _ volume: String = "value: 10", _ more: String = "") -> String {
        """
        plugins:
          bus:
            type: mqtt
            broker: \(broker.url)
            subscriptions:
            - { topic: room/volume, view: volume, property: value }
            - { topic: room/lamp, view: lamp, property: isOn }
            - { topic: room/+, view: later, property: value }
            - { topic: room/live, view: live, property: value }
        root:
          subviews:
          - { id: volume, class: Slider, range: [0, 100], \(volume) }
          - { id: lamp, class: Switch }
          - { id: live, class: Slider, range: [0, 100] }
          \(more)
        """
    }

    /// A running layout with the built-in plugins.
    private final class Stage {
        let pipeline: Pipeline
        let log = LogBook()

        init(_ text: String) throws {
            var options = Pipeline.Options()
            options.log = { [log] in log.take($0) }
            pipeline = Pipeline(try Self.plan(text), options)
            pipeline.start(at: 0)
        }

        deinit {
            pipeline.beginStopping()
            pipeline.finishStopping(within: TimeSpan(microseconds: 1_000_000))
        }

        static func plan(_ text: String) throws -> LayoutPlan {
            let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
            let plan = layout.flatMap { LayoutPlan($0, types: BuiltinPlugins.all, reading) }
            return try #require(plan, "\(reading.sorted.map(\.problem.message))")
        }

        func reload(_ text: String) throws { _ = pipeline.reload(try Self.plan(text)) }

        func value(_ id: String) -> Double? { (pipeline.tree.view(id) as? Slider)?.value }
        var isLit: Bool? { (pipeline.tree.view("lamp") as? Switch)?.isOn }

        /// Executes incoming commands until the condition holds.
        func eventually(_ what: String, _ condition: () throws -> Bool) async throws {
            try await BuiltinPluginsTests.eventually(what) {
                pipeline.carryOutCommands()
                return try condition()
            }
        }
    }

    @Test func `with an unchanged layout, values from broker and fingers persist, and new views are set`() async throws
    {
        let broker = try await Broker()
        try broker.publish("room/volume", "25", retain: true)
        try broker.publish("room/lamp", "ON", retain: true)
        let stage = try Stage(Self.text(broker))
        try await stage.eventually("the retained messages arrive") {
            stage.value("volume") == 25 && stage.isLit == true
        }
        // Because of `room/+`, the broker sends the retained messages again. The message to `room/live` follows them,
        // without the retain flag.
        try broker.publish("room/live", "4")
        try await stage.eventually("all retained messages arrive") { stage.value("live") == 4 }
        let bus = stage.pipeline.plugins.plugin("bus")
        // Sets a value like a touch or a page.
        #expect(stage.pipeline.perform(.set(view: "volume", properties: ["value": 70])) == .done)
        try broker.publish("room/live", "5")
        try await stage.eventually("a message that is not retained arrives") { stage.value("live") == 5 }
        try stage.reload(Self.text(broker))
        #expect(stage.value("volume") == 70 && stage.isLit == true && stage.value("live") == 5)

        // The new view `later` subscribes to `room/+` and receives the retained values; other views are unchanged.
        try broker.publish("room/later", "7", retain: true)
        try stage.reload(Self.text(broker, "value: 10", "- { id: later, class: Slider, range: [0, 100] }"))
        try await stage.eventually("the retained message for the new view arrives") { stage.value("later") == 7 }
        try broker.publish("room/live", "6")
        try await stage.eventually("the message that was published after the retained message arrives") {
            stage.value("live") == 6
        }
        #expect(stage.value("volume") == 70 && stage.isLit == true)
        #expect(stage.pipeline.plugins.plugin("bus") === bus)
        #expect(bus?.health.failures == 0)
    }

    @Test func `a value that the new layout changes is set again from the retained message`() async throws {
        let broker = try await Broker()
        try broker.publish("room/volume", "25", retain: true)
        let stage = try Stage(Self.text(broker))
        try await stage.eventually("the retained message arrives") { stage.value("volume") == 25 }
        try stage.reload(Self.text(broker, "value: 20"))
        #expect(stage.value("volume") == 20)
        try await stage.eventually("the retained message arrives again") { stage.value("volume") == 25 }
        // The broker sets no retain flag on a message that is published after the client has subscribed.
        try broker.publish("room/lamp", "1", retain: true)
        try await stage.eventually("the message for the lamp arrives") { stage.isLit == true }
    }

    @Test func `after a reload, retained messages of earlier requests are ignored until the new answer`()
        async throws
    {
        let requests = Mutex<[String]>([])
        let server = try TCPServer { socket in
            func answer(_ bytes: [UInt8]) { _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
            func publish(_ topic: String, _ payload: String, isRetained: Bool) {
                let body = [0, UInt8(topic.utf8.count)] + Array(topic.utf8) + Array(payload.utf8)
                answer([isRetained ? 0x31 : 0x30, UInt8(body.count)] + body)
            }
            func bytes(_ count: Int) -> [UInt8]? {
                var bytes = [UInt8](repeating: 0, count: count)
                return recv(socket, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
            }
            while let header = bytes(2), let body = bytes(Int(header[1])) {
                if header[0] == 0x10 { answer([0x20, 2, 0, 0]) }
                guard header[0] == 0x82 else { continue }
                let topic = String(decoding: body[4..<body.count - 1], as: UTF8.self)
                let count = requests.withLock { requests in
                    requests.append(topic)
                    return requests.count
                }
                // Simulates a late retained message for the first subscription: it arrives only after the third
                // request.
                if count == 3 { publish("room/volume", "25", isRetained: true) }
                answer([0x90, 3, body[0], body[1], 0])
                guard count == 3 else { continue }
                publish("room/volume", "99", isRetained: true)
                publish("room/lamp", "ON", isRetained: false)
            }
        }
        let text = """
            plugins:
              bus:
                type: mqtt
                broker: mqtt://127.0.0.1:\(server.port)
                subscriptions:
                - { topic: room/volume, view: volume, property: value }
                - { topic: room/lamp, view: lamp, property: isOn }
            root:
              subviews:
              - { id: volume, class: Slider, range: [0, 100], value: 10 }
              - { id: lamp, class: Switch }
            """
        let stage = try Stage(text)
        try await stage.eventually("the plugin subscribes twice") { requests.withLock { $0.count } == 2 }
        try stage.reload(text.replacing("class: Switch", with: "class: Switch, isOn: false"))
        try await stage.eventually("the retained message for the lamp arrives") { stage.isLit == true }
        #expect(requests.withLock { $0 } == ["room/volume", "room/lamp", "room/lamp"])
        #expect(stage.value("volume") == 25)
    }

    @Test func `a switch accepts the payloads that it publishes`() async throws {
        let broker = try await Broker()
        let stage = try Stage(Self.text(broker))
        try await stage.eventually("the plugin is connected") {
            stage.pipeline.plugins.plugin("bus")?.health.isConnected == true
        }
        let payloads = [("1", true), ("0", false), ("ON", true), ("OFF", false), ("true", true), ("\"0\"", false)]
        for (payload, isOn) in payloads {
            try await stage.eventually("'\(payload)' sets the switch") {
                try broker.publish("room/lamp", payload)
                return stage.isLit == isOn
            }
        }
        #expect(!stage.log.complaints.contains { $0.contains("room/lamp") && !$0.contains("later") })
    }
}
