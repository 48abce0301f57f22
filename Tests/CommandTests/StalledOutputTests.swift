import Foundation
import Glibc
import Testing

/// Tests that a signal ends a command blocked by unread output, for each of its outputs.
struct StalledOutputTests {
    private let circle = recording("wacom-isdv4-e6-finger-double-center-circle")
    private let odd = "root: { on: { touchUpInside: copy } }\nactions: { copy: [] }\n"
    private let scratch: Scratch
    private let full: FullPipe

    init() throws {
        scratch = try Scratch()
        full = try FullPipe()
        try scratch.write("odd.yaml", Data(odd.utf8))
    }

    private func start(
        _ words: String...,
        output: RunningCommand.Sink = .nowhere,
        errors: RunningCommand.Sink = .nowhere
    ) throws -> RunningCommand {
        try RunningCommand(words, output: output, errors: errors, in: scratch)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `SIGTERM ends a replay at recorded speed whose trace is not read`(_ signal: Int32) throws {
        let replay = try start(
            "replay",
            circle,
            "--speed",
            "1x",
            "--trace",
            "-",
            output: .descriptor(full.writer),
            errors: .file(scratch.path("err"))
        )
        #expect(replay.waitUntilStalled())
        replay.send(signal)
        #expect(replay.wait() == 1)
        let complaints = try String(contentsOf: scratch.url("err"), encoding: .utf8)
        #expect(
            complaints
                == "touchbridge: standard output: the reader stopped reading; the remaining output was dropped\n"
        )
    }

    @Test
    func `SIGTERM ends a replay at recorded speed whose summary is not read`() throws {
        let both = RunningCommand.Sink.descriptor(full.writer)
        let replay = try start("replay", circle, "--speed", "1x", "--trace", "trace", output: both, errors: both)
        while ((try? Data(contentsOf: scratch.url("trace")))?.count ?? 0) < 500 { usleep(5000) }
        replay.send(SIGTERM)
        #expect(replay.wait() == 1)
        // With space in the pipe, all output arrives.
        let trace = try String(contentsOf: scratch.url("trace"), encoding: .utf8)
        #expect(trace.contains("\"phase\":\"cancelled\""))
        #expect(trace.hasSuffix("\"change\":\"removed\"}\n"))
    }

    @Test(arguments: ["replay", "replay at its speed", "check", "tree"])
    func `commands without cleanup are killed by the signal`(_ what: String) throws {
        let words =
            switch what {
            case "check": ["check", "odd.yaml"]
            case "tree": ["tree", "odd.yaml"]
            case "replay": ["replay", circle, "--layout", "odd.yaml"]
            default: ["replay", circle, "--layout", "odd.yaml", "--speed", "1x"]
            }
        let pipe = RunningCommand.Sink.descriptor(full.writer)
        let command = try RunningCommand(words, output: pipe, errors: pipe, in: scratch)
        #expect(command.waitUntilStalled())
        command.send(SIGTERM)
        #expect(command.wait() == -SIGTERM)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends a service that is still reading its layout, and SIGHUP does not`(
        _ signal: Int32
    ) throws {
        let service = try start("run", "odd.yaml", errors: .descriptor(full.writer))
        #expect(service.waitUntilStalled())
        service.send(SIGHUP)
        service.send(signal)
        #expect(service.wait() == 0)
    }

    @Test(arguments: ["--trace", "--perfetto"])
    func `a replay at recorded speed ends when the reader of its output ends`(_ option: String) throws {
        let script = "tap 1 10,10\nwait 600s\ntap 1 10,10\n"
        try scratch.write("long.touch", Data(script.utf8))
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let replay = try start(
            "replay",
            "long.touch",
            "--speed",
            "1x",
            option,
            "-",
            output: .descriptor(ends[1]),
            errors: .file(scratch.path("err"))
        )
        close(ends[1])
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
        close(ends[0])
        #expect(replay.wait() == 1)
        #expect(try String(contentsOf: scratch.url("err"), encoding: .utf8) == "")
    }

    @Test(arguments: [["schema"], ["torture", "--seed", "1", "--events", "1000"]])
    func `a command whose output has no reader ends without a message`(_ words: [String]) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        let command = try RunningCommand(words, output: .descriptor(ends[1]), errors: .file(scratch.path("err")))
        close(ends[1])
        #expect(command.wait() == 1)
        #expect(try String(contentsOf: scratch.url("err"), encoding: .utf8) == "")
    }

    @Test
    func `a trace into a pipe waits for its reader`() throws {
        try #require(mkfifo(scratch.path("pipe"), 0o600) == 0)
        let replay = try start("replay", circle, "--speed", "1x", "--trace", "pipe")
        #expect(replay.waitUntilStalled())
        replay.send(SIGTERM)
        #expect(replay.wait() == -SIGTERM)
        let other = try start("replay", circle, "--trace", "pipe")
        let reader = try #require(FileHandle(forReadingAtPath: scratch.path("pipe")))
        let trace = String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
        #expect(other.wait() == 0)
        #expect(trace == (try Command.run("replay", circle, "--trace", "-").output))
    }
}
