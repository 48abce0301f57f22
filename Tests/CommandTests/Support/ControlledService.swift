import Foundation
import Glibc
import Testing
import TimeLimits

/// A running service with a control socket. Also runs commands that query the service.
final class ControlledService {
    let scratch: Scratch
    let manager: Manager
    let environment: [String: String]
    private let service: RunningCommand

    init(_ layout: String, options: [String] = []) throws {
        scratch = try Scratch()
        try scratch.write("door.yaml", Data(layout.utf8))
        let (folder, state) = (scratch.path("runtime"), scratch.path("state"))
        for path in [folder, state] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        manager = try Manager(in: scratch)
        environment = ProcessInfo.processInfo.environment
            .merging(["XDG_RUNTIME_DIR": folder, "STATE_DIRECTORY": state, "NOTIFY_SOCKET": manager.path]) { $1 }
        service = try RunningCommand(
            ["run", scratch.path("door.yaml")] + options,
            errors: .file(scratch.path("log")),
            in: scratch,
            environment: environment
        )
        #expect(manager.hears("READY=1"))
    }

    func ask(_ words: String...) throws -> Command.Outcome { try ask(words) }

    func ask(_ words: [String]) throws -> Command.Outcome {
        try Command.run(words, in: scratch, environment: environment)
    }

    func send(_ signal: Int32) { service.send(signal) }

    func stop() {
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    var log: String { get throws { try String(contentsOfFile: scratch.path("log"), encoding: .utf8) } }

    var socketPath: String {
        get throws {
            let folder = scratch.path("runtime/touchbridge")
            let name = try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".sock") }
            return "\(folder)/\(try #require(name))"
        }
    }

    /// Connects to the control socket without sending a command.
    func connect() throws -> Int32 {
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = try socketPath
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return client
    }

    /// Sends text and returns the next bytes from the service.
    static func reply(to text: String, from client: Int32) -> String {
        _ = text.withCString { write(client, $0, strlen($0)) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = max(0, read(client, &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
