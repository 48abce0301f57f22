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
    init(certificate: String? = nil, key: String? = nil) throws {
        folder = try TemporaryFolder()
        scheme = certificate == nil ? "http" : "https"
        arguments = [certificate, key].compactMap { $0 }
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

/// An authority of the test's own, with a certificate for 127.0.0.1.
struct Certificates {
    let folder: TemporaryFolder
    var authority: String { folder.path("ca.pem") }
    var certificate: String { folder.path("server.pem") }
    var key: String { folder.path("server.key") }

    /// Makes them with openssl; `name` is what the certificate is for.
    init(name: String = "IP:127.0.0.1") throws {
        folder = try TemporaryFolder()
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        try openssl(
            ["req", "-x509", "-subj", "/CN=Test Authority", "-days", "2", "-keyout", folder.path("ca.key"), "-out", authority]
                + curve
        )
        try openssl(
            ["req", "-subj", "/CN=server", "-keyout", key, "-out", folder.path("server.csr")] + curve
        )
        let extensions = try folder.write("subjectAltName=\(name)\n", to: "extensions")
        try openssl([
            "x509", "-req", "-in", folder.path("server.csr"), "-CA", authority, "-CAkey", folder.path("ca.key"),
            "-CAcreateserial", "-days", "2", "-extfile", extensions, "-out", certificate,
        ])
    }

    private func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl \(arguments)")
    }
}
