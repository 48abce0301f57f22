public import Foundation
public import JSON
internal import Testing
internal import TimeLimits

/// A headless Chromium, controlled through its DevTools protocol.
public final class Browser {
    private let program: Program
    private let profile: Workspace
    private let page: WebSocketPage
    private var lastID = 0
    /// DevTools events so far, such as requests, console messages and exceptions.
    public private(set) var news: [JSONValue] = []

    /// Opens a URL, and records the page's DevTools events.
    public init(_ address: String, width: Int = 1920, height: Int = 1080, isDark: Bool = false) throws {
        profile = try Workspace()
        program = try Program(
            "/usr/bin/chromium",
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-extensions", "--user-data-dir=\(profile.path)", "--remote-debugging-port=0", "about:blank",
            ]
        )
        page = try Self.connect("\(profile.path)/DevToolsActivePort")
        for part in ["Runtime", "Log", "Network", "Page"] { _ = try ask("\(part).enable", [:]) }
        try resize(width, height)
        try setDark(isDark)
        _ = try ask("Page.navigate", ["url": .text(address)])
    }

    deinit {
        // Chromium does not remove this socket in another folder, to which the profile contains a link.
        let link = "\(profile.path)/SingletonSocket"
        let socket = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        program.stop()
        guard let folder = socket.map({ URL(filePath: $0).deletingLastPathComponent() }),
            folder.lastPathComponent.hasPrefix("org.chromium.")
        else { return }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Connects to the browser. Chromium writes its port to the file when it accepts connections.
    private static func connect(_ file: String) throws -> WebSocketPage {
        let end = ContinuousClock.now + TimeLimits.browserWait
        while ContinuousClock.now < end {
            usleep(50_000)
            guard let text = try? String(contentsOfFile: file, encoding: .utf8),
                let port = text.split(separator: "\n").first.flatMap({ Int($0) }),
                let path = try? target(port)
            else { continue }
            let page = try WebSocketPage(path, port: port)
            try #require(page.isUpgraded, "\(page.answer)")
            return page
        }
        throw Peer.Silent()
    }

    private static func target(_ port: Int) throws -> String? {
        // Uses curl, because DevTools ignores `Connection: close` and leaves the connection open.
        let text = try Program.run("/usr/bin/curl", ["-s", "http://127.0.0.1:\(port)/json/list"])
        let targets = try JSONValue(parsing: Array(text.utf8)).list ?? []
        let address = targets.first { $0["type"] == "page" }?["webSocketDebuggerUrl"]?.text
        return address.flatMap { URL(string: $0)?.path }
    }

    @discardableResult
    public func ask(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
        lastID += 1
        let id = JSONValue(integerLiteral: lastID)
        page.send("\(["id": id, "method": .text(method), "params": parameters] as JSONValue)")
        while true {
            let message = try page.message()
            if message["id"] == id { return message["result"] ?? .null }
            news.append(message)
        }
    }

    public func resize(_ width: Int, _ height: Int) throws {
        try ask(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1,
                "mobile": false,
            ]
        )
    }

    public func setDark(_ isDark: Bool) throws {
        let scheme: JSONValue = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        try ask("Emulation.setEmulatedMedia", ["features": [scheme]])
    }

    /// Evaluates an expression. If its value is a promise, waits for the result.
    @discardableResult
    public func evaluate(_ expression: String) throws -> JSONValue {
        let result = try ask(
            "Runtime.evaluate",
            ["expression": .text(expression), "returnByValue": true, "awaitPromise": true]
        )
        return result["result"]?["value"] ?? .null
    }

    public func text(_ selector: String) throws -> String {
        try evaluate("document.querySelector('\(selector)')?.textContent ?? ''").text ?? ""
    }

    /// Presses and releases a key.
    public func press(_ key: String, code: String = "", _ number: Int = 0, text: String? = nil) throws {
        var parameters: [JSONValue.Member] = [
            .init("key", .text(key)), .init("code", .text(code)),
            .init("windowsVirtualKeyCode", .number(Double(number))),
        ]
        if let text { parameters.append(.init("text", .text(text))) }
        try ask("Input.dispatchKeyEvent", .object([.init("type", "keyDown")] + parameters))
        try ask("Input.dispatchKeyEvent", .object([.init("type", "keyUp")] + parameters))
    }

    /// Clicks the centre of an element with mouse events.
    public func click(_ selector: String) throws {
        let center = try evaluate(
            "(() => { const r = document.querySelector('\(selector)').getBoundingClientRect();"
                + " return [r.x + r.width / 2, r.y + r.height / 2] })()"
        )
        let (x, y) = (center.list?[0] ?? .null, center.list?[1] ?? .null)
        for type in ["mousePressed", "mouseReleased"] {
            try ask(
                "Input.dispatchMouseEvent",
                ["type": .text(type), "x": x, "y": y, "button": "left", "clickCount": 1]
            )
        }
    }

    /// Returns a screenshot as PNG.
    public func screenshot() throws -> Data {
        let text = try ask("Page.captureScreenshot", ["format": "png"])["data"]?.text ?? ""
        return try #require(Data(base64Encoded: text))
    }

    /// URLs that the page requested.
    public var requests: [String] {
        news.compactMap { message in
            switch message["method"]?.text {
            case "Network.requestWillBeSent": message["params"]?["request"]?["url"]?.text
            case "Network.webSocketCreated": message["params"]?["url"]?.text
            default: nil
            }
        }
    }

    /// Console errors and exceptions.
    public var complaints: [String] {
        news.compactMap { message in
            let parameters = message["params"]
            switch message["method"]?.text {
            case "Runtime.exceptionThrown": return "\(parameters ?? .null)"
            case "Log.entryAdded": return parameters?["entry"]?["text"]?.text
            case "Runtime.consoleAPICalled":
                let type = parameters?["type"]?.text
                return type == "error" || type == "warning" ? "\(parameters?["args"] ?? .null)" : nil
            default: return nil
            }
        }
    }
}
