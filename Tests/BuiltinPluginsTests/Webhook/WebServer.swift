import Foundation
import Testing

/// An HTTP server in a separate process.
final class WebServer {
    let folder: TemporaryFolder
    private(set) var port = 0
    private let scheme: String
    private let host: String
    private let arguments: [String]
    private var process: Process?
    private var lifeline: Pipe?

    struct Request: Decodable {
        var method: String
        var path: String
        var headers: [String: String]
        var body: String
        /// HTTP status of the response; 0 closes the connection, and -1 sends no response.
        var answer: Int
        /// Client's port; identifies the connection.
        var port: Int
    }

    /// Starts the server. With a certificate, which must be for 127.0.0.1, the server uses TLS.
    /// A server without a certificate listens on its own loopback address. Therefore, no other process can claim its
    /// port during an outage, and no server receives requests for a stopped server.
    init(_ certificate: Certificates.Server? = nil) throws {
        folder = try TemporaryFolder()
        let own = (0..<3).map { _ in String(Int.random(in: 2...250)) }
        host = certificate == nil ? "127.\(own.joined(separator: "."))" : "127.0.0.1"
        scheme = certificate == nil ? "http" : "https"
        arguments = certificate.map { [$0.certificate, $0.key] } ?? []
        try start()
    }

    deinit { stop() }

    /// Starts the server again on its previous port.
    func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py").path
        process.arguments = ["python3", script, folder.url.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PORT": "\(port)", "HOST": host]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        // The server exits at the end of this pipe, and thus whenever the test process ends.
        let lifeline = Pipe()
        process.standardInput = lifeline
        self.lifeline = lifeline
        try process.run()
        self.process = process
        let line = output.fileHandleForReading.availableData
        port = try #require(Int(String(decoding: line, as: UTF8.self).filter(\.isNumber)))
    }

    func stop() {
        guard let process else { return }
        // SIGKILL, because the server may inherit a signal mask from a test thread that blocks other signals.
        kill(process.processIdentifier, SIGKILL)
        // Foundation's `waitUntilExit` may hang on a busy machine.
        while Self.isAlive(process.processIdentifier) { usleep(1000) }
        self.process = nil
    }

    private static func isAlive(_ process: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return status[(status.lastIndex(of: ")") ?? status.startIndex)...].dropFirst(2).first != "Z"
    }

    var origin: String { "\(scheme)://\(host):\(port)" }

    /// Requests received so far, in the order of their responses.
    var requests: [Request] {
        let text = folder.text("requests") ?? ""
        // The last line may still be incomplete.
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    /// Stops responding; `goOn` drops the waiting requests.
    func hang() throws { _ = try folder.write("", to: "hung") }
    func goOn() throws { try FileManager.default.removeItem(atPath: folder.path("hung")) }
}
