import BuiltinMQTT
import HandlerEvents
import Platform
import PluginAPI
import Schema
import TestSupport
import TestTraits
import Testing

@Suite(.tags(.broker)) struct `MQTT delivery` {
    @Test func `a message arrives with its topic, payload, QoS and retain flag`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\" }")
        let call = try stage.binding("publish", "{ topic: 'kiosk/{{host}}/call', payload: '{\"x\":{{x}}}' }")
        let kept = try stage.binding(
            "publish",
            "{ topic: kiosk/kept, payload: { at: ['{{x}}', '{{y:1}}'] }, qos: 2, retain: true }"
        )
        #expect(stage.plugin.take(touch(.touchesBegan, x: 12, y: 3.25), for: call).isAccepted)
        #expect(stage.plugin.take(touch(.touchesBegan, 2, x: 12, y: 3.25), for: kept).isAccepted)
        try await eventually("both messages arrive") { watcher.messages.count >= 2 }
        #expect(watcher.messages == ["kiosk/kiosk-7/call 0 1 {\"x\":12}", "kiosk/kept 0 2 {\"at\":[12,\"3.3\"]}"])
        #expect(try broker.retained("kiosk/kept") == "{\"at\":[12,\"3.3\"]}")
        try await eventually("the broker acknowledges both messages") { stage.plugin.health.delivered == 2 }
        #expect(stage.plugin.health.isConnected == true)
        #expect(stage.log.complaints.isEmpty)
    }

    @Test func `each loss and return of the broker is reported`() async throws {
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\" }")
        for round in 1...3 {
            let found = "connected to \(broker.url)"
            try await eventually("the connection is logged") { stage.log.all.count { $0.message == found } == round }
            guard round < 3 else { break }
            broker.stop()
            let lost = "lost the connection to \(broker.url): "
            try await eventually("the lost connection is logged") {
                stage.log.complaints.count { $0.hasPrefix(lost) } == round
            }
            try await eventually("two attempts to connect fail") { stage.plugin.health.failures >= 2 * round }
            try await broker.start()
        }
        #expect(stage.log.all.count == 5)
    }

    @Test func `events before the broker is available arrive later`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        broker.stop()
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\" }")
        let publish = try stage.binding("publish", "{ topic: kiosk/a, payload: '{{event}}' }")
        for event in [EventName.touchesBegan, .touchesEnded] { _ = stage.plugin.take(touch(event), for: publish) }
        try await eventually("two attempts to connect fail") { stage.plugin.health.failures >= 2 }
        #expect(stage.plugin.health.isConnected == false)
        try await broker.start()
        try await eventually("both messages arrive") { watcher.messages.count >= 2 }
        #expect(watcher.messages == ["kiosk/a 0 1 touchesBegan", "kiosk/a 0 1 touchesEnded"])
        let complaints = stage.log.complaints
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains("cannot connect to \(broker.url): ") == true)
    }

    @Test func `beginnings and ends arrive in order after an interruption during a gesture`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", outbox: 64 }")
        let publish = try stage.binding("publish", "{ topic: kiosk/a, payload: '{{touch}} {{event}} {{x}}' }")
        #expect(stage.plugin.take(touch(.touchesBegan), for: publish).isAccepted)
        try await eventually("the begin event arrives") { watcher.messages.count == 1 }
        broker.stop()
        try await eventually("the plugin is disconnected") { stage.plugin.health.isConnected == false }
        // One finger makes many moves; meanwhile, a second finger touches and lifts.
        for step in 1...10_000 {
            #expect(stage.plugin.take(touch(.touchesMoved, at: Int64(step), x: Double(step)), for: publish).isAccepted)
            if step == 10 { #expect(stage.plugin.take(touch(.touchesBegan, 2, at: 10), for: publish).isAccepted) }
            if step == 20 { #expect(stage.plugin.take(touch(.touchesEnded, 2, at: 20), for: publish).isAccepted) }
        }
        #expect(stage.plugin.take(touch(.touchesEnded, at: 10_001), for: publish).isAccepted)
        #expect(stage.plugin.health.waiting <= 64 + 20)
        #expect(stage.plugin.health.coalesced > 9_000)
        try await broker.start()
        try await eventually("the last end event arrives") {
            watcher.messages.last?.hasSuffix("1 touchesEnded 0") == true
        }
        let texts = watcher.messages.map { $0.dropFirst("kiosk/a 0 1 ".count) }
        let first = texts.filter { $0.hasPrefix("1 ") }
        #expect(first.first == "1 touchesBegan 0")
        let numbers = first.filter { $0.contains("Moved") }.compactMap { Int($0.dropFirst("1 touchesMoved ".count)) }
        #expect(numbers == numbers.sorted() && numbers.last == 10_000)
        #expect(texts.filter { $0.hasPrefix("2 ") } == ["2 touchesBegan 0", "2 touchesEnded 0"])
        #expect(stage.plugin.health.dropped == 0)
    }

    @Test func `stopping delivers accepted messages`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("kiosk/#")
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\" }")
        let publish = try stage.binding("publish", "{ topic: kiosk/a, payload: '{{x}}' }")
        for step in 0..<500 { _ = stage.plugin.take(touch(.touchDownRepeat, x: Double(step)), for: publish) }
        stage.plugin.beginStopping()
        #expect(!stage.plugin.take(touch(.touchesBegan), for: publish).isAccepted)
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 60_000_000))
        try await eventually("all messages arrive") { watcher.messages.count >= 500 }
        #expect(watcher.messages == (0..<500).map { "kiosk/a 0 1 \($0)" })
        #expect(stage.log.complaints.isEmpty)
    }

    @Test(arguments: [1, 2])
    func `unconfirmed messages are reported as dropped at the end`(quality: Int) async throws {
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", qos: \(quality) }")
        let publish = try stage.binding("publish", "{ topic: kiosk/a }")
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        broker.freeze()
        for _ in 0..<3 { _ = stage.plugin.take(touch(.touchDownRepeat), for: publish) }
        try await eventually("three calls wait") { stage.plugin.health.waiting == 3 }
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 500_000))
        #expect(stage.failed.counts == [.dropped: 3])
        #expect(stage.plugin.health.dropped == 3)
        #expect(stage.plugin.health.delivered == 0)
        #expect(stage.log.complaints == ["3 messages could not be delivered to \(broker.url)"])
    }

    @Test(arguments: [1, 2])
    func `messages in flight when the connection breaks are delivered by the next one`(
        quality: Int
    ) async throws {
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\", qos: \(quality) }")
        let publish = try stage.binding("publish", "{ topic: 'kiosk/{{x}}', payload: called, retain: true }")
        try await eventually("the plugin is connected") { stage.plugin.health.isConnected == true }
        broker.freeze()
        for x in 1...3 { _ = stage.plugin.take(touch(.touchDownRepeat, x: Double(x)), for: publish) }
        try await eventually("three calls wait") { stage.plugin.health.waiting == 3 }
        broker.crash()
        try await eventually("the plugin is disconnected") { stage.plugin.health.isConnected == false }
        #expect(stage.plugin.health.waiting == 3)
        try await broker.start()
        try await eventually("all calls are delivered") { stage.plugin.health.delivered == 3 }
        #expect(stage.plugin.health.waiting == 0)
        #expect(stage.failed.counts.isEmpty)
        for x in 1...3 { #expect(try !broker.retained("kiosk/\(x)").isEmpty) }
    }

    @Test func `stopping without a broker reports the lost messages`() async throws {
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"mqtt://127.0.0.1:\(try Loopback.freePort())\" }")
        let publish = try stage.binding("publish", "{ topic: kiosk/a }")
        for _ in 0..<3 { _ = stage.plugin.take(touch(.touchDownRepeat), for: publish) }
        stage.plugin.beginStopping()
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 300_000))
        #expect(
            stage.log.complaints.contains { $0.hasPrefix("3 messages could not be delivered to mqtt://127.0.0.1:") }
        )
        #expect(stage.failed.counts == [.dropped: 3])
    }

    @Test func `an invalid topic is reported and blocks no other message`() async throws {
        let broker = try await Broker()
        let watcher = try await broker.watch("#")
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\" }")
        let nowhere = try stage.binding("publish", "{ topic: '{{gesture}}' }")
        let somewhere = try stage.binding("publish", "{ topic: kiosk/a }")
        for binding in [nowhere, somewhere] { _ = stage.plugin.take(touch(.touchDownRepeat), for: binding) }
        try await eventually("the valid message arrives") { watcher.messages == ["kiosk/a 0 1 "] }
        #expect(stage.log.complaints.count == 1)
        #expect(stage.plugin.health.dropped == 1)
        #expect(stage.failed.counts == [.failed: 1])
    }
}
