import Foundation
import Testing

/// A real HTTP server in a process of its own.
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
        /// 0 for a dropped connection, -1 for none.
        var answer: Int
        /// Where it came from: one connection has one.
        var port: Int
    }

    /// Starts it; with a certificate, which is for 127.0.0.1, it speaks TLS.
    ///
    /// Others have an address of their own, so that nobody gets their port while they are away, nor requests that were
    /// meant for them once they are gone.
    init(_ certificate: Certificates.Server? = nil) throws {
        folder = try TemporaryFolder()
        let own = (0..<3).map { _ in String(Int.random(in: 2...250)) }
        host = certificate == nil ? "127.\(own.joined(separator: "."))" : "127.0.0.1"
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
        process.environment = ProcessInfo.processInfo.environment.merging(["PORT": "\(port)", "HOST": host]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        // The server ends with the test, however that ends.
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
        // Threads of the tests' own block other signals, and the server has that from them.
        kill(process.processIdentifier, SIGKILL)
        // Foundation's own way to wait may hang when the machine has much to do.
        while Self.isAlive(process.processIdentifier) { usleep(1000) }
        self.process = nil
    }

    private static func isAlive(_ process: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return status[(status.lastIndex(of: ")") ?? status.startIndex)...].dropFirst(2).first != "Z"
    }

    var origin: String { "\(scheme)://\(host):\(port)" }

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
