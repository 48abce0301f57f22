import Foundation
import Glibc
import JSON
import Platform
import Recordings
import Testing
import TimeLimits

@testable import CommandSupport
@testable import FlightDumps
@testable import TouchbridgeCommands

/// Tests the dates in command outputs. Only recordings with a creation date yield dates.
struct DateTests {
    private let scratch: Scratch
    private let layout: String

    init() throws {
        scratch = try Scratch()
        layout = try FlightRig.file(in: scratch)
    }

    /// Writes a dump. Its touches begin at 1 s and 1.5 s of the event clock.
    private func dump(made: String) throws -> String {
        let rig = try FlightRig(layout)
        rig.strokes()
        var dump = rig.dump
        dump.origin.made = made
        try DumpFolder(scratch.folder.path, layout: layout).write("dump.yml", dump.write)
        return scratch.path("dump.yml")
    }

    private func output(_ command: String, _ dump: String, _ options: String...) throws -> String {
        let outcome = try Command.run([command, dump, "--layout", layout] + options)
        #expect(outcome.status == 0 && outcome.complaints == "", "\(outcome.complaints)")
        return outcome.output
    }

    @Test func `replay and explain show the date of each touch of a dump, as text and as JSON`() throws {
        // The dump was written at 9 s of the event clock.
        let dump = try dump(made: "2026-11-27T20:15:12.900Z")
        let text = try output("replay", dump)
        #expect(text.hasPrefix("touch 1: began at 0.000 s (2026-11-27 20:15:04 UTC) at ("))
        #expect(text.contains("\ntouch 2: began at 0.500 s (2026-11-27 20:15:05 UTC) at ("))
        let short = try output("explain", dump, "--short")
        #expect(short.hasPrefix("touch 1, at 0.000 s (2026-11-27 20:15:04 UTC): "))
        for command in ["replay", "explain"] {
            let lines = try output(command, dump, "--json").split(separator: "\n").map {
                try JSONValue(parsing: $0.utf8)
            }
            let dates = lines.filter { $0["touch"] != nil }.map { $0["date"]?.text }
            #expect(dates == ["2026-11-27T20:15:04.900Z", "2026-11-27T20:15:05.400Z"])
        }
        let picture = try output("replay", dump, "--svg", "-")
        #expect(picture.contains("dump.yml on lobby.yaml, 2026-11-27 20:15:04 UTC"))
        let timeline = try output("replay", dump, "--perfetto", "-")
        #expect(timeline.hasSuffix("\n],\"otherData\":{\"date\":\"2026-11-27T20:15:04.900Z\"}}\n"))
    }

    @Test func `the first line of a script that make-test makes has the date`() throws {
        let dump = try dump(made: "2026-11-27T20:15:12.900Z")
        _ = try output("make-test", dump, "--as", "touch", "-o", scratch.path("made.touch"))
        let script = try String(contentsOf: scratch.url("made.touch"), encoding: .utf8)
        #expect(script.hasPrefix("# From \(dump), 2026-11-27 20:15:04 UTC\n"))
    }

    @Test(arguments: ["", "yesterday"]) func `without a date in the recording, the outputs have none`(_ made: String)
        throws
    {
        let dump = try dump(made: made)
        #expect(try output("replay", dump).hasPrefix("touch 1: began at 0.000 s at ("))
        #expect(try output("explain", dump, "--short").hasPrefix("touch 1, at 0.000 s: "))
        let line = try output("explain", dump, "--json").split(separator: "\n")[0]
        #expect(try JSONValue(parsing: line.utf8)["date"] == .null)
        #expect(try output("replay", dump, "--json").contains(#""date":null"#))
        #expect(try output("replay", dump, "--perfetto", "-").hasSuffix("\n]}\n"))
    }

    @Test func `the trace does not depend on the date of the recording`() throws {
        let trace = try output("replay", try dump(made: ""), "--trace", "-")
        #expect(try output("replay", try dump(made: "2026-11-27T20:15:12.900Z"), "--trace", "-") == trace)
    }

    @Test func `each line of events has the date of its time as the last member`() throws {
        let epoch = try #require(EventEpoch("2026-11-27T20:15:03Z", at: 0))
        let lines = #"{"t":12400000,"kind":"hit","touch":1}"# + "\n" + #"{"t":12500000,"kind":"lost","count":3}"# + "\n"
        let dated = String(decoding: EventsCommand.dated(Array(lines.utf8), epoch), as: UTF8.self)
        #expect(
            dated == #"{"t":12400000,"kind":"hit","touch":1,"date":"2026-11-27T20:15:15.400Z"}"# + "\n"
                + #"{"t":12500000,"kind":"lost","count":3,"date":"2026-11-27T20:15:15.500Z"}"# + "\n"
        )
        // Other lines are not changed.
        #expect(EventsCommand.dated(Array("{}\n".utf8), epoch) == Array("{}\n".utf8))
    }

    @Test func `a dump after a crash has the date of its last event, not of the next start`() throws {
        let service = try ControlledService(
            """
            screens: [{ name: door, size: [800, 480] }]
            control: { allow: [tap] }
            root: { id: page }
            """
        )
        #expect(try service.ask("tap", "--live", "500", "400").status == 0)
        service.send(SIGKILL)
        usleep(1_500_000)
        let next = try RunningCommand(
            ["run", service.scratch.path("door.yaml")],
            errors: .file(service.scratch.path("next")),
            in: service.scratch,
            environment: service.environment
        )
        defer { next.send(SIGKILL) }
        let state = service.scratch.path("state")
        let end = ContinuousClock.now + TimeLimits.wait
        var dump: String?
        while dump == nil {
            try #require(ContinuousClock.now < end, "no dump is written")
            dump = FileManager.default.subpaths(atPath: state)?.first { $0.hasSuffix("-crash.yml") }
            usleep(10_000)
        }
        let reader = try RecordingReader(path: "\(state)/\(try #require(dump))")
        let epoch = try #require(reader.epoch)
        #expect(abs(epoch.microseconds - EventEpoch.current.microseconds) < 500_000)
        #expect(reader.origin?.reason == "the previous run ended unexpectedly")
    }
}
