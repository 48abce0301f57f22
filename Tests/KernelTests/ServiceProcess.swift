import Foundation
import Testing
import TimeLimits

/// The built command running a layout with a trace.
final class ServiceProcess {
    let layout: String
    private let trace: String
    private var child: Child
    private let folder: URL

    /// A screen of 400 × 200 points with one view, `page`, that logs `word` for every touch event. `input` is the
    /// screen's `input:`.
    static func layout(input: String = "{}", word: String = "page") -> String {
        """
        screens: [{ name: kiosk, size: [400, 200], input: \(input) }]
        plugins: { journal: { type: log } }
        root:
          id: page
          on: { touches: { journal.write: "\(word)" } }
        """
    }

    /// Starts the command and waits until it reads `panels` panels.
    init(_ text: String = layout(), panels: Int = 1, environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        layout = folder.appendingPathComponent("layout.yaml").path
        trace = folder.appendingPathComponent("trace").path
        try text.write(toFile: layout, atomically: true, encoding: .utf8)
        child = try Child(RecorderProcess.command, ["run", layout, "--trace", trace], environment: environment)
        for _ in 0..<panels { try says("reading input from '") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Waits until the service has logged all words, in any order. Returns the log up to that point.
    @discardableResult
    func says(_ words: String...) throws -> String { try says(words) }

    private func says(_ words: [String]) throws -> String {
        let text = child.complaints(until: words)
        try #require(words.allSatisfy(text.contains), "the service logged: \(text)")
        return text
    }

    /// Starts a new process with the same layout, like a service manager after a crash. Waits until it reads a panel
    /// and has logged `words`.
    func restart(environment: [String: String], saying words: String...) throws {
        _ = child.wait()
        child = try Child(RecorderProcess.command, ["run", layout], environment: environment)
        _ = try says(["reading input from '"] + words)
    }

    /// Returns the trace so far.
    var tracedText: String {
        get throws { try String(contentsOfFile: trace, encoding: .utf8) }
    }

    func write(_ text: String) throws { try text.write(toFile: layout, atomically: true, encoding: .utf8) }

    func signal(_ number: Int32) { kill(child.processID, number) }

    /// Stops the service. Returns the remaining log and the exit status.
    func end() -> (said: String, status: Int32) {
        signal(SIGTERM)
        let said = child.complaints()
        return (said, child.wait())
    }

    /// Waits for `count` handler calls, and returns the event and word of each call.
    func calls(_ count: Int) throws -> [String] { try calls { $0.count >= count } }

    /// Waits until the calls satisfy the condition, at most 10 s × `TimeLimits.scale`, and returns them.
    func calls(until areEnough: ([String]) -> Bool) throws -> [String] {
        for _ in 0..<(500 * TimeLimits.scale) {
            let calls = try calls()
            if areEnough(calls) { return calls }
            usleep(20_000)
        }
        return try calls()
    }

    /// Returns how often a word occurs in the trace so far.
    func traced(_ word: String) throws -> Int {
        try String(contentsOfFile: trace, encoding: .utf8).components(separatedBy: word).count - 1
    }

    private func calls() throws -> [String] {
        guard let text = try? String(contentsOfFile: trace, encoding: .utf8) else { return [] }
        return try text.wholeLines.compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard object?["kind"] as? String == "handler" else { return nil }
            return "\(object?["on"] ?? "") \(object?["arguments"] ?? "") \(object?["outcome"] ?? "")"
        }
    }
}

extension String {
    /// All complete lines; omits an incomplete last line.
    var wholeLines: [Substring] { self[..<(lastIndex(of: "\n") ?? startIndex)].split(separator: "\n") }
}
