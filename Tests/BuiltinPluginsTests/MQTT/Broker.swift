import Foundation
import TestSupport
import Testing

/// A mosquitto process on its own port. It can be restarted with its stored state.
final class Broker {
    let port: UInt16
    let workspace: Workspace
    private let configuration: String
    private var program: Program?
    private let certificates: Certificates.Server?

    /// Starts a broker; `lines` are appended to its configuration.
    init(_ lines: [String] = ["allow_anonymous true"], certificates: Certificates.Server? = nil) async throws {
        workspace = try Workspace()
        port = try Loopback.freePort()
        self.certificates = certificates
        var text = [
            "listener \(port) 127.0.0.1",
            // If root starts mosquitto without this line, it switches to a user that cannot read these files.
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

    /// Restarts the broker with its stored state.
    func start() async throws {
        let program = try Program("/usr/sbin/mosquitto", ["-c", configuration])
        self.program = program
        try await eventually("mosquitto listens") {
            try #require(program.isRunning, "\(program.text)")
            return Loopback.answers(port)
        }
    }

    /// Stops the broker, which saves its state.
    func stop() {
        program?.stop()
        program = nil
    }

    /// Kills the broker without acknowledging pending messages, which simulates a lost connection.
    func crash() {
        program?.crash()
        program = nil
    }

    /// Suspends the broker with SIGSTOP: its connections stay open, but the broker does not respond until it is killed.
    func freeze() { program?.freeze() }

    /// Deletes the stored state.
    func forget() throws { try FileManager.default.removeItem(atPath: "\(workspace.path)/mosquitto.db") }

    /// Starts a client that stays subscribed during an outage. Each line of its output is `topic retained quality
    /// payload`.
    func watch(_ filter: String = "#") async throws -> Program {
        let program = try Program(
            "/usr/bin/mosquitto_sub",
            [
                "-h", "127.0.0.1", "-p", "\(port)", "-t", filter, "-t", "watcher/ready", "-q", "2", "-c", "-i",
                "watcher", "-F", "%t %r %q %p",
            ]
        )
        // The watcher receives this message once its subscription is active.
        try await eventually("the watcher listens") {
            try publish("watcher/ready", "yes")
            return program.text.contains("watcher/ready")
        }
        return program
    }

    /// Returns the retained messages that the broker sends to a new subscriber.
    func retained(_ topic: String) throws -> String {
        try Program.run(
            "/usr/bin/mosquitto_sub",
            ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-C", "1", "-W", "30", "--retained-only"]
        ).trimmingCharacters(in: .newlines)
    }

    /// Publishes a message from a separate client.
    func publish(_ topic: String, _ payload: String, retain: Bool = false) throws {
        try Program.run(
            "/usr/bin/mosquitto_pub",
            ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-q", "1", "-s"] + (retain ? ["-r"] : []),
            input: payload
        )
    }
}

/// Output of a client that `Broker.watch` started.
extension Program {
    var messages: [String] { lines.filter { !$0.hasPrefix("watcher/ready") } }
}
