import Foundation
import HandlerEvents
import Platform
import PluginAPI
import Schema
import Testing
import TimeLimits

/// Tests requests during gestures while the server hangs, and after it recovers.
@Suite struct WebhookOutageTests {
    /// Returns the events that the server acknowledged with status 200, in order, by stream.
    private func arrived(_ server: WebServer) -> [String: [String]] {
        var streams: [String: [String]] = [:]
        for request in server.requests where request.answer == 200 {
            let parts = request.path.split(separator: "/").map(String.init)
            streams[parts[1], default: []].append(parts[2])
        }
        return streams
    }

    private func gesture(_ stand: PluginStand, _ bindings: [EventName: Binding], _ stream: Int32, moves: Int = 20) {
        func take(_ event: EventName, _ x: Double = 0) {
            guard let binding = bindings[event] else { return }
            stand.take(event, binding, stream: stream) {
                $0.time = Int64(stream)
                $0.x = x
            }
        }
        take(.touchesBegan)
        for x in 0..<moves { take(.touchesMoved, Double(x)) }
        take(.touchesEnded)
    }

    private func bindings(_ stand: PluginStand) throws -> [EventName: Binding] {
        var bindings: [EventName: Binding] = [:]
        for event in [EventName.touchesBegan, .touchesMoved, .touchesEnded] {
            bindings[event] = try stand.binding("post", "'/s/{{touch}}/{{event}}'")
        }
        return bindings
    }

    @Test func `touches continue while a server hangs, and afterwards complete streams arrive in order`() async throws {
        let server = try WebServer()
        let settings = "retries: 2, timeout: 300ms, firstWait: 10ms, longestWait: 50ms, queue: 64"
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', \(settings)}")
        let bindings = try bindings(stand)
        // This touch begins before the server hangs, and ends while it hangs.
        stand.take(.touchesBegan, try #require(bindings[.touchesBegan]), stream: 9999)
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        try server.hang()
        stand.take(.touchesEnded, try #require(bindings[.touchesEnded]), stream: 9999)
        let start = ContinuousClock.now
        for stream: Int32 in 1...500 { gesture(stand, bindings, stream) }
        // If the calls waited for the responses, each call would take 300 ms.
        #expect(ContinuousClock.now - start < .seconds(10 * TimeLimits.scale))
        #expect(await eventually { stand.plugin.health.failures > 3 })
        #expect(stand.plugin.health.waiting <= 64 + 64 + 8)
        #expect(stand.log.lines.count == 1, "\(stand.log.lines)")
        #expect(stand.log.first.contains("\(server.origin) does not answer: "))
        try server.goOn()
        let last: Int32 = 10_000
        #expect(await eventually { stand.plugin.health.waiting == 0 })
        gesture(stand, bindings, last, moves: 1)
        #expect(await eventually { arrived(server)["10000"]?.last == "touchesEnded" })
        let streams = arrived(server)
        for (stream, events) in streams {
            #expect(events.first == "touchesBegan", "\(stream): \(events)")
            #expect(events.last == "touchesEnded", "\(stream): \(events)")
            #expect(events.filter { $0 != "touchesMoved" } == ["touchesBegan", "touchesEnded"], "\(stream): \(events)")
        }
        #expect(streams["9999"] == ["touchesBegan", "touchesEnded"])
        #expect(streams.count < 500)
    }

    @Test func `the requests of one touch arrive in order although others overtake them`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', concurrency: 16}")
        let bindings = try bindings(stand)
        for stream: Int32 in 1...30 { gesture(stand, bindings, stream, moves: 3) }
        #expect(await eventually { arrived(server).values.filter { $0.last == "touchesEnded" }.count == 30 })
        for (stream, events) in arrived(server) {
            #expect(
                events.first == "touchesBegan" && events.dropFirst().dropLast().allSatisfy { $0 == "touchesMoved" },
                "\(stream)"
            )
        }
    }

    @Test func `a hanging server does not delay the stop`() async throws {
        let server = try WebServer()
        try server.hang()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', timeout: 1h}")
        let binding = try stand.binding("post", "/ok")
        for stream: Int32 in 1...10 { stand.take(.primaryActionTriggered, binding, stream: stream) }
        stand.plugin.beginStopping()
        let start = ContinuousClock.now
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 500_000))
        #expect(ContinuousClock.now - start < .seconds(10 * TimeLimits.scale))
        #expect(stand.log.lines == ["10 requests were not delivered, because the plugin stopped"])
        #expect(stand.failed.counts == [.dropped: 10])
    }

    @Test func `requests accepted before the stop arrive`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)'}")
        let binding = try stand.binding("post", "/ok")
        for stream: Int32 in 1...20 { stand.take(.primaryActionTriggered, binding, stream: stream) }
        stand.plugin.beginStopping()
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 20_000_000))
        #expect(server.requests.count == 20)
        #expect(stand.log.lines.isEmpty)
    }

    @Test func `requests are retried until the stop has a time limit`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', firstWait: 100ms, longestWait: 100ms}")
        stand.take(.primaryActionTriggered, try stand.binding("post", "/answers/500,0,200"))
        // As at the end of a replay, the plugin delivers its queue without a time limit before it stops.
        stand.plugin.beginStopping()
        #expect(await eventually { stand.plugin.isDone })
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 500_000))
        #expect(server.requests.map(\.answer) == [500, 0, 200])
        #expect(stand.plugin.health.delivered == 1 && stand.failed.counts.isEmpty)
    }
}
