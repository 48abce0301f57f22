import Foundation
import Testing

/// Tests `touchbridge replay` with valid and invalid recordings.
struct ReplayTests {
    private let taps = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")

    @Test
    func `a replay prints one line per touch`() throws {
        let outcome = try Command.run("replay", taps)
        #expect(outcome.status == 0)
        #expect(outcome.complaints == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 9)
        #expect(lines[0] == "touch 1: began at 0.000 s at (816.0, 544.5), 0 moves, ended at 0.095 s at (816.0, 544.5)")
    }

    @Test
    func `JSON output has one line per touch`() throws {
        let outcome = try Command.run("replay", taps, "--json")
        #expect(outcome.status == 0)
        let lines = try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.count == 9)
        #expect(lines[0]["x"] as? Double == 816)
        #expect(lines[0]["end"] as? String == "ended")
        #expect(lines.map { $0["touch"] as? Int } == Array(1...9))
    }

    @Test
    func `the trace is the only content of standard output`() throws {
        let outcome = try Command.run("replay", taps, "--trace", "-")
        #expect(outcome.status == 0)
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"t\":") && $0.hasSuffix("}") })
    }

    @Test
    func `a trace is not overwritten when standard output is closed`() throws {
        let scratch = try Scratch()
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "exec \"$0\" replay \"$1\" --trace \"$2\" <&- >&- 2>&-", Command.binary.path, taps]
        shell.arguments?.append(scratch.path("trace"))
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 1)
        let lines = try String(contentsOf: scratch.url("trace"), encoding: .utf8).split(separator: "\n")
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.hasPrefix("{\"t\":") && $0.hasSuffix("}") })
    }

    @Test
    func `slots outside the announced range are reported`() throws {
        let scratch = try Scratch()
        let text = try String(contentsOfFile: recording("ep0430m09-2-finger-scroll-down"), encoding: .utf8)
        let head = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.hasPrefix("E: ") }
        let events = [
            "0.000001 0003 002f 4000", "0.000001 0003 0039 7", "0.000001 0003 0035 10", "0.000001 0003 0036 10",
            "0.000001 0000 0000 0",
        ].map { "E: \($0)" }
        try scratch.write("r", Data(((head.map(String.init) + events).joined(separator: "\n") + "\n").utf8))
        let outcome = try Command.run("replay", scratch.path("r"))
        #expect(outcome.status == 0)
        #expect(outcome.output == "No touch.\n")
        #expect(outcome.complaints.contains("reported 1 event for invalid slots (not announced by the panel"))
    }

    @Test
    func `replaying twice, to a file or to standard output, gives the same bytes`() throws {
        let scratch = try Scratch()
        for name in ["dell-canvas-touch", "n-trig-multitouch-1-finger-drag-nw-se"] {
            let first = try Command.run("replay", recording(name), "--trace", "-").output
            let second = try Command.run("replay", recording(name), "--trace", scratch.path("trace"))
            #expect(second.status == 0)
            #expect(try String(contentsOf: scratch.url("trace"), encoding: .utf8) == first)
        }
    }

    @Test
    func `replaying at recorded speed gives the same trace`() throws {
        let slow = recording("wacom-isdv4-e6-finger-2fg-tap")
        let paced = try Command.run("replay", slow, "--speed", "1x", "--trace", "-")
        #expect(paced.status == 0)
        #expect(paced.output == (try Command.run("replay", slow, "--trace", "-").output))
    }

    @Test
    func `replaying at recorded speed takes as long as the recording`() throws {
        let start = ContinuousClock.now
        let outcome = try Command.run(
            "replay",
            recording("atmel-maxtouch-touchscreen-2-fingers-touch-release"),
            "--speed=1x"
        )
        #expect(outcome.status == 0)
        #expect(ContinuousClock.now - start > .milliseconds(800))
    }

    @Test
    func `--size sets the size of the screen`() throws {
        let outcome = try Command.run("replay", taps, "--size", "1000x500")
        #expect(outcome.output.contains("at (425.0, 252.1)"))
    }

    @Test
    func `--description supplies the device of a file with events only`() throws {
        let name = "ep0430m09-1-finger-drag-up-down"
        let outcome = try Command.run(
            "replay",
            recording(name, "kernel.events"),
            "--description",
            recording(name),
            "--trace",
            "-"
        )
        #expect(outcome.status == 0)
        #expect(outcome.output.split(separator: "\n").count > 300)
        let alone = try Command.run("replay", recording(name, "kernel.events"))
        #expect(alone.status == 1)
        #expect(alone.complaints.contains("--description FILE"))
    }

    @Test
    func `a recording without touches says so`() throws {
        let outcome = try Command.run("replay", recording("elan-touchscreen"))
        #expect(outcome.status == 0)
        #expect(outcome.output == "No touch.\n")
        #expect(outcome.complaints.contains("the recording describes a touchscreen but contains no events"))
    }

    @Test(arguments: [
        ("wacom-bamboo-one", "it is a pen tablet"),
        ("synps2-synaptics-touchpad-hp8470p-two-finger-scroll-vertical", "it is a touchpad"),
    ])
    func `a recording of another kind of device is reported with its kind`(name: String, reason: String) throws {
        for option in ["--json", "--speed=max"] {
            let outcome = try Command.run("replay", recording(name), option)
            #expect(outcome.status == 0)
            #expect(outcome.output == (option == "--json" ? "" : "No touch.\n"))
            #expect(outcome.complaints.contains("is ignored: \(reason); to use it as a touchscreen, add"))
            #expect(outcome.complaints.contains("no device of the recording is a usable touchscreen\n"))
        }
    }

    @Test
    func `a rejected panel is reported with the reason`() throws {
        let scratch = try Scratch()
        let text = try String(contentsOfFile: recording("ep0430m09-1-finger-drag-up-down"), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.hasPrefix("A: 35 ") ? "A: 35 5 5 0 0 0" : String($0) }
        try scratch.write("r", Data((lines.joined(separator: "\n") + "\n").utf8))
        let outcome = try Command.run("replay", scratch.path("r"))
        #expect(outcome.status == 0)
        #expect(outcome.output == "No touch.\n")
        #expect(outcome.complaints.contains("the range of its X axis is empty: 5 to 5"), "\(outcome.complaints)")
        #expect(outcome.complaints.contains("no device of the recording is a usable touchscreen\n"))
    }

    // MARK: Invalid recordings

    @Test
    func `an unreadable recording is reported with a remedy, and no output file remains`() throws {
        let scratch = try Scratch()
        try scratch.write("empty", Data())
        try scratch.write("binary", Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
        try scratch.write("text", Data("Dear diary,\n".utf8))
        try FileManager.default.createDirectory(at: scratch.url("folder"), withIntermediateDirectories: true)
        let before = scratch.names
        for name in ["missing", "empty", "binary", "text", "folder"] {
            let outcome = try Command.run("replay", name, "--trace", "trace", in: scratch)
            #expect(outcome.status == 1, "\(name)")
            #expect(outcome.output == "", "\(name)")
            #expect(outcome.complaints.hasPrefix("touchbridge: \(name)"), "\(outcome.complaints)")
            #expect(outcome.complaints.contains("; "), "\(outcome.complaints)")
            #expect(outcome.complaints.split(separator: "\n").count == 1, "\(outcome.complaints)")
        }
        #expect(scratch.names == before)
    }

    @Test
    func `a truncated recording is replayed to its end, and the position is reported`() throws {
        let scratch = try Scratch()
        let whole = try Data(contentsOf: URL(filePath: taps))
        try scratch.write("cut", whole.dropLast(1500))
        let outcome = try Command.run("replay", "cut", "--trace", "trace", in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("cut:"))
        #expect(outcome.output.hasPrefix("touch 1: "))
        // All lines of the trace are complete, including the last one.
        let trace = try String(contentsOf: scratch.url("trace"), encoding: .utf8)
        #expect(trace.hasSuffix("\"change\":\"removed\"}\n"))
    }

    @Test(arguments: [1, 7, 100, 3000, 4700, 6000])
    func `a recording truncated anywhere neither crashes nor hangs`(_ length: Int) throws {
        let scratch = try Scratch()
        try scratch.write("cut", try Data(contentsOf: URL(filePath: taps)).prefix(length))
        let outcome = try Command.run("replay", "cut", in: scratch)
        #expect([0, 1].contains(outcome.status))
        #expect(outcome.status == 0 || outcome.complaints.contains("cut"))
    }

    @Test
    func `a trace never overwrites its recording`() throws {
        let scratch = try Scratch()
        let bytes = try Data(contentsOf: URL(filePath: taps))
        try scratch.write("r", bytes)
        try FileManager.default.createSymbolicLink(at: scratch.url("link"), withDestinationURL: scratch.url("r"))
        for name in ["r", "./r", "link"] {
            let outcome = try Command.run("replay", "r", "--trace", name, in: scratch)
            #expect(outcome.status == 1)
            #expect(outcome.complaints.contains("specify a different file"))
        }
        #expect(try Data(contentsOf: scratch.url("r")) == bytes)
    }

    @Test
    func `a trace that cannot be written is reported`() throws {
        let scratch = try Scratch()
        let outcome = try Command.run("replay", taps, "--trace", "nowhere/trace", in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.complaints.hasPrefix("touchbridge: nowhere/trace: "))
        let full = try Command.run("replay", taps, "--trace", "/dev/full")
        #expect(full.status == 1)
        #expect(full.complaints.contains("/dev/full: cannot be written"))
    }
}
