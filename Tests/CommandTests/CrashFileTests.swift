internal import Bridge
internal import FlightLog
import Foundation
import HandlerEvents
import InputEvents
internal import InputHub
import JSON
import LayoutFile
import PluginAPI
import Recordings
import ResponderKit
import Schema
import TestTraits
import Testing
import TimeLimits
internal import TouchTrace

@testable import CommandSupport
@testable import FlightDumps

/// Tests the recovery of the flight recorder's memory after a service crash.
struct CrashFileTests {
    @Test
    func `the crash file of a killed process is found and replays to the same touches`() throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
        let path = scratch.path("flight.ring")
        var rig: FlightRig?
        do {
            let (memory, decisions, remains) = try crashFile(path)
            #expect(remains == nil)
            rig = try FlightRig(layout, memory)
            rig?.pipeline.store(in: decisions)
            if let rig { CrashFile.note(rig.origin, in: memory) }
        }
        rig?.strokes()
        let expected = rig?.touches
        let origin = rig?.origin
        #expect(CrashFile.open(path, capacity: 4096) == nil, "the file is locked by another process")
        rig = nil
        let found = try #require(CrashFile.open(path, capacity: 8192)).remains
        let remains = try #require(found)
        #expect(remains.origin.layout == origin?.layout)
        try DumpFolder(scratch.folder.path, layout: "a").write("dump.yml", Dump(of: remains).write)
        #expect(try FlightRig.replayed(scratch.path("dump.yml"), ["--layout", layout]) == expected)
        #expect(expected?.count == 6)
        #expect(try crashFile(path).remains == nil, "the remains of a crash are returned only once")
    }

    @Test
    func `a dump after a crash has the decisions, results and commands of a dump on request`() throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
        let path = scratch.path("flight.ring")
        let folder = DumpFolder(scratch.folder.path, layout: "a")
        try {
            let (memory, decisions, _) = try crashFile(path)
            let rig = try FlightRig(layout, memory)
            CrashFile.note(rig.origin, in: memory)
            rig.pipeline.store(in: decisions)
            rig.strokes()
            let call = try #require(rig.pipeline.bindings.first)
            var event = HandlerEvent(.touchUpInside, at: 1_020_000)
            event.touch = 1
            let failed = CallReport(.failed, .exitStatus, number: 3)
            rig.pipeline.callReports.add(CallReports.Entry(failed, of: event, for: call, at: 1_030_000))
            let hide = TreeCommand.set(view: "button", properties: ["hidden": true])
            rig.pipeline.commands.submit(hide, from: "journal", reply: nil)
            rig.pipeline.carryOutCommands()
            rig.tap(100, at: 3_000_000)
            try folder.write("live.yml", rig.dump.write)
        }()
        let remains = try #require(try crashFile(path).remains)
        try folder.write("crash.yml", Dump(of: remains).write)
        func trace(_ name: String) throws -> [String] {
            let text = try String(contentsOfFile: scratch.path(name), encoding: .utf8)
            return try #require(text.components(separatedBy: "touchbridge-trace: |\n").last).split(separator: "\n")
                .map(String.init)
        }
        let live = try trace("live.yml")
        #expect(try trace("crash.yml") == live)
        for part in ["\"kind\":\"handler\"", "\"kind\":\"result\"", "\"set\":{\"hidden\":true}", "A \\\"panel\\\""] {
            #expect(live.contains { $0.contains(part) }, "\(part)")
        }
        // Both dumps yield the same explanation, with the plugin's failure and the view that the plugin hid.
        let explanations = try ["live.yml", "crash.yml"].map { name in
            try Command.run("explain", scratch.path(name), "--layout", layout, "--short").output
        }
        #expect(explanations[0] == explanations[1])
        #expect(explanations[0].contains("but failed: exit status 3"), "\(explanations[0])")
        #expect(
            explanations[0].contains("`journal` hid the Button `button`")
                || explanations[0].contains("`journal` hid `button`")
        )
        let third = explanations[0].split(separator: "\n").last ?? ""
        #expect(third.contains("touch 3") && !third.contains("the Button `button` received"), "\(third)")
    }

    @Test
    func `a dump after a crash contains the number of objects whose names are omitted`() throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
        let path = scratch.path("flight.ring")
        func origin(_ names: Range<Int>) throws -> RecordingOrigin {
            try {
                let (memory, decisions, _) = try crashFile(path)
                let rig = try FlightRig(layout, memory)
                rig.pipeline.store(in: decisions)
                rig.strokes()
                for name in names {
                    _ = rig.pipeline.names.id(of: String(repeating: "x", count: 900) + "\(name)", .other)
                }
            }()
            let remains = try #require(try crashFile(path).remains)
            try DumpFolder(scratch.folder.path, layout: "a").write("dump.yml", Dump(of: remains).write)
            return try #require(RecordingReader(path: scratch.path("dump.yml")).origin)
        }
        #expect(try origin(0..<10).omittedNames == 0)
        let text = try String(contentsOfFile: scratch.path("dump.yml"), encoding: .utf8)
        #expect(!text.contains("omittedNames"))
        // The crash file has space for 71 names of about 920 bytes.
        let omitted = try origin(0..<100).omittedNames
        #expect((20...30).contains(omitted), "\(omitted)")
    }

    @Test(.pastLimit("crash-names"))
    func `the service logs once that a dump after a crash will omit names`() throws {
        // Two columns of nested views with gestures. A tap on a column's innermost view records the names of all its
        // views.
        let letters = String(repeating: "x", count: 900)
        func column(_ x: Int) -> String {
            let views = (1...45).map { level in
                let frame = "[\(level == 1 ? x : 0), 0, 99, 99]"
                return "{ id: v\(x)-\(level)\(letters), frame: \(frame), gestures: [{ type: tap }], subviews: ["
            }
            return views.joined() + String(repeating: "] }", count: views.count)
        }
        let service = try ControlledService(
            """
            control: { allow: [tap] }
            root: { subviews: [\(column(0)), \(column(100))] }
            """
        )
        for x in ["50", "150"] { #expect(try service.ask("tap", "--live", x, "50").status == 0) }
        service.stop()
        let message = "a dump after a crash will omit the names of some views and gestures"
        #expect(try service.log.components(separatedBy: message).count == 2)
    }

    /// Retries, because a child forked by another test holds this process's descriptors and locks until it calls exec.
    private func crashFile(_ path: String) throws -> (
        memory: EventMemory, decisions: DecisionMemory, remains: CrashFile.Remains?
    ) {
        for _ in 0..<5000 {
            if let found = CrashFile.open(path, capacity: 4096) { return found }
            usleep(1000)
        }
        return try #require(CrashFile.open(path, capacity: 4096))
    }

    @Test
    func `damaged, foreign or unsuitable crash files are rejected individually`() throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
        let path = scratch.path("flight.ring")
        do {
            let (memory, decisions, _) = try crashFile(path)
            let rig = try FlightRig(layout, memory)
            rig.pipeline.store(in: decisions)
            rig.strokes()
        }
        let whole = try Data(contentsOf: scratch.url("flight.ring"))
        var random = SystemRandomNumberGenerator()
        for round in 0..<60 {
            var bytes = whole
            switch round % 4 {
            case 0: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
            case 1:
                // Only the beginning of the file contains events; most of the file is empty.
                for _ in 0..<200 {
                    bytes[Int.random(in: 0..<100_000, using: &random)] = .random(in: 0...255, using: &random)
                }
            case 2:
                // The decisions are at the end of the file.
                let start = bytes.count - DecisionMemory.byteCount
                for _ in 0..<2000 {
                    bytes[Int.random(in: start..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
            default:
                for _ in 0..<4 { bytes[Int.random(in: 0..<64, using: &random)] = .random(in: 0...255, using: &random) }
            }
            try scratch.write("flight.ring", bytes)
            guard let remains = try crashFile(path).remains else { continue }
            try DumpFolder(scratch.folder.path, layout: "a").write("dump.yml", Dump(of: remains).write)
        }
        // Replaces all event times with impossible ones; writing a dump must still succeed.
        for time in [Int64.min, Int64.max] {
            var bytes = whole
            for index in 0..<4096 {
                let start = bytes.count - DecisionMemory.byteCount - 4096 * 16 + index * 16
                withUnsafeBytes(of: time) { bytes.replaceSubrange(start..<start + 8, with: $0) }
            }
            try scratch.write("flight.ring", bytes)
            let remains = try #require(try crashFile(path).remains)
            try DumpFolder(scratch.folder.path, layout: "a").write("dump.yml", Dump(of: remains).write)
        }
        try FileManager.default.removeItem(at: scratch.url("flight.ring"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scratch.path("lobby.yaml"))
        #expect(CrashFile.open(path, capacity: 4096) == nil)
    }
}
