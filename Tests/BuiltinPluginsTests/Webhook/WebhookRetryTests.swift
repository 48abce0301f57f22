import Foundation
import HandlerEvents
import PluginAPI
import Schema
import TestTraits
import Testing

/// Tests retries and misbehaving servers.
@Suite struct WebhookRetryTests {
    private let quick = "firstWait: 10ms, longestWait: 50ms"

    @Test(arguments: ["500,200", "503,429,200", "0,200", "408,200"])
    func `a failed request is retried with the same key`(answers: String) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', \(quick)}")
        stand.take(.touchDown, try stand.binding("post", "/answers/\(answers)"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        let requests = server.requests
        #expect(requests.map { "\($0.answer)" }.joined(separator: ",") == answers)
        #expect(Set(requests.map { $0.headers["idempotency-key"] }).count == 1)
        #expect(Set(requests.map(\.body)).count == 1)
        #expect(await eventually { stand.log.lines.count == 2 })
        #expect(stand.log.first.hasSuffix("; the request is retried"))
        #expect(stand.log.lines.last == "\(server.origin) answers again")
    }

    @Test(arguments: ["404", "400", "301", "501"])
    func `a permanent error is not retried`(answer: String) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', retryOn: [500, 502], \(quick)}")
        stand.take(.touchDown, try stand.binding("post", "/answers/\(answer)"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(server.requests.count == 1)
        #expect(stand.log.lines.count == 1)
        #expect(stand.log.first.contains("answers \(answer)"))
    }

    @Test func `a request fails after the configured retries`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', retries: 3, \(quick)}")
        stand.take(.touchDown, try stand.binding("post", "/answers/500"), stream: 7)
        #expect(await eventually { stand.failed.streams == [7] })
        #expect(stand.plugin.health.failures == 1)
        #expect(server.requests.count == 4)
        #expect(stand.plugin.health.isConnected == false)
    }

    @Test func `Retry-After is honoured up to longestWait`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', firstWait: 1ms, longestWait: 700ms}")
        let start = ContinuousClock.now
        stand.take(.touchDown, try stand.binding("post", "/busy/100000"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        // The server requests a delay of about a day, and the layout 1 ms; `longestWait` limits the delay.
        #expect(ContinuousClock.now - start >= .milliseconds(700))
        #expect(server.requests.map(\.answer) == [429, 200])
    }

    @Test(arguments: ["body", "headers"]) func `an endless response is discarded`(
        what: String
    ) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', timeout: 1h}")
        stand.take(.touchDown, try stand.binding("post", "/endless/\(what)"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(server.requests.count == 1)
    }

    @Test(
        .atLimit("http-response-bytes"),
        .pastLimit("http-response-bytes"),
        arguments: [(256 << 10, true), (256 << 10 + 1, false)]
    )
    func `a response can have 256 KiB with its head, and a longer one closes the connection`(
        _ count: Int,
        _ isKept: Bool
    )
        async throws
    {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', timeout: 1h}")
        stand.take(.touchDown, try stand.binding("post", "/sized/\(count)"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        stand.take(.touchDown, try stand.binding("post", "/ok"))
        #expect(await eventually { stand.plugin.health.delivered == 2 })
        let ports = server.requests.map(\.port)
        #expect(ports.count == 2 && (ports.first == ports.last) == isKept)
    }

    @Test func `a request to a stalled server times out, and others proceed meanwhile`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', timeout: 500ms, retries: 0, concurrency: 2}")
        stand.take(.touchDown, try stand.binding("post", "/stall", group: 1))
        stand.take(.touchDown, try stand.binding("post", "/ok", group: 2))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(await eventually { stand.plugin.health.failures == 1 })
        // The plugin counts the failure before logging it.
        #expect(await eventually { stand.log.lines.count == 1 })
        #expect(stand.log.first.contains("does not answer: "))
    }

    @Test func `redirects are followed only with followRedirects`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)'}")
        stand.take(.touchDown, try stand.binding("post", "/to/302/;ok"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(server.requests.count == 1)
        #expect(stand.log.first.contains("'followRedirects: true'"))
    }

    @Test(arguments: [301, 302, 307, 308]) func `a redirected request is unchanged`(
        status: Int
    ) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', followRedirects: true}")
        stand.take(.touchDown, try stand.binding("post", "{url: '/to/\(status)/;ok', body: it}"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(server.requests.map(\.answer) == [status, 200])
        #expect(server.requests.map(\.method) == ["POST", "POST"])
        #expect(server.requests.map(\.body) == ["it", "it"])
        #expect(server.requests.first?.headers["idempotency-key"] == server.requests.last?.headers["idempotency-key"])
    }

    @Test(arguments: ["file:///etc/passwd", "https://127.0.0.1:1/", "ftp://127.0.0.1/"])
    func `a redirect to another scheme is not followed`(target: String) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', followRedirects: true}")
        stand.take(.touchDown, try stand.binding("post", "/to/302/\(target.replacing("/", with: ";"))"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(stand.plugin.health.delivered == 0)
        #expect(stand.log.first.contains("to an address with the same scheme are followed"))
    }

    @Test(.atLimit("http-redirects"), .pastLimit("http-redirects"))
    func `at most five redirects are followed`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', followRedirects: true}")
        stand.take(.touchDown, try stand.binding("post", "/hops/5"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(server.requests.count == 6)
        stand.take(.touchDown, try stand.binding("post", "/hops/6"), stream: 2)
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(server.requests.count == 12)
    }

    @Test func `a circular redirect ends after the maximum`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', followRedirects: true}")
        stand.take(.touchDown, try stand.binding("post", "/to/302/;to;302;x"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(server.requests.count == 6)
    }

    @Test func `an unreachable server is reported once, and requests arrive when it returns`() async throws {
        let server = try WebServer()
        server.stop()
        let stand = try PluginStand(
            "webhook",
            "{url: '\(server.origin)', retries: 100, firstWait: 10ms, longestWait: 1s}"
        )
        let binding = try stand.binding("post", "/ok")
        for stream: Int32 in 1...10 { stand.take(.primaryActionTriggered, binding, stream: stream) }
        #expect(await eventually { !stand.log.lines.isEmpty })
        #expect(stand.plugin.health.isConnected == false)
        try server.start()
        #expect(await eventually { stand.plugin.health.delivered == 10 })
        #expect(stand.plugin.health.isConnected == true)
        #expect(stand.log.lines.filter { $0.contains("does not answer") }.count == 1)
    }

    @Test func `a path without a base URL is reported when the layout is loaded`() async throws {
        let stand = try PluginStand("webhook")
        let binding = try stand.binding("post", "/touch")
        stand.plugin.bindingsChanged([binding])
        #expect(await eventually { !stand.log.lines.isEmpty })
        #expect(stand.log.lines == ["'/touch' is not a complete address; add 'url' to the plugin"])
        stand.take(.touchDown, binding)
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(stand.log.lines.count == 1)
        #expect(await eventually { stand.failed.counts == [.failed: 1] })
    }

    @Test func `the end of a touch whose beginning failed is dropped`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', \(quick)}")
        stand.take(.touchesBegan, try stand.binding("post", "/answers/404"), stream: 7)
        stand.take(.touchesEnded, try stand.binding("post", "/ok"), stream: 7)
        #expect(await eventually { stand.failed.counts == [.failed: 1, .dropped: 1] })
        #expect(server.requests.map(\.answer) == [404])
    }

    @Test(.pastLimit("http-refusals"))
    func `the end of a delivered stream is retried a limited number of times`() async throws {
        let server = try WebServer()
        let settings = "retries: 2, firstWait: 1ms, longestWait: 2ms"
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', \(settings)}")
        let (down, up) = (try stand.binding("post", "/ok"), try stand.binding("post", "/answers/500"))
        stand.take(.touchesBegan, down)
        stand.take(.touchesEnded, up)
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(server.requests.filter { $0.answer == 500 }.count == 21)
        #expect(stand.log.lines.filter { $0.contains("the end event of a stream was not delivered") }.count == 1)
        #expect(stand.plugin.health.waiting == 0)
    }

    @Test(.atLimit("http-refusals")) func `an end that a server rejects twenty times is still delivered`() async throws
    {
        let server = try WebServer()
        let settings = "retries: 2, firstWait: 1ms, longestWait: 2ms"
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', \(settings)}")
        let answers = Array(repeating: "500", count: 20).joined(separator: ",")
        let (down, up) = (try stand.binding("post", "/ok"), try stand.binding("post", "'/answers/\(answers),200'"))
        stand.take(.touchesBegan, down)
        stand.take(.touchesEnded, up)
        #expect(await eventually { stand.plugin.health.delivered == 2 })
        #expect(server.requests.filter { $0.answer == 500 }.count == 20)
        #expect(stand.plugin.health.failures == 0)
    }

    @Test func `retried ends do not block other requests`() async throws {
        let server = try WebServer()
        // After a rejection, the request waits for an hour, so the plugin sends it only once during the test.
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', firstWait: 1h, longestWait: 1h}")
        let (down, up) = (try stand.binding("post", "/ok"), try stand.binding("post", "/answers/500"))
        let count: Int32 = 100
        for stream in 1...count {
            stand.take(.touchesBegan, down, stream: stream)
            stand.take(.touchesEnded, up, stream: stream)
            try #require(await eventually { server.requests.count == 2 * stream })
        }
        stand.take(.primaryActionTriggered, try stand.binding("post", "/other", group: 2), stream: 1)
        #expect(await eventually { stand.plugin.health.delivered == Int(count) + 1 })
        // The number of waiting requests is limited; the plugin drops the oldest.
        #expect(await eventually { stand.plugin.health.waiting == 64 })
        #expect(stand.plugin.health.failures == Int(count) - 64)
        #expect(stand.log.lines.contains { $0.contains("the end event of a stream was not delivered") })
        // The plugin logs repeated failures at most once per minute, so a slow machine does not cause many lines.
        #expect(stand.log.lines.count < 20, "\(stand.log.lines)")
    }

    @Test func `a touch is retained however many others begin and end meanwhile`() async throws {
        let server = try WebServer()
        let settings = "retries: 0, firstWait: 10ms, longestWait: 50ms, queue: 2000"
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', \(settings)}")
        let (down, up) = (try stand.binding("post", "/down"), try stand.binding("post", "'/up/{{touch}}'"))
        stand.take(.touchesBegan, down, stream: 1)
        for stream: Int32 in 2...1200 {
            stand.take(.touchesBegan, down, stream: stream)
            stand.take(.touchesEnded, up, stream: stream)
            if stream.isMultiple(of: 100) {
                try #require(await eventually { stand.plugin.health.delivered == 2 * Int(stream) - 1 })
            }
        }
        server.stop()
        stand.take(.touchesEnded, up, stream: 1)
        #expect(await eventually { !stand.log.lines.isEmpty })
        try server.start()
        #expect(await eventually { server.requests.last?.path == "/up/1" })
        #expect(stand.plugin.health.failures == 0)
    }
}
