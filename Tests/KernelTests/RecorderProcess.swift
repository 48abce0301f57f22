import Foundation
import Testing

/// The built command, which records a panel and traces its touches at the same time.
final class RecorderProcess {
    let recording: String
    let trace: String
    private let child: Child
    private let folder: URL

    /// Starts the command and waits until it reads. `paths` replaces the paths of the recording or the trace.
    init(_ devices: [String], options: [String] = [], paths: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        recording = paths["recording"] ?? folder.appendingPathComponent("recording").path
        trace = paths["trace"] ?? folder.appendingPathComponent("live.jsonl").path
        child = try Child(Self.command, ["record"] + devices + ["-o", recording, "--trace", trace] + options)
        let text = child.complaints(until: "recording '")
        try #require(text.contains("recording '"), "the command does not record: \(text)")
        // The command has opened the panel, and reads its initial state during its first wait.
        usleep(100_000)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Path of the built command, in the folder of the tests.
    static var command: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("touchbridge")
            .path
    }

    var processID: Int32 { child.processID }

    /// Stops the command with SIGINT and returns its exit status.
    func stop() -> Int32 {
        usleep(100_000)
        kill(child.processID, SIGINT)
        return child.wait()
    }

    func wait() -> Int32 { child.wait() }

    /// Standard error of the command after it started to read.
    func complaints() -> String { child.complaints() }

    /// Lines of the live trace, or of the trace of the replayed recording.
    func lines(ofReplay isReplay: Bool = false) throws -> [String] {
        var path = trace
        if isReplay {
            path = folder.appendingPathComponent("replay.jsonl").path
            #expect(try Child(Self.command, ["replay", recording, "--trace", path]).wait() == 0)
        }
        return try String(contentsOfFile: path, encoding: .utf8).wholeLines.map(String.init)
    }

    /// Number and phase of each touch, without moves.
    func phases() throws -> [String] {
        try lines().compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard object?["kind"] as? String == "touch", let phase = object?["phase"] as? String, phase != "moved",
                let touch = object?["touch"] as? Int
            else { return nil }
            return "\(touch) \(phase)"
        }
    }

    /// Device changes and touch phases, in order.
    func changes() throws -> [String] {
        try lines().compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            switch object?["kind"] as? String {
            case "device": return object?["change"] as? String
            case "touch" where object?["phase"] as? String != "moved": return object?["phase"] as? String
            default: return nil
            }
        }
    }
}
