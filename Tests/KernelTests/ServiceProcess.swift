import Foundation
import Testing
import TimeLimits

/// The built command, running a layout and tracing what becomes of the touches.
final class ServiceProcess {
    let layout: String
    private let trace: String
    private var child: Child
    private let folder: URL

    /// A screen of 400 by 200 points with one view, `page`, that tells a log of every touch; `input` and `word` vary it.
    static func layout(input: String = "{}", word: String = "page") -> String {
        """
        screens: [{ name: kiosk, size: [400, 200], input: \(input) }]
        plugins: { journal: { type: log } }
        root:
          id: page
          on: { touches: { journal.write: "\(word)" } }
        """
    }

    /// Starts it; `panels` are waited for.
    init(_ text: String = layout(), panels: Int = 1, environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        layout = folder.appendingPathComponent("layout.yaml").path
        trace = folder.appendingPathComponent("trace").path
        try text.write(toFile: layout, atomically: true, encoding: .utf8)
        child = try Child(RecorderProcess.command, ["run", layout, "--trace", trace], environment: environment)
        for _ in 0..<panels { try says("is read") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Waits until it has said all of the words, in any order, and gives what it said up to that.
    @discardableResult
    func says(_ words: String...) throws -> String { try says(words) }

    private func says(_ words: [String]) throws -> String {
        let text = child.complaints(until: words)
        try #require(words.allSatisfy(text.contains), "it said: \(text)")
        return text
    }

    /// Starts another one with the same layout, as a manager does when one has died; its panel is waited for, and what
    /// else it is to say, which may come before.
    func restart(environment: [String: String], saying words: String...) throws {
        _ = child.wait()
        child = try Child(RecorderProcess.command, ["run", layout], environment: environment)
        _ = try says(["is read"] + words)
    }

    /// The trace so far.
    var tracedText: String {
        get throws { try String(contentsOfFile: trace, encoding: .utf8) }
    }

    func write(_ text: String) throws { try text.write(toFile: layout, atomically: true, encoding: .utf8) }

    func signal(_ number: Int32) { kill(child.processID, number) }

    /// What it says up to its end, and its exit status.
    func end() -> (said: String, status: Int32) {
        signal(SIGTERM)
        let said = child.complaints()
        return (said, child.wait())
    }

    /// Waits until so many handlers have been called, and gives what each was told: the event and the word.
    func calls(_ count: Int) throws -> [String] { try calls { $0.count >= count } }

    /// Waits until the calls so far are enough; gives them, enough or not, after ten seconds times `TimeLimits.scale`.
    func calls(until areEnough: ([String]) -> Bool) throws -> [String] {
        for _ in 0..<(500 * TimeLimits.scale) {
            let calls = try calls()
            if areEnough(calls) { return calls }
            usleep(20_000)
        }
        return try calls()
    }

    /// How often a word stands in the trace so far.
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
    /// The lines that are written out; somebody may be writing the last one just now.
    var wholeLines: [Substring] { self[..<(lastIndex(of: "\n") ?? startIndex)].split(separator: "\n") }
}
