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

/// Recovery of the flight recorder's memory after a crash.
struct CrashFileTests {
    @Test
    func `the crash file of a killed process is found and replays to the same touches`() throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
        let path = scratch.path("flight.ring")
        var rig: FlightRig?
        do {
            let (memory, remains) = try crashFile(path)
            #expect(remains == nil)
            rig = try FlightRig(layout, memory)
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
        #expect(try FlightRig.replayed(scratch.path("dump.yml"), ["--layout", layout]) == expected)
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
        let layout = try FlightRig.file(in: scratch)
        let path = scratch.path("flight.ring")
        do {
            let (memory, _) = try crashFile(path)
            let rig = try FlightRig(layout, memory)
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
}
