import Foundation
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests the built command's flight recorder with a virtual panel (uinput).
@Suite(.serialized, .tags(.realKernel)) struct FlightTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    private static let layout = """
        screens: [{ name: kiosk, size: [400, 200] }]
        plugins: { journal: { type: log } }
        root: { id: page, multipleTouchEnabled: true, on: { touches: { journal.write: page } } }
        """

    private func makeFolders() throws -> [String: String] {
        for name in ["run", "state"] {
            let url = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        return ["RUNTIME_DIRECTORY": folder.path + "/run", "STATE_DIRECTORY": folder.path + "/state"]
    }

    private var dumps: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/dumps")) ?? [])
            .filter { !$0.hasPrefix(".") }.sorted().map { "\(folder.path)/state/dumps/\($0)" }
    }

    /// Returns phase, location and time of each touch record, such as `began 100 50 123456`.
    private func touches(_ trace: String) throws -> [String] {
        try trace.wholeLines.compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard object?["kind"] as? String == "touch" else { return nil }
            let words = ["phase", "x", "y", "t"].map { "\(object?[$0] ?? "")" }
            return words.joined(separator: " ")
        }
    }

    private func replayed(_ dump: String, _ layout: String) throws -> [String] {
        let out = folder.appendingPathComponent("trace").path
        let arguments = ["replay", dump, "--layout", layout, "--trace", "-"]
        let child = try Child(RecorderProcess.command, arguments, output: out)
        let said = child.complaints()
        #expect(child.wait() == 0, "\(said)")
        return try touches(String(contentsOfFile: out, encoding: .utf8))
    }

    private func play(_ panel: Panel) throws {
        for stroke in 0..<3 as Range<Int32> {
            try panel.down(slot: 0, id: 3 * stroke + 1, 1000, 500 + stroke)
            try panel.down(slot: 1, id: 3 * stroke + 2, 2000, 500)
            try panel.move(slot: 1, 2100, 700 + stroke)
            try panel.up(slot: 0)
            try panel.up(slot: 1)
        }
    }

    @Test func `a dump after SIGUSR1 replays to the touches of the live run`() throws {
        let environment = try makeFolders()
        defer { try? FileManager.default.removeItem(at: folder) }
        let panel = try Panel()
        let service = try ServiceProcess(Self.layout, environment: environment)
        try play(panel)
        #expect(try service.calls(15).count == 15)
        service.signal(SIGUSR1)
        try service.says(": SIGUSR1 was received")
        let live = try touches(service.tracedText)
        #expect(live.count == 15)
        let dump = try #require(dumps.first)
        #expect(dumps.count == 1 && dump.hasSuffix("-signal.yml"))
        #expect(try replayed(dump, service.layout) == live)
        #expect(service.end().status == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/run")
        #expect(left == [], "an orderly shutdown leaves no file")
    }

    @Test func `after SIGKILL the next start writes a dump of the earlier events`() throws {
        let environment = try makeFolders()
        defer { try? FileManager.default.removeItem(at: folder) }
        let panel = try Panel()
        let service = try ServiceProcess(Self.layout, environment: environment)
        try play(panel)
        #expect(try service.calls(15).count == 15)
        let live = try touches(service.tracedText)
        service.signal(SIGKILL)
        let word = ": the previous run ended unexpectedly"
        try service.restart(environment: environment, saying: word)
        let dump = try #require(dumps.first)
        #expect(dump.hasSuffix("-crash.yml"))
        #expect(try replayed(dump, service.layout) == live)
        #expect(service.end().status == 0)
    }
}
