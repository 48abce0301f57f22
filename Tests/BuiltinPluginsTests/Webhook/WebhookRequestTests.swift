import Foundation
import HandlerEvents
import PluginAPI
import TestTraits
import Testing

/// Tests the HTTP requests that the plugin sends.
@Suite struct WebhookRequestTests {
    @Test func `a handler with only a URL sends the whole event`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)/kiosk/'}")
        stand.take(.touchesBegan, try stand.binding("post", "touch", view: "door \"1\"")) { ($0.x, $0.y) = (3, 4.5) }
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/kiosk/touch")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["user-agent"] == "touchbridge")
        let body = try #require(JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any])
        #expect(body["host"] as? String == "kiosk-7")
        #expect(body["event"] as? String == "touchesBegan")
        #expect(body["view"] as? String == "door \"1\"")
        #expect(body["x"] as? Double == 3)
        #expect(body["y"] as? Double == 4.5)
        #expect(stand.plugin.health.isConnected == true)
        #expect(stand.log.lines.isEmpty)
    }

    @Test(.atLimit("http-body-bytes"), .pastLimit("http-body-bytes"))
    func `a body can have at most 1 MiB`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)'}")
        func post(_ count: Int) throws {
            let body = String(repeating: "x", count: count)
            stand.take(.idle, try stand.binding("post", "{body: \(body), contentType: text/plain}"))
        }
        try post(1 << 20 + 1)
        #expect(await eventually { stand.plugin.health.failures == 1 })
        let message = "was not contacted: the request body exceeds 1 MiB; a request was not delivered"
        #expect(stand.log.lines.first?.contains(message) == true)
        try post(1 << 20)
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(server.requests.map(\.body.utf8.count) == [1 << 20])
    }

    @Test func `a handler without arguments uses the plugin's URL`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)/all?of=it'}")
        stand.take(.idle, try stand.binding("post", nil))
        #expect(await eventually { server.requests.first?.path == "/all?of=it" })
    }

    @Test(arguments: [
        ("/kiosk?key=1", "touch", "/kiosk/touch?key=1"), ("/kiosk/?key=1", "/touch?x=2", "/kiosk/touch?key=1&x=2"),
        ("/kiosk?key=1", "'?x=2'", "/kiosk?key=1&x=2"), ("/kiosk", "'?x=2'", "/kiosk?x=2"), ("/?", "touch", "/touch"),
    ]) func `a path is appended before the query of the base URL`(base: String, path: String, whole: String)
        async throws
    {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)\(base)'}")
        stand.take(.touchesBegan, try stand.binding("post", path))
        #expect(await eventually { !server.requests.isEmpty })
        #expect(server.requests.first?.path == whole)
    }

    @Test func `a value in a URL is percent-encoded`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)'}")
        let binding = try stand.binding("post", "'/views/{{view}}?x={{x:0}}'", view: "a/../b?c=d&e ü")
        stand.take(.touchesBegan, binding) { $0.x = 12.4 }
        #expect(await eventually { !server.requests.isEmpty })
        #expect(server.requests.first?.path == "/views/a%2F..%2Fb%3Fc%3Dd%26e%20%C3%BC?x=12")
    }

    @Test(arguments: [(".", "_"), ("..", "__"), ("...", "___"), ("..%2f", "..%252f"), ("a..", "a..")])
    func `a value with dots cannot change the path`(view: String, step: String) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)/api'}")
        stand.take(.touchesBegan, try stand.binding("post", "'{{view}}/open'", view: view))
        #expect(await eventually { !server.requests.isEmpty })
        #expect(server.requests.first?.path.lowercased() == "/api/\(step)/open")
    }

    @Test(arguments: [
        ("{body: {x: '{{x}}', on: true, who: 'view {{view}}'}}", #"{"x":7,"on":true,"who":"view \"a\",\"b\":\"c"}"#),
        ("{body: ['{{x}}']}", "[7]"),
        ("{body: '{{view}}: {{x}}'}", #""a","b":"c: 7"#),
        (
            "{body: '{\"who\": \"{{view}}\"}', contentType: application/json}",
            #"{"who": "\"a\",\"b\":\"c"}"#
        ),
        (
            "{body: 'who={{view}}&x={{x}}', contentType: application/x-www-form-urlencoded}",
            "who=%22a%22%2C%22b%22%3A%22c&x=7"
        ),
        ("{body: ''}", ""),
    ]) func `a value in a body is escaped`(arguments: String, body: String) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)'}")
        stand.take(.touchesBegan, try stand.binding("post", arguments, view: #""a","b":"c"#)) { $0.x = 7 }
        #expect(await eventually { !server.requests.isEmpty })
        #expect(server.requests.first?.body == body)
    }

    @Test(arguments: [("text", "text/plain; charset=utf-8"), ("{a: 1}", "application/json")])
    func `the content type follows the type of the body`(body: String, type: String) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)'}")
        stand.take(.touchDown, try stand.binding("post", "{body: \(body)}"))
        #expect(await eventually { server.requests.first?.headers["content-type"] == type })
    }

    @Test(arguments: ["post", "put", "patch", "delete", "get"])
    func `the method is that of the layout`(method: String) async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)'}")
        stand.take(.touchDown, try stand.binding("post", "{url: /it, method: \(method)}"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(server.requests.map(\.method) == [method.uppercased()])
        #expect(server.requests.first?.body.isEmpty == (method == "get"))
    }

    @Test func `headers come from plugin and handler, and a value cannot start a new one`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)', headers: {X-Kiosk: '{{host}}', X-Mode: all}}")
        let binding = try stand.binding(
            "post",
            "{url: /it, headers: {x-mode: one, X-View: '{{view}}', X-Empty: '', User-Agent: mine}}",
            view: "a\r\nX-Evil: yes"
        )
        stand.take(.touchDown, binding)
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        let headers = try #require(server.requests.first?.headers)
        #expect(headers["x-kiosk"] == "kiosk-7")
        #expect(headers["x-mode"] == "one")
        #expect(headers["x-view"] == "aX-Evil: yes")
        #expect(headers["x-empty"] == "")
        #expect(headers["user-agent"] == "mine")
        #expect(headers["x-evil"] == nil)
        #expect(headers["expect"] == nil)
    }

    @Test func `each request has its own idempotency key`() async throws {
        let server = try WebServer()
        let stand = try PluginStand("webhook", "{url: '\(server.origin)'}")
        let binding = try stand.binding("post", "/it")
        for stream: Int32 in 1...20 { stand.take(.primaryActionTriggered, binding, stream: stream) }
        #expect(await eventually { server.requests.count == 20 })
        let keys = Set(server.requests.compactMap { $0.headers["idempotency-key"] })
        #expect(keys.count == 20)
        let pattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
        #expect(keys.allSatisfy { $0.wholeMatch(of: pattern) != nil })
    }

    @Test(arguments: [
        ("ftp://example.org", "the scheme 'ftp://' is not supported; use http:// or https://"),
        ("file:///etc/passwd", "the scheme 'file://' is not supported; use http:// or https://"),
        ("'http://me:secret@example.org/'", "must not contain a password"),
        ("'/a b'", "the address contains a space or control character; write a space as %20"),
        ("'http:///x'", "the address has no host name; write it after '://'"),
        ("{url: /x, method: fetch}", "'method' must be post, put, patch, delete or get, not 'fetch'"),
        ("{url: /x, method: get, body: text}", "a GET request cannot have a body; remove 'body', or change 'method'"),
        ("{url: '/{{viev}}'}", "did you mean '{{view}}'?"),
        ("{adress: /x}", "webhook.post has no key 'adress'"),
        ("{headers: {'X Y': 1}}", "the header name 'X Y' is invalid; use only letters, digits, '-' and '_'"),
        ("{headers: {Idempotency-Key: 1}}", "the plugin sets the header 'Idempotency-Key'; remove the header"),
    ]) func `an error in a request is reported`(arguments: String, message: String) throws {
        let mistakes = try PluginStand.mistakes("webhook", arguments, handler: "post")
        #expect(mistakes.contains(message), "\(mistakes)")
    }

    @Test(arguments: [
        ("{url: example.org}", "'example.org' is not an absolute address; write http:// or https:// before it"),
        ("{url: 'https://user:secret@example.org'}", "use 'tokenFile' or 'headerFiles'"),
        ("{timeout: 0s}", "'timeout' must be a time above 0 such as 250ms or 90s"),
        ("{retryOn: [200]}", "must be a status code such as 503, or a class such as 5xx"),
        ("{proxy: socks}", "'proxy' must be none, environment or a proxy address such as http://proxy:3128"),
        ("{tokenfile: hush}", "did you mean 'tokenFile'?"),
    ]) func `an error in the settings is reported`(settings: String, message: String) throws {
        let mistakes = try PluginStand.mistakes("webhook", settings)
        #expect(mistakes.contains(message), "\(mistakes)")
    }
}
