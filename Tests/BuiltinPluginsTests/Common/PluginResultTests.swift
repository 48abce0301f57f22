import BuiltinMQTT
import HandlerEvents
import Platform
import PluginAPI
import TestSupport
import TestTraits
import Testing

/// Tests the call results that plugins report, including the cause of each failure.
struct PluginResultTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private let quick = "retries: 1, firstWait: 10ms, longestWait: 20ms"

    @Test
    func `a webhook reports a delivery, a rejected certificate, a large body and a missing server`() async throws {
        func results(_ settings: String, _ arguments: String) async throws -> [CallReport] {
            let stand = try PluginStand("webhook", settings)
            stand.take(.touchDown, try stand.binding("post", arguments))
            #expect(await eventually { !stand.reports.all.isEmpty })
            return stand.reports.all
        }
        let server = try WebServer()
        let untrusted = try WebServer(try Certificates(workspace).server("IP:127.0.0.1"))
        #expect(try await results("{url: '\(server.origin)'}", "/ok") == [.delivered])
        #expect(
            try await results("{url: '\(untrusted.origin)', \(quick)}", "/ok") == [CallReport(.failed, .untrusted)]
        )
        let body = String(repeating: "x", count: 1 << 20 + 1)
        let large = "{path: /ok, body: \(body), contentType: text/plain}"
        #expect(
            try await results("{url: '\(server.origin)'}", large.replacing("path: /ok, ", with: ""))
                == [CallReport(.failed, .tooLarge)]
        )
        #expect(
            try await results("{url: 'http://127.0.0.1:1', \(quick)}", "/ok") == [CallReport(.failed, .unreachable)]
        )
    }

    @Test(.tags(.broker))
    func `an mqtt plugin reports a delivery after the broker's acknowledgement`() async throws {
        let broker = try await Broker()
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(broker.url)\" }")
        let call = try stage.binding("publish", "{ topic: kiosk/a, payload: x }")
        #expect(stage.plugin.take(touch(.touchesBegan), for: call).isAccepted)
        try await eventually("the delivery is reported") { stage.reports.all == [.delivered] }
        broker.stop()
        try await eventually("the plugin is disconnected") { stage.plugin.health.isConnected == false }
        #expect(stage.plugin.take(touch(.touchesEnded), for: call).isAccepted)
        stage.plugin.beginStopping()
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 100_000))
        #expect(stage.reports.all == [.delivered, CallReport(.dropped)])
    }

    @Test
    func `a stream reports calls that no client receives, which count as no loss`() async throws {
        let rig = try StreamRig()
        let binding = try rig.binding()
        rig.take(.touchesBegan, binding)
        #expect(await eventually { rig.reports.all == [CallReport(.dropped, .noClient)] })
        #expect(rig.failed.streams.isEmpty)
        let page = try rig.page()
        rig.take(.touchesEnded, binding)
        _ = try page.event()
        #expect(await eventually { rig.reports.all.last == .delivered })
        #expect(rig.reports.all.count == 2)
    }

    @Test
    func `a log reports the lines that it has written`() async throws {
        let stand = try PluginStand("log")
        stand.take(.touchDown, try stand.binding("write", "hello"))
        #expect(await eventually { stand.reports.all == [.delivered] })
    }
}
