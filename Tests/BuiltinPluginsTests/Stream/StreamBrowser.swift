import Foundation
import JSON
import Testing

/// A real Chromium without a window, asked over its DevTools.
final class StreamBrowser {
    private let process = Process()
    private let folder: URL
    private let page: StreamPage
    private var lastID = 0

    /// Opens a page; fails when there is no Chromium.
    init(_ url: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stream-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = "/usr/bin/chromium"
        try #require(FileManager.default.isExecutableFile(atPath: path), "Debian's package 'chromium' is missing")
        process.executableURL = URL(filePath: path)
        process.arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
            "--user-data-dir=\(folder.path)", "--window-size=1000,1000", "--remote-debugging-port=0", url,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        page = try Self.connect(folder.appending(path: "DevToolsActivePort").path)
    }

    deinit {
        // Its other processes go when it goes, and it keeps nothing.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The file holds the port as soon as the browser listens.
    private static func connect(_ file: String) throws -> StreamPage {
        let end = ContinuousClock.now + .seconds(120)
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
    private let process = Process()

    init(_ folder: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = line.split(separator: " ").compactMap { Int($0) }.first
        origin = "http://127.0.0.1:\(try #require(port, "\(line)"))"
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
