import Foundation
import Testing

/// Tests interrupted replays: the output up to the interruption is complete.
struct BrokenOffTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `an interrupted replay at recorded speed cancels its touches and reports its progress`(
        _ signal: Int32
    ) throws {
        let scratch = try Scratch()
        let name = recording("wacom-isdv4-e6-finger-double-center-circle")
        let replay = try RunningCommand(
            ["replay", name, "--speed", "1x", "--trace", scratch.path("trace")],
            output: .file(scratch.path("out")),
            errors: .file(scratch.path("err"))
        )
        // 500 bytes of trace mean that the replay has delivered the first touches.
        while (try? Data(contentsOf: scratch.url("trace")).count) ?? 0 < 500, !replay.hasEnded { usleep(10_000) }
        replay.send(signal)
        #expect(replay.wait() == 1)
        func text(_ name: String) throws -> String { try String(contentsOf: scratch.url(name), encoding: .utf8) }
        #expect(try text("out").contains(", cancelled at "))
        let message = "the replay was interrupted, so the output is incomplete"
        #expect(try text("err") == "touchbridge: \(name): \(message)\n")
        let live = try text("trace").split(separator: "\n")
        #expect(live.last?.hasSuffix("\"change\":\"removed\"}") == true)
        // Up to the cancellation, the trace matches that of the complete replay.
        let whole = try Command.run("replay", name, "--trace", "-").output.split(separator: "\n")
        let isSame = zip(live, whole).prefix { $0 == $1 }.underestimatedCount
        #expect(isSame > 5)
        #expect(isSame < whole.count)
        #expect(live[isSame].contains("\"phase\":\"cancelled\""))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a terminated replay with handlers leaves none of their programs behind`(_ signal: Int32) throws {
        let scratch = try Scratch()
        let layout = """
            plugins: { shell: { type: exec, timeLimit: 1s } }
            root: { on: { touchesBegan: [shell.run: [sh, -c, 'echo $$ >> "$0"; exec sleep 10000', \(scratch.path("id"))]] } }
            """
        try scratch.write("layout.yaml", Data(layout.utf8))
        let name = recording("wacom-isdv4-e6-finger-double-center-circle")
        let replay = try RunningCommand(
            ["replay", name, "--layout", scratch.path("layout.yaml"), "--run-handlers"],
            errors: .file(scratch.path("err"))
        )
        var programs: [pid_t] {
            let text = (try? String(contentsOf: scratch.url("id"), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").compactMap { pid_t($0) }
        }
        while programs.isEmpty, !replay.hasEnded { usleep(10_000) }
        replay.send(signal)
        let status = try #require(replay.wait())
        let left = programs.filter { kill($0, 0) == 0 }
        for program in left { kill(program, SIGKILL) }
        #expect(left.isEmpty)
        #expect(status >= 0, "the signal terminated the command: \(status)")
    }

    @Test
    func `a trace on a full disk ends with a complete line`() throws {
        let scratch = try Scratch()
        let name = recording("wacom-isdv4-e6-finger-double-center-circle")
        let replay = try RunningCommand(
            ["replay", name, "--trace", scratch.path("trace")],
            errors: .file(scratch.path("err")),
            onFullDisk: true
        )
        #expect(replay.wait() == 1)
        let complaint = try String(contentsOf: scratch.url("err"), encoding: .utf8)
        #expect(complaint.contains("trace: cannot be written: file too large; "), "\(complaint)")
        let trace = try String(contentsOf: scratch.url("trace"), encoding: .utf8)
        let whole = try Command.run("replay", name, "--trace", "-").output
        #expect(!trace.isEmpty)
        #expect(trace.hasSuffix("}\n"))
        #expect(whole.hasPrefix(trace))
        #expect(whole != trace)
    }
}
