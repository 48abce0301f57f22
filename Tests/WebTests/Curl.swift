import Foundation
import Testing
import TimeLimits

/// Runs curl as a client. curl sends the request immediately, and writes the response as it arrives.
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

    /// Waits for new output and returns it; empty at the end of the output.
    func read() -> String { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }

    /// Returns output until the condition is true. Throws if the response ends earlier.
    func read(until isComplete: (String) -> Bool) throws -> String {
        var text = ""
        while !isComplete(text) {
            let piece = read()
            try #require(!piece.isEmpty, "the response ended after '\(text.suffix(100))'")
            text += piece
        }
        return text
    }

    /// Waits until curl exits. Returns the remaining output and the exit status.
    func end() throws -> (text: String, status: Int32) {
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    /// Sends SIGKILL instead of SIGTERM, because curl inherits the worker thread's signal mask, which blocks SIGTERM.
    func terminate() { kill(process.processIdentifier, SIGKILL) }
    func suspend() { kill(process.processIdentifier, SIGSTOP) }
    func resume() { kill(process.processIdentifier, SIGCONT) }
}
