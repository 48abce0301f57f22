import Foundation
import JSON
import Testing

/// Tests the explanations of the puzzles in `fixtures/puzzles`: touches without the expected effect.
struct PuzzleTests {
    private static let folder = URL(filePath: recording("")).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "puzzles")

    private static let names: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.contains(".") }.sorted()
    }()

    private static func path(_ name: String, _ file: String) -> String {
        folder.appending(path: "\(name)/\(file)").path
    }

    private func explain(_ name: String, _ options: String...) throws -> Command.Outcome {
        let layout = Self.path(name, "layout.yaml")
        // Recordings of several nodes, and dumps, are in the format of libinput record. Some puzzles use touch scripts.
        let recording = ["recording.evemu", "recording.yml", "recording.touch"].map { Self.path(name, $0) }
            .first { FileManager.default.fileExists(atPath: $0) }
        return try Command.run(["explain", try #require(recording), "--layout", layout] + options)
    }

    @Test
    func `there are enough puzzles`() { #expect(Self.names.count >= 80) }

    @Test(arguments: names)
    func `the explanation contains the expected sentence`(_ name: String) throws {
        let outcome = try explain(name)
        let file = URL(filePath: Self.path(name, "expected.txt"))
        let expected = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        // A recording that matches no screen is explained, but with status 1.
        #expect(outcome.status == (name == "device-not-meant" ? 1 : 0))
        #expect(!expected.isEmpty && !expected.contains("\n"))
        #expect(outcome.output.contains(expected), "\(outcome.output)")
    }

    @Test(arguments: names)
    func `a title line contains the reason`(_ name: String) throws {
        let expected = try String(contentsOf: URL(filePath: Self.path(name, "expected.txt")), encoding: .utf8)
        var answer = expected.trimmingCharacters(in: .newlines)
        if answer.hasSuffix(".") { answer.removeLast() }
        answer.trimPrefix("No touch began: ")
        let titles = try explain(name).output.split(separator: "\n").filter { line in
            ["touch ", "no touch"].contains { line.hasPrefix($0) }
        }
        #expect(titles.contains { $0.hasSuffix(answer) || $0.contains("\(answer); ") }, "\(titles)")
    }

    /// Excludes `finger-that-a-gesture-counts`, whose touch calls its handler.
    @Test(arguments: names.filter { $0 != "finger-that-a-gesture-counts" })
    func `the answer is a cause with a stable code`(_ name: String) throws {
        let expected = try String(contentsOf: URL(filePath: Self.path(name, "expected.txt")), encoding: .utf8)
        var answer = expected.trimmingCharacters(in: .newlines)
        if answer.hasSuffix(".") { answer.removeLast() }
        answer.trimPrefix("No touch began: ")
        let objects = try explain(name, "--json", "--short").output.split(separator: "\n")
            .map { try JSONValue(parsing: $0.utf8) }
        for object in objects {
            for key in ["kind", "title", "reason", "touch", "time", "seconds", "date"] { #expect(object[key] != nil) }
        }
        let reasons = objects.filter { $0["title"]?.text?.contains(answer) == true }.map { $0["reason"]?.text }
        #expect(reasons.contains { $0 != nil }, "\(objects)")
    }

    @Test(arguments: ["missing-program", "crashed-plugin"])
    func `a call of a missing program has the code of check, and is found by a question about its view`(
        _ name: String
    ) throws {
        let outcome = try explain(name, "--json", "--short")
        #expect(outcome.output.contains(#""reason":"not-installed""#), "\(outcome)")
        let title = try explain(name, "--short").output
        #expect(try explain(name, "--short", "--view", "order").output == title)
        let check = try Command.run("check", Self.path(name, "layout.yaml"))
        let words = try #require(title.trimmingCharacters(in: .newlines).components(separatedBy: ", but ").last)
        #expect(check.output.contains(": warning: \(words)\n"), "\(check)")
    }

    @Test
    func `an ignored device is explained in one line`() throws {
        let outcome = try explain("device-not-meant", "--short")
        #expect(outcome.output.hasPrefix("no touch: the panel 'Kiosk panel'"))
        #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome)")
        #expect(try explain("device-not-meant").output.contains("reference/layout.md#input\n"))
        #expect(try explain("device-not-meant", "--json").output.contains(#""reason":"input","name":"Kiosk panel""#))
    }

    /// A dry run does not show whether a handler was called.
    @Test(arguments: ["missing-program", "crashed-plugin", "rate-limit"])
    func `a dry run does not claim that a handler was called`(_ name: String) throws {
        let output = try explain(name).output
        #expect(output.contains("`touchbridge replay --run-handlers` calls the plugins and also shows"))
        let title = try #require(output.split(separator: "\n").first)
        #expect(!title.contains("was called"))
    }

    @Test
    func `a touch slightly beside a button is not attributed to the panel's rotation`() throws {
        #expect(!(try explain("beside-on-a-turned-panel").output.contains("rotation: 0")))
    }

    @Test
    func `a finger that a gesture counts gets no hint about multipleTouchEnabled`() throws {
        #expect(!(try explain("finger-that-a-gesture-counts").output.contains("multipleTouchEnabled: true")))
    }

    /// `TOUCHBRIDGE_RECORD=1` records the files again. If a file is missing, the test writes it and fails.
    @Test(arguments: ["pan-cancels-button", "second-finger-refused", "wake-touch"], ["txt", "json"])
    func `the whole output equals the recorded one`(_ name: String, _ format: String) throws {
        let outcome = try format == "json" ? explain(name, "--json") : explain(name)
        let file = URL(filePath: Self.path(name, "explained.\(format)"))
        let isThere = FileManager.default.fileExists(atPath: file.path)
        if !isThere || ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORD"] == "1" {
            try Data(outcome.output.utf8).write(to: file)
            #expect(isThere, "\(file.path) was missing and has been written; review the file")
        } else {
            #expect(try String(contentsOf: file, encoding: .utf8) == outcome.output)
        }
    }

    @Test(arguments: [
        ("slider-beside-thumb", "A Slider tracks only touches that begin on its thumb."),
        ("slider-not-moved", "A Slider sends valueChanged when the finger changes its value."),
    ])
    func `a slider that does not move cites the rule that explains it`(_ name: String, _ rule: String) throws {
        let rules = try explain(name).output.components(separatedBy: "  rules (").last ?? ""
        #expect(rules.contains("] \(rule)\n") && rules.components(separatedBy: "A Slider ").count == 2, "\(rules)")
    }

    @Test
    func `the example on the page equals the program's output`() throws {
        let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/guide/explain.md"), encoding: .utf8)
        #expect(page.contains("```\n\(try explain("pan-cancels-button").output)```"))
    }
}
