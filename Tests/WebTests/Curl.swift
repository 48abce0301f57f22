import Foundation
import Testing
import TimeLimits

/// curl as a client; starts its request at once and prints output as it arrives.
final class Curl {
    private let process = Process()
    private let output = Pipe()

    init(_ rig: WebRig, _ path: String, _ options: [String] = []) throws {
        process.executableURL = URL(filePath: "/usr/bin/curl")
        process.arguments =
            ["-sS", "--no-buffer", "--max-time", "\(TimeLimits.wait.components.seconds)"] + options + [
                "http://127.0.0.1:\(rig.port)\(path)"
            ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { terminate() }
    }

    /// Waits for and returns output that was not returned before.
    func read() -> String { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }

    /// Returns output until it is complete; requires that the response does not end before.
    func read(until isComplete: (String) -> Bool) throws -> String {
        var text = ""
        while !isComplete(text) {
            let piece = read()
            try #require(!piece.isEmpty, "the response ended after '\(text.suffix(100))'")
            text += piece
        }
        return text
    }

    /// Returns all output up to its end, and the exit status.
    func end() throws -> (text: String, status: Int32) {
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    /// SIGKILL, because a program started by a worker thread inherits a mask that blocks SIGTERM.
    func terminate() { kill(process.processIdentifier, SIGKILL) }
    func suspend() { kill(process.processIdentifier, SIGSTOP) }
    func resume() { kill(process.processIdentifier, SIGCONT) }
}
