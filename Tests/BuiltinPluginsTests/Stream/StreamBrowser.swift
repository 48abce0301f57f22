import Foundation
import JSON
import Testing
import TimeLimits

/// A real Chromium without a window, asked over its DevTools.
final class StreamBrowser {
    private let program: Program
    private let profile: Workspace
    private let page: StreamPage
    private var lastID = 0

    /// Opens a page.
    init(_ url: String) throws {
        profile = try Workspace()
        program = try Program(
            "/usr/bin/chromium",
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-extensions", "--user-data-dir=\(profile.path)", "--window-size=1000,1000",
                "--remote-debugging-port=0", url,
            ]
        )
        page = try Self.connect("\(profile.path)/DevToolsActivePort")
    }

    deinit {
        // It leaves a folder beside the profile, which has a link into it.
        let link = "\(profile.path)/SingletonSocket"
        let socket = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        program.stop()
        guard let folder = socket.map({ URL(filePath: $0).deletingLastPathComponent() }),
            folder.lastPathComponent.hasPrefix("org.chromium.")
        else { return }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The file holds the port as soon as the browser listens.
    private static func connect(_ file: String) throws -> StreamPage {
        let end = ContinuousClock.now + TimeLimits.browserWait
        while ContinuousClock.now < end {
            usleep(50_000)
            guard let text = try? String(contentsOfFile: file, encoding: .utf8),
                let port = text.split(separator: "\n").first.flatMap({ Int($0) }),
                let target = try? target(port)
            else { continue }
            let page = try StreamPage(port: port, path: target, origin: nil)
            try #require(page.isUpgraded, "\(page.answer)")
            return page
        }
        throw StreamPeer.Silent()
    }

    private static func target(_ port: Int) throws -> String? {
        let peer = try StreamPeer(port: port)
        peer.send("GET /json/list HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
        let head = try peer.receive(until: "\r\n\r\n").lowercased()
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        let count = length.flatMap { Int($0.dropFirst("content-length:".count).filter(\.isNumber)) } ?? 0
        let targets = try JSONValue(parsing: try peer.receive(count)).list ?? []
        let page = targets.first { $0["type"] == "page" }
        let address = page?["webSocketDebuggerUrl"]?.text
        return address.flatMap { URL(string: $0)?.path }
    }

    private func ask(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
        lastID += 1
        let id = JSONValue(integerLiteral: lastID)
        try page.send("\(["id": id, "method": .text(method), "params": parameters] as JSONValue)")
        while true {
            let message = try page.message()
            if message["id"] == id { return message["result"] ?? .null }
        }
    }

    /// The value of an expression, of a promise when it has settled.
    func evaluate(_ expression: String) throws -> JSONValue {
        let result = try ask(
            "Runtime.evaluate",
            ["expression": .text(expression), "returnByValue": true, "awaitPromise": true]
        )
        return result["result"]?["value"] ?? .null
    }

    /// What it shows, as PNG.
    func screenshot() throws -> Data {
        let text = try ask("Page.captureScreenshot", ["format": "png"])["data"]?.text ?? ""
        return try #require(Data(base64Encoded: text))
    }
}

/// A server of HTTP with the files of a folder.
final class PageServer {
    let origin: String
    private let program: Program

    init(_ folder: String) throws {
        let program = try Program(
            "/usr/bin/python3",
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
        )
        let end = ContinuousClock.now + TimeLimits.wait
        while program.lines.isEmpty, ContinuousClock.now < end { usleep(10_000) }
        let port = program.lines.first?.split(separator: " ").compactMap { Int($0) }.first
        origin = "http://127.0.0.1:\(try #require(port, "\(program.text)"))"
        self.program = program
    }
}
