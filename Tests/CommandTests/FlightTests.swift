internal import Bridge
internal import FlightLog
import Foundation
import InputEvents
internal import InputHub
import LayoutFile
import Recordings
import ResponderKit
import Schema
import TestTraits
import Testing
import TimeLimits
internal import TouchTrace

@testable import CommandSupport
@testable import FlightDumps

/// Tests the flight recorder's dumps and their folder.
struct FlightTests {
    @Test
    func `a dump is a recording that replays to the same touches, with layout digest and trace records`() throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
        let rig = try FlightRig(layout)
        rig.strokes()
        let folder = DumpFolder(scratch.path("dumps"), layout: layout)
        try folder.write("dump.yml", rig.dump.write)
        let path = scratch.path("dumps/dump.yml")
        #expect(try FlightRig.replayed(path, ["--layout", layout]) == rig.touches)
        #expect(rig.touches.count == 6)
        let reader = try RecordingReader(path: path)
        #expect(reader.origin == rig.origin)
        #expect(reader.devices.map(\.name) == ["A \"panel\""])
        // Keeps only the trace lines that the flight recorder retains, without moves and requests.
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.components(separatedBy: "touchbridge-trace: |\n")[1].split(separator: "\n").map {
            String($0.dropFirst(2))
        }
        let expected = try rig.trace.compactMap(Self.withoutWhatIsLeftOut)
        #expect(try lines.map { try Self.object($0) } == expected)
        #expect(lines.contains { $0.contains("\"outcome\":\"accepted\"") })
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    private static func object(_ line: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
    }

    private static func withoutWhatIsLeftOut(_ line: String) throws -> NSDictionary? {
        guard var object = try object(line) as? [String: Any] else { return nil }
        for key in ["visited", "arguments"] { object[key] = nil }
        if object["phase"] as? String == "moved" || object["method"] as? String == "touchesMoved" { return nil }
        if (object["event"] as? String)?.hasPrefix("touchDragI") == true { return nil }
        return object as NSDictionary
    }

    @Test
    func `libinput's own tool reads a dump`() throws {
        let scratch = try Scratch()
        let rig = try FlightRig(try FlightRig.file(in: scratch))
        rig.strokes()
        try DumpFolder(scratch.folder.path, layout: "x").write("dump.yml", rig.dump.write)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "RecordingsTests/check-with-libinput-replay.py"
        )
        let out = scratch.path("out")
        let status = try Program.run("/usr/bin/python3", [script.path, scratch.path("dump.yml")], output: out)
        let said = try String(contentsOfFile: out, encoding: .utf8)
        #expect(said == "A \"panel\": 18\n", "status \(status)")
    }

    @Test(arguments: ["replay", "explain"])
    func `replay and explain report that a dump was made with another layout`(_ command: String) throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
        let rig = try FlightRig(layout)
        rig.strokes()
        try DumpFolder(scratch.folder.path, layout: layout).write("dump.yml", rig.dump.write)
        let same = try Command.run(command, scratch.path("dump.yml"), "--layout", layout)
        #expect(same.status == 0 && !same.complaints.contains("another layout"))
        try scratch.write("lobby.yaml", Data((FlightRig.layout + "\n# changed\n").utf8))
        let outcome = try Command.run(command, scratch.path("dump.yml"), "--layout", layout)
        #expect(outcome.status == 0)
        let message = "the recording was made with another version of the layout or with another layout ('\(layout)')"
        #expect(outcome.complaints.contains(message))
    }

    @Test
    func `digests equal those of sha256sum`() throws {
        #expect(SHA256.hex(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let scratch = try Scratch()
        for count in [1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
            try scratch.write("bytes", bytes)
            let out = scratch.path("out")
            #expect(try Program.run("/usr/bin/sha256sum", [scratch.path("bytes")], output: out) == 0)
            #expect(try String(contentsOfFile: out, encoding: .utf8).hasPrefix(SHA256.hex(of: bytes) + " "))
        }
    }

    // MARK: The dump folder

    @Test(.atLimit("dumps"), .pastLimit("dumps"))
    func `the newest ten dumps of a layout are retained, and other files are not touched`() throws {
        let scratch = try Scratch()
        let rig = try FlightRig(try FlightRig.file(in: scratch))
        let folder = DumpFolder(scratch.path("deep/er/dumps"), layout: "/etc/a.yaml")
        var names: [String] = []
        for number in 0..<13 {
            names.append(folder.name(at: 1_700_000_000 + Double(number) * 1.25, "signal"))
            try folder.write(names[number], rig.dump.write)
            guard number == 0 else { continue }
            for other in ["a-notes.yml", "a-b-20200101T000000.000Z-signal.yml", ".a-20200101T000000.000Z-x.yml.new"] {
                try scratch.write("deep/er/dumps/\(other)", Data())
            }
        }
        #expect(names[0] == "a-20231114T221320.000Z-signal.yml" && names[1] == "a-20231114T221321.250Z-signal.yml")
        let found = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(found == (names.suffix(10) + ["a-b-20200101T000000.000Z-signal.yml", "a-notes.yml"]).sorted())
    }

    @Test
    func `dumps with timestamps in the future count as older ones`() throws {
        let scratch = try Scratch()
        let rig = try FlightRig(try FlightRig.file(in: scratch))
        let folder = DumpFolder(scratch.path("dumps"), layout: "a")
        let ahead = (0..<10).map { folder.name(at: 1_700_000_000 + Double($0), "signal") }
        let behind = (0..<2).map { folder.name(at: Double($0), "signal") }
        for name in ahead + behind { try folder.write(name, rig.dump.write) }
        let found = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(found == behind + ahead.dropFirst(2))
    }

    @Test(arguments: ["link", "open", "other"])
    func `a runtime folder that others can change is rejected`(_ kind: String) throws {
        let scratch = try Scratch()
        let (own, elsewhere) = (scratch.path("touchbridge"), scratch.path("elsewhere"))
        try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
        switch kind {
        case "link": try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: elsewhere)
        case "open":
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: own)
        default:
            // A folder owned by another user. Only root can create such a folder, so other users skip this step.
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            if geteuid() == 0 { chown(own, 65534, 65534) } else { return }
        }
        let said = scratch.path("said")
        let service = try RunningCommand(
            ["run", try FlightRig.file(in: scratch)],
            errors: .file(said),
            environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": scratch.folder.path]
        )
        let end = ContinuousClock.now + TimeLimits.wait
        while try String(contentsOfFile: said, encoding: .utf8).isEmpty, ContinuousClock.now < end { usleep(10_000) }
        service.send(SIGKILL)
        _ = service.wait()
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: own).isEmpty)
    }

    @Test
    func `a link in the way is not followed, and a failed dump leaves no file`() throws {
        let scratch = try Scratch()
        let rig = try FlightRig(try FlightRig.file(in: scratch))
        let folder = DumpFolder(scratch.folder.path, layout: "a")
        try scratch.write("victim", Data("mine".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path(".x.yml.new"),
            withDestinationPath: scratch.path("victim")
        )
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("y.yml"),
            withDestinationPath: scratch.path("victim")
        )
        #expect(throws: DumpError.self) { try folder.write("x.yml", rig.dump.write) }
        try folder.write("y.yml", rig.dump.write)
        #expect(try String(contentsOfFile: scratch.path("victim"), encoding: .utf8) == "mine")
        #expect(throws: DumpError.self) {
            try folder.write("z.yml") { _ throws(DumpError) in throw DumpError(path: "z", number: ENOSPC) }
        }
        #expect(!scratch.names.contains { $0.contains("z.yml") })
        let full = DumpError(path: "/var/lib/touchbridge", number: ENOSPC).description
        #expect(
            full == "/var/lib/touchbridge: cannot write a dump: no space left on device; free space on the disk"
        )
        let wrong = DumpFolder(scratch.path("victim/dumps"), layout: "a")
        #expect(throws: DumpError.self) { try wrong.write("x.yml", rig.dump.write) }
    }
}
