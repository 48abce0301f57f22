import Foundation
import TestSupport
import Testing

/// A real mosquitto on a port of its own, which can be stopped and started again with what it knew.
final class Broker {
    let port: UInt16
    let workspace: Workspace
    private let configuration: String
    private var program: Program?
    private let certificates: Certificates.Server?

    /// Starts a broker; `lines` go into its configuration.
    init(_ lines: [String] = ["allow_anonymous true"], certificates: Certificates.Server? = nil) async throws {
        workspace = try Workspace()
        port = try Loopback.freePort()
        self.certificates = certificates
        var text = [
            "listener \(port) 127.0.0.1",
            // Run by root it would become somebody who may not read what we wrote.
            "user \(NSUserName())",
            "persistence true",
            "persistence_location \(workspace.path)/",
            "max_queued_messages 0",
        ]
        if let certificates {
            text += [
                "cafile \(certificates.authority)", "certfile \(certificates.certificate)",
                "keyfile \(certificates.key)",
            ]
        }
        configuration = try workspace.file("mosquitto.conf", (text + lines).joined(separator: "\n") + "\n")
        try await start()
    }

    var url: String { "\(certificates == nil ? "mqtt" : "mqtts")://127.0.0.1:\(port)" }

    /// Starts it again, with what it had kept.
    func start() async throws {
        let program = try Program("/usr/sbin/mosquitto", ["-c", configuration])
        self.program = program
        try await eventually("mosquitto listens") {
            try #require(program.isRunning, "\(program.text)")
            return Loopback.answers(port)
        }
    }

    /// Ends it; what it has to keep, it keeps.
    func stop() {
        program?.stop()
        program = nil
    }

    /// Ends it at once, as a lost connection does: what it was about to confirm stays unconfirmed.
    func crash() {
        program?.crash()
        program = nil
    }

    /// Lets it receive without an answer until it crashes.
    func freeze() { program?.freeze() }

    /// Takes away what it had kept.
    func forget() throws { try FileManager.default.removeItem(atPath: "\(workspace.path)/mosquitto.db") }

    /// A client that stays subscribed while the broker is away; each line is `topic retained quality payload`.
    func watch(_ filter: String = "#") async throws -> Program {
        let program = try Program(
            "/usr/bin/mosquitto_sub",
            [
                "-h", "127.0.0.1", "-p", "\(port)", "-t", filter, "-t", "watcher/ready", "-q", "2", "-c", "-i",
                "watcher", "-F", "%t %r %q %p",
            ]
        )
        // Its own message comes back once it is subscribed.
        try await eventually("the watcher listens") {
            try publish("watcher/ready", "yes")
            return program.text.contains("watcher/ready")
        }
        return program
    }

    /// What the broker has kept for who subscribes now.
    func retained(_ topic: String) throws -> String {
        try Program.run(
            "/usr/bin/mosquitto_sub",
            ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-C", "1", "-W", "30", "--retained-only"]
        ).trimmingCharacters(in: .newlines)
    }

    /// Publishes as somebody else.
    func publish(_ topic: String, _ payload: String, retain: Bool = false) throws {
        try Program.run(
            "/usr/bin/mosquitto_pub",
            ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-q", "1", "-s"] + (retain ? ["-r"] : []),
            input: payload
        )
    }
}

/// Lines of a watcher without those that a watcher writes to itself.
extension Program {
    var messages: [String] { lines.filter { !$0.hasPrefix("watcher/ready") } }
}
