import Foundation
import Testing

/// A real HTTP server in a process of its own.
final class WebServer {
    let folder: TemporaryFolder
    private(set) var port = 0
    private let scheme: String
    private let arguments: [String]
    private var process: Process?

    struct Request: Decodable {
        var method: String
        var path: String
        var headers: [String: String]
        var body: String
        /// 0 for a dropped connection, -1 for none.
        var answer: Int
    }

    /// Starts it; with a certificate it speaks TLS.
    init(_ certificate: Certificates.Server? = nil) throws {
        folder = try TemporaryFolder()
        scheme = certificate == nil ? "http" : "https"
        arguments = certificate.map { [$0.certificate, $0.key] } ?? []
        try start()
    }

    deinit { stop() }

    /// Starts it, again at the port that it had.
    func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py").path
        process.arguments = ["python3", script, folder.url.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PORT": "\(port)"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        self.process = process
        let line = output.fileHandleForReading.availableData
        port = try #require(Int(String(decoding: line, as: UTF8.self).filter(\.isNumber)))
    }

    func stop() {
        guard let process else { return }
        // Threads of the tests' own block other signals, and the server has that from them.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    var origin: String { "\(scheme)://127.0.0.1:\(port)" }

    /// What came so far, in the order in which it was answered.
    var requests: [Request] {
        let text = folder.text("requests") ?? ""
        // The last line may be half written.
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    /// From now on requests are held up, until they are dropped.
    func hang() throws { _ = try folder.write("", to: "hung") }
    func goOn() throws { try FileManager.default.removeItem(atPath: folder.path("hung")) }
}
