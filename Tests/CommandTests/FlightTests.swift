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

/// Files of the flight recorder, and their recovery after a crash.
struct FlightTests {
    private static let layout = """
        screens: [{ name: kiosk, size: [1000, 1000] }]
        plugins: { journal: { type: log } }
        root:
          id: page
          subviews:
            - { id: button, class: Button, frame: [0, 0, 500, 500], on: { touchUpInside: { journal.write: "é {{x}}" } } }
        """

    /// A pipeline with a panel, and its trace.
    private final class Rig {
        let pipeline: Pipeline
        let log: EventLog
        let number: Int32
        var trace: [String] = []
        let origin: RecordingOrigin

        init(_ layout: String, _ memory: EventMemory = EventMemory(capacity: 1024)) throws {
            let (plan, _) = LayoutReading.plan(layout)
            let given = try #require(plan)
            var options = Pipeline.Options()
            options.isDryRun = true
            pipeline = Pipeline(given, options)
            log = EventLog(memory)
            pipeline.hub.log = log
            pipeline.record([], capacity: 1000)
            number = try #require(pipeline.add(Rig.panel) { Issue.record("\($0)") })
            var origin = RecordingOrigin()
            (origin.version, origin.seconds, origin.reason) = ("0", 60, "a \"test\": #1")
            (origin.time, origin.layout) = (9_000_000, LayoutDigest.files(of: given))
            self.origin = origin
            pipeline.trace { [unowned self] in trace.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
        }

        static var panel: DeviceDescription {
            var device = DeviceDescription(name: "A \"panel\"")
            device.properties = [.direct]
            let axes: [Axis] = [.x, .y, .slot, .trackingID, .contactX, .contactY]
            for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: axis == .slot ? 9 : 999) }
            device.codes = [.absolute: Set(axes.map(\.rawValue)), .key: [KeyCode.touch.rawValue]]
            return device
        }

        func take(_ events: [(Axis, Int32)], at time: Int64) {
            let frame = events.map { RawEvent($0, $1, at: time) } + [RawEvent(.report, at: time)]
            pipeline.take(frame.span, of: number)
        }

        func strokes() {
            for (step, x) in [100, 700].enumerated() {
                let time = Int64(1_000_000 + step * 500_000)
                take([(.slot, 0), (.trackingID, Int32(step)), (.contactX, Int32(x)), (.contactY, 100)], at: time)
                take([(.contactX, Int32(x + 50))], at: time + 10_000)
                take([(.trackingID, -1)], at: time + 20_000)
            }
        }

        var dump: Dump {
            var dump = Dump(events: log.copy(), origin: origin)
            (dump.records, dump.names) = (pipeline.recorder?.newest ?? [], pipeline.names)
            return dump
        }

        var touches: [String] { trace.filter { $0.contains("\"kind\":\"touch\"") } }
    }

    private func layoutFile(_ scratch: Scratch) throws -> String {
        try scratch.write("lobby.yaml", Data(Self.layout.utf8))
        return scratch.path("lobby.yaml")
    }

    private func touches(_ dump: String, _ more: [String] = []) throws -> [String] {
        let outcome = try Command.run(["replay", dump, "--trace", "-"] + more)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.complaints == "")
        return outcome.output.split(separator: "\n").map(String.init).filter { $0.contains("\"kind\":\"touch\"") }
    }

    @Test
    func `a dump is a recording that replays to the same touches, with layout digest and trace records`() throws {
        let scratch = try Scratch()
        let layout = try layoutFile(scratch)
        let rig = try Rig(layout)
        rig.strokes()
        let folder = DumpFolder(scratch.path("dumps"), layout: layout)
        try folder.write("dump.yml", rig.dump.write)
        let path = scratch.path("dumps/dump.yml")
        #expect(try touches(path, ["--layout", layout]) == rig.touches)
        #expect(rig.touches.count == 6)
        let reader = try RecordingReader(path: path)
        #expect(reader.origin == rig.origin)
        #expect(reader.devices.map(\.name) == ["A \"panel\""])
        // Reduces both traces to the lines that records contain: no moves, no requests.
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
        let rig = try Rig(try layoutFile(scratch))
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
        let layout = try layoutFile(scratch)
        let rig = try Rig(layout)
        rig.strokes()
        try DumpFolder(scratch.folder.path, layout: layout).write("dump.yml", rig.dump.write)
        let same = try Command.run(command, scratch.path("dump.yml"), "--layout", layout)
        #expect(same.status == 0 && !same.complaints.contains("another layout"))
        try scratch.write("lobby.yaml", Data((Self.layout + "\n# changed\n").utf8))
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

    // MARK: The folder

    @Test(.atLimit("dumps"), .pastLimit("dumps"))
    func `the newest ten dumps of a layout are retained, and other files are not touched`() throws {
        let scratch = try Scratch()
        let rig = try Rig(try layoutFile(scratch))
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
        let rig = try Rig(try layoutFile(scratch))
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
            // A folder of another user is rejected for other users than root; as root, the test changes its owner
            // first.
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            if geteuid() == 0 { chown(own, 65534, 65534) } else { return }
        }
        let said = scratch.path("said")
        let service = try RunningCommand(
            ["run", try layoutFile(scratch)],
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
        let rig = try Rig(try layoutFile(scratch))
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

    // MARK: After a crash

    @Test
    func `the crash file of a killed process is found and replays to the same touches`() throws {
        let scratch = try Scratch()
        let layout = try layoutFile(scratch)
        let path = scratch.path("flight.ring")
        var rig: Rig?
        do {
            let (memory, remains) = try crashFile(path)
            #expect(remains == nil)
            rig = try Rig(layout, memory)
            if let rig { CrashFile.note(rig.origin, in: memory) }
        }
        rig?.strokes()
        let expected = rig?.touches
        let origin = rig?.origin
        #expect(CrashFile.open(path, capacity: 4096) == nil, "the file is locked by another process")
        rig = nil
        let (_, found) = try #require(CrashFile.open(path, capacity: 8192))
        let remains = try #require(found)
        #expect(remains.origin.layout == origin?.layout)
        try DumpFolder(scratch.folder.path, layout: "a").write("dump.yml", Dump(of: remains).write)
        #expect(try touches(scratch.path("dump.yml"), ["--layout", layout]) == expected)
        #expect(expected?.count == 6)
        #expect(try crashFile(path).remains == nil, "the remains of a crash are returned only once")
    }

    /// A child forked by another test shares this process's descriptors and locks until it calls exec.
    private func crashFile(_ path: String) throws -> (memory: EventMemory, remains: CrashFile.Remains?) {
        for _ in 0..<5000 {
            if let found = CrashFile.open(path, capacity: 4096) { return found }
            usleep(1000)
        }
        return try #require(CrashFile.open(path, capacity: 4096))
    }

    @Test
    func `damaged, foreign or unsuitable crash files are rejected individually`() throws {
        let scratch = try Scratch()
        let layout = try layoutFile(scratch)
        let path = scratch.path("flight.ring")
        do {
            let (memory, _) = try crashFile(path)
            let rig = try Rig(layout, memory)
            rig.strokes()
        }
        let whole = try Data(contentsOf: scratch.url("flight.ring"))
        var random = SystemRandomNumberGenerator()
        for round in 0..<60 {
            var bytes = whole
            switch round % 3 {
            case 0: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
            case 1:
                // Most of the file is empty; the beginning of the file is the relevant part.
                for _ in 0..<200 {
                    bytes[Int.random(in: 0..<100_000, using: &random)] = .random(in: 0...255, using: &random)
                }
            default:
                for _ in 0..<4 { bytes[Int.random(in: 0..<64, using: &random)] = .random(in: 0...255, using: &random) }
            }
            try scratch.write("flight.ring", bytes)
            guard let remains = try crashFile(path).remains else { continue }
            try DumpFolder(scratch.folder.path, layout: "a").write("dump.yml", Dump(of: remains).write)
        }
        // Impossible times: entries follow the last time in the file.
        for time in [Int64.min, Int64.max] {
            var bytes = whole
            for index in 0..<4096 {
                let start = bytes.count - 4096 * 16 + index * 16
                withUnsafeBytes(of: time) { bytes.replaceSubrange(start..<start + 8, with: $0) }
            }
            try scratch.write("flight.ring", bytes)
            let (_, found) = try crashFile(path)
            let remains = try #require(found)
            try DumpFolder(scratch.folder.path, layout: "a").write("dump.yml", Dump(of: remains).write)
        }
        try FileManager.default.removeItem(at: scratch.url("flight.ring"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scratch.path("lobby.yaml"))
        #expect(CrashFile.open(path, capacity: 4096) == nil)
    }

    // MARK: Tests of recordings

    @Test(.atLimit("made-test-bytes"), .pastLimit("made-test-bytes"))
    func `make-test accepts a recording of at most 512 MiB`() throws {
        let scratch = try Scratch()
        let layout = try layoutFile(scratch)
        let long = scratch.path("long.evemu")
        try FileManager.default.copyItem(atPath: recording("ep0430m09-1-finger-drag-up-down"), toPath: long)
        // The folder already exists; a sparse file is read and occupies no disk space.
        for (extra, message) in [(0, "already exists"), (1, "a recording must be a regular file of at most 512 MB")] {
            try #require(truncate(long, 512 << 20 + extra) == 0)
            let outcome = try Command.run("make-test", long, "--layout", layout, "-o", scratch.folder.path)
            #expect(outcome.status == 1 && outcome.complaints.contains(message), "\(outcome.complaints.prefix(200))")
        }
    }

    @Test
    func `a test made by make-test fails until it is accepted, and when the touches change`() throws {
        let scratch = try Scratch()
        let layout = try layoutFile(scratch)
        let source = recording("ep0430m09-1-finger-drag-up-down")
        let made = try Command.run("make-test", source, "--layout", layout, "-o", scratch.path("test"))
        #expect(made.status == 0, "\(made.complaints)")
        let check = { (more: [String]) in
            try Program.run(
                "/bin/sh",
                [scratch.path("test/check")] + more,
                output: scratch.path("out"),
                environment: ["TOUCHBRIDGE": Command.binary.path]
            )
        }
        #expect(try check([]) == 1)
        #expect(try String(contentsOfFile: scratch.path("out"), encoding: .utf8).contains("+{\"t\":"))
        #expect(try check(["--accept"]) == 0)
        #expect(try check([]) == 0)
        #expect(try check(["--acept"]) == 2)
        try scratch.write("test/lobby.yaml", Data(Self.layout.replacing("button", with: "bell").utf8))
        #expect(try check([]) == 1)
        let again = try Command.run("make-test", source, "--layout", layout, "-o", scratch.path("test"))
        #expect(again.status == 1)
        #expect(again.complaints.contains("already exists; name another folder with -o"))
        let nowhere = try Command.run("make-test", source, "--layout", layout, "-o", scratch.path("no/test"))
        #expect(nowhere.complaints.contains("use -o to name a folder in a writable directory"))
    }

    @Test
    func `a generated test reports a missing command and does not execute a layout's name`() throws {
        let scratch = try Scratch()
        let text = try String(contentsOfFile: layoutFile(scratch), encoding: .utf8)
        try scratch.write("a\ntouch hacked\n.yaml", Data(text.utf8))
        let source = recording("ep0430m09-1-finger-drag-up-down")
        let layout = scratch.path("a\ntouch hacked\n.yaml")
        let made = try Command.run("make-test", source, "--layout", layout, "-o", scratch.path("test"))
        #expect(made.status == 0, "\(made.complaints)")
        let script = try String(contentsOfFile: scratch.path("test/check"), encoding: .utf8)
        #expect(script.split(separator: "\n").filter { $0 == "touch hacked" }.count == 1)
        let test = try String(contentsOfFile: scratch.path("test/ReplayTest.swift"), encoding: .utf8)
        #expect(test.contains(#"LayoutStage("a\ntouch hacked\n.yaml")"#))
        let status = try Program.run(
            "/bin/sh",
            [scratch.path("test/check")],
            output: scratch.path("out"),
            environment: ["TOUCHBRIDGE": "/nowhere/touchbridge"]
        )
        #expect(status == 1)
        let said = try String(contentsOfFile: scratch.path("out"), encoding: .utf8)
        #expect(said.contains("install it, or set TOUCHBRIDGE to its path"))
    }
}
