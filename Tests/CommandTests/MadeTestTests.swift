import Foundation
import LayoutFile
import Recordings
import ResponderKit
import Schema
import TestTraits
import Testing
import TimeLimits

@testable import CommandSupport
@testable import FlightDumps

/// Tests `make-test`, which generates a test from a recording and a layout.
struct MadeTestTests {
    @Test(.atLimit("made-test-bytes"), .pastLimit("made-test-bytes"))
    func `make-test accepts a recording of at most 512 MiB`() throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
        let long = scratch.path("long.evemu")
        try FileManager.default.copyItem(atPath: recording("ep0430m09-1-finger-drag-up-down"), toPath: long)
        // Even an accepted recording fails, because the output folder already exists. The recording is a sparse file,
        // and needs little disk space.
        for (extra, message) in [(0, "already exists"), (1, "a recording must be a regular file of at most 512 MB")] {
            try #require(truncate(long, 512 << 20 + extra) == 0)
            let outcome = try Command.run("make-test", long, "--layout", layout, "-o", scratch.folder.path)
            #expect(outcome.status == 1 && outcome.complaints.contains(message), "\(outcome.complaints.prefix(200))")
        }
    }

    @Test
    func `a test made by make-test fails until it is accepted, and when the touches change`() throws {
        let scratch = try Scratch()
        let layout = try FlightRig.file(in: scratch)
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
        try scratch.write("test/lobby.yaml", Data(FlightRig.layout.replacing("button", with: "bell").utf8))
        #expect(try check([]) == 1)
        let again = try Command.run("make-test", source, "--layout", layout, "-o", scratch.path("test"))
        #expect(again.status == 1)
        #expect(again.complaints.contains("already exists; specify a different folder with -o"))
        let nowhere = try Command.run("make-test", source, "--layout", layout, "-o", scratch.path("no/test"))
        #expect(nowhere.complaints.contains("use -o to specify a folder in a writable directory"))
    }

    @Test
    func `a generated test reports a missing command and does not execute a layout's name`() throws {
        let scratch = try Scratch()
        let text = try String(contentsOfFile: FlightRig.file(in: scratch), encoding: .utf8)
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
