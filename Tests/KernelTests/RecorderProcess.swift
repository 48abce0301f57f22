import Foundation
import Testing

/// The built command, recording a panel and tracing what becomes of it at the same time.
final class RecorderProcess {
    let recording: String
    let trace: String
    private let child: Child
    private let folder: URL

    /// Starts it and waits until it reads; `paths` names another place for its recording or trace.
    init(_ devices: [String], options: [String] = [], paths: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        recording = paths["recording"] ?? folder.appendingPathComponent("recording").path
        trace = paths["trace"] ?? folder.appendingPathComponent("live.jsonl").path
        child = try Child(Self.command, ["record"] + devices + ["-o", recording, "--trace", trace] + options)
        let text = child.complaints(until: "recording '")
        try #require(text.contains("recording '"), "it does not record: \(text)")
        // It has opened the panel; what it finds there is read with the first wait.
        usleep(100_000)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The command beside the tests.
    static var command: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("touchbridge")
            .path
    }

    var processID: Int32 { child.processID }

    /// Lets it end as a person would, and gives its exit status.
    func stop() -> Int32 {
        usleep(100_000)
        kill(child.processID, SIGINT)
        return child.wait()
    }

    func wait() -> Int32 { child.wait() }

    /// What it has complained of since it reads, up to its end.
    func complaints() -> String { child.complaints() }

    /// The lines of the trace, or of what a replay of the recording traces.
    func lines(ofReplay isReplay: Bool = false) throws -> [String] {
        var path = trace
        if isReplay {
            path = folder.appendingPathComponent("replay.jsonl").path
            #expect(try Child(Self.command, ["replay", recording, "--trace", path]).wait() == 0)
        }
        return try String(contentsOfFile: path, encoding: .utf8).wholeLines.map(String.init)
    }

    /// What became of each touch: its number and phase, moves left out.
    func phases() throws -> [String] {
        try lines().compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard object?["kind"] as? String == "touch", let phase = object?["phase"] as? String, phase != "moved",
                let touch = object?["touch"] as? Int
            else { return nil }
            return "\(touch) \(phase)"
        }
    }

    /// The changes of devices, in order, and where they stand among the phases of touches.
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
