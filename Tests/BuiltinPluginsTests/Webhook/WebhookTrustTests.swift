import Foundation
import HandlerEvents
import Platform
import PluginAPI
import TestSupport
import Testing

/// Tests TLS trust and the protection of secrets.
@Suite struct WebhookTrustTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private let quick = "retries: 1, firstWait: 10ms, longestWait: 20ms"

    @Test func `a server of a configured authority is trusted`() async throws {
        let certificates = try Certificates(workspace).server("IP:127.0.0.1")
        let server = try WebServer(certificates)
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', caFile: '\(certificates.authority)'}")
        stand.take(.touchDown, try stand.binding("post", "/ok"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(stand.log.lines.isEmpty)
    }

    @Test func `a server of an unknown authority receives no request`() async throws {
        let certificates = try Certificates(workspace).server("IP:127.0.0.1")
        let server = try WebServer(certificates)
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', \(quick)}")
        stand.take(.touchDown, try stand.binding("post", "/ok"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(server.requests.isEmpty)
        #expect(stand.log.lines.count == 1)
        #expect(stand.log.first.hasPrefix("\(server.origin) is not trusted: "))
    }

    @Test func `a certificate for another name is not trusted`() async throws {
        let certificates = try Certificates(workspace).server("DNS:example.org")
        let server = try WebServer(certificates)
        let stand = try PluginStand(
            "webhook",
            "{url: '\(server.origin)', caFile: '\(certificates.authority)', \(quick)}"
        )
        stand.take(.touchDown, try stand.binding("post", "/ok"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(server.requests.isEmpty)
        #expect(stand.log.first.contains("is not trusted: "))
    }

    @Test func `a missing authority file is reported`() async throws {
        let stand = try PluginStand("webhook", "{url: 'https://127.0.0.1:1', caFile: /nowhere.pem, \(quick)}")
        stand.take(.touchDown, try stand.binding("post", "/ok"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(stand.log.lines.count == 1)
    }

    @Test func `secrets are sent only to their server, and never to the log`() async throws {
        let folder = try TemporaryFolder()
        let token = try folder.write("to-ken-123\n", to: "token")
        let key = try folder.write("ke-y-456", to: "key")
        let (server, other) = (try WebServer(), try WebServer())
        let settings =
            "{url: '\(server.origin)', tokenFile: '\(token)', headerFiles: {X-Key: '\(key)'}, followRedirects: true, "
            + "retries: 0}"
        let stand = try PluginStand("webhook", settings)
        stand.take(.touchDown, try stand.binding("post", "/ok"), stream: 1)
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        stand.take(.touchDown, try stand.binding("post", "\(other.origin)/ok"), stream: 2)
        #expect(await eventually { stand.plugin.health.delivered == 2 })
        stand.take(
            .touchDown,
            try stand.binding("post", "/to/307/\(other.origin.replacing("/", with: ";"));sent"),
            stream: 3
        )
        #expect(await eventually { stand.plugin.health.delivered == 3 })
        stand.take(.touchDown, try stand.binding("post", "/answers/500"), stream: 4)
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(server.requests.count == 3)
        for request in server.requests {
            #expect(request.headers["authorization"] == "Bearer to-ken-123")
            #expect(request.headers["x-key"] == "ke-y-456")
        }
        #expect(other.requests.count == 2)
        for request in other.requests {
            #expect(request.headers["authorization"] == nil)
            #expect(request.headers["x-key"] == nil)
        }
        let said = stand.log.entries.map { "\($0)" }.joined() + String(reflecting: stand.plugin) + dumped(stand.plugin)
        #expect(!said.contains("to-ken"))
        #expect(!said.contains("ke-y"))
    }

    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func `a missing secret prevents the start, and the message names its source`() throws {
        let stand = try PluginStand(
            "webhook",
            "{url: 'http://127.0.0.1:1', tokenEnvironment: TB_NO_SUCH_TOKEN}",
            isStarted: false
        )
        let error = #expect(throws: ServiceError.self) { try stand.plugin.start() }
        #expect(error?.message.contains("TB_NO_SUCH_TOKEN") == true)
    }

    @Test func `a secret without a server is rejected`() throws {
        let error = #expect(throws: ServiceError.self) { try PluginStand("webhook", "{tokenFile: /run/token}") }
        #expect(error?.message == "secrets are sent only to the server of 'url', but 'url' is missing; add 'url'")
    }

    @Test func `a proxy is used only if configured`() async throws {
        // Runs in a separate process, because this test changes the environment while other threads may read it.
        await #expect(processExitsWith: .success) {
            let (server, proxy) = (try WebServer(), try WebServer())
            setenv("http_proxy", proxy.origin, 1)
            for (kind, path) in [("none", "/direct"), (proxy.origin, "/through"), ("environment", "/asked")] {
                let stand = try PluginStand("webhook", "{url: '\(server.origin)', proxy: '\(kind)'}")
                stand.take(.touchDown, try stand.binding("post", path))
                #expect(await eventually { stand.plugin.health.delivered == 1 })
            }
            let plain = try PluginStand("webhook", "{url: '\(server.origin)'}")
            plain.take(.touchDown, try plain.binding("post", "/plain"))
            #expect(await eventually { plain.plugin.health.delivered == 1 })
            #expect(server.requests.map(\.path) == ["/direct", "/plain"])
            #expect(proxy.requests.map(\.path) == ["\(server.origin)/through", "\(server.origin)/asked"])
        }
    }

    @Test func `a changed secret applies from the next request`() async throws {
        let folder = try TemporaryFolder()
        let token = try folder.write("old-token", to: "token")
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', tokenFile: '\(token)'}")
        let binding = try stand.binding("post", "/ok")
        func send(_ stream: Int32) async throws {
            stand.take(.primaryActionTriggered, binding, stream: stream)
            try #require(await eventually { stand.plugin.health.delivered == Int(stream) })
        }
        try await send(1)
        _ = try folder.write("new-token", to: "token")
        try await send(2)
        // An empty file may be an incomplete write, so the plugin still uses the previous secret.
        _ = try folder.write("", to: "token")
        try await send(3)
        #expect(
            server.requests.map { $0.headers["authorization"] }
                == ["Bearer old-token", "Bearer new-token", "Bearer new-token"]
        )
        #expect(stand.log.lines.count == 1)
        #expect(stand.log.first.contains("is empty"))
        #expect(!stand.log.lines.joined().contains("-token"))
    }
}
