import Foundation
import Glibc
import Testing
import TimeLimits

/// Tests `events --follow`, which prints the trace of a running service.
struct EventsTests {
    private static let layout = """
        screens: [{ name: door, size: [800, 480] }]
        plugins: { journal: { type: log } }
        control: { allow: [tap, send] }
        root:
          id: page
          subviews:
            - id: ring
              class: Button
              frame: [40, 140, 300, 200]
              on: { touchUpInside: { journal.write: "ding {{screenX}}" } }
        """

    private func follow(_ service: ControlledService, _ options: [String] = []) throws -> RunningCommand {
        let command = try RunningCommand(
            ["events", "--follow"] + options,
            output: .file(service.scratch.path("events")),
            errors: .file(service.scratch.path("complaints")),
            environment: service.environment
        )
        // The command prints only events that occur after it has connected.
        #expect(command.waitUntilStalled())
        return command
    }

    private func lines(_ service: ControlledService) throws -> [String] {
        let text = try? String(contentsOfFile: service.scratch.path("events"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// Waits until a line contains a text.
    private func wait(_ service: ControlledService, for text: String) throws -> [String] {
        let end = ContinuousClock.now + TimeLimits.wait
        while true {
            let lines = try lines(service)
            if lines.contains(where: { $0.contains(text) }) { return lines }
            try #require(ContinuousClock.now < end, "\(lines) contain no '\(text)'")
            usleep(10_000)
        }
    }

    @Test
    func `the touches and calls of the running service are printed`() throws {
        let service = try ControlledService(Self.layout)
        let command = try follow(service)
        #expect(try service.ask("tap", "--live", "ring").output == "ring\n")
        let lines = try wait(service, for: #""outcome":"accepted""#)
        let finger = "Touchbridge virtual finger (door)"
        #expect(lines.contains { $0.contains(#""kind":"device","device":"\#(finger)","change":"added""#) })
        let touch = #""phase":"began","x":190,"y":240,"view":"ring","tapCount":1,"device":"\#(finger)""#
        #expect(lines.contains { $0.contains(touch) })
        #expect(lines.contains { $0.contains(#""kind":"hit""#) && !$0.contains("visited") })
        let call = #""handler":"write","view":"ring","on":"touchUpInside","arguments":"ding 190","outcome":"accepted""#
        #expect(lines.contains { $0.contains(call) })
        // The result contains the time of the event that triggered the call.
        let time = lines.first { $0.contains(call) }?.split(separator: ",")[0].split(separator: ":")[1] ?? ""
        let results = try wait(service, for: #""kind":"result","plugin":"journal","handler":"write","view":"ring""#)
            .filter { $0.contains(#""kind":"result""#) }
        #expect(results.count == 1 && !time.isEmpty)
        #expect(results[0].contains(#""called":\#(time),"result":"delivered""#), "\(results)")
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        #expect(lines.allSatisfy { $0.contains(",\"date\":\"\(year)-") && $0.hasSuffix("Z\"}") })
        // The command ends when the stopped service closes the connection.
        service.stop()
        #expect(command.wait() == 1)
        let complaints = try String(contentsOfFile: service.scratch.path("complaints"), encoding: .utf8)
        #expect(complaints.contains("the service stopped, or closed the connection because"))
    }

    // MARK: End of the command

    /// A pipe between the command and the test.
    private struct OutputPipe {
        let reader: Int32
        let writer: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reader, writer) = (ends[0], ends[1])
        }
    }

    /// Starts the command with its output in a pipe, and waits until it blocks.
    private func follow(_ service: ControlledService, into pipe: OutputPipe) throws -> RunningCommand {
        let command = try RunningCommand(
            ["events", "--follow"],
            output: .descriptor(pipe.writer),
            errors: .file(service.scratch.path("complaints")),
            environment: service.environment
        )
        close(pipe.writer)
        #expect(command.waitUntilStalled())
        return command
    }

    @Test
    func `the command ends when the reader closes the output, although no event occurs`() throws {
        let service = try ControlledService(Self.layout)
        let pipe = try OutputPipe()
        let command = try follow(service, into: pipe)
        #expect(!command.hasEnded)
        close(pipe.reader)
        #expect(command.wait() == 0)
        #expect(try String(contentsOfFile: service.scratch.path("complaints"), encoding: .utf8) == "")
        service.stop()
    }

    @Test
    func `the command ends when the reader of a full pipe closes it`() throws {
        let service = try ControlledService(Self.layout)
        let pipe = try OutputPipe()
        // A second writer fills the pipe.
        let own = open("/proc/self/fd/\(pipe.writer)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        let command = try follow(service, into: pipe)
        let page = [UInt8](repeating: 0x2e, count: 4096)
        while write(own, page, page.count) > 0 {}
        #expect(try service.ask("tap", "--live", "ring").status == 0)
        // The command receives the events of the tap, and then blocks on the full pipe.
        usleep(200_000)
        close(own)
        close(pipe.reader)
        #expect(command.wait() == 0)
        service.stop()
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends the command, even if the parent process blocked the signal`(_ signal: Int32) throws {
        let service = try ControlledService(Self.layout)
        let launcher = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let command = try RunningCommand(
            ["-c", launcher, Command.binary.path, "events", "--follow"],
            of: "/usr/bin/python3",
            output: .file(service.scratch.path("events")),
            environment: service.environment
        )
        #expect(command.waitUntilStalled())
        command.send(signal)
        #expect(command.wait() == -signal)
        service.stop()
    }

    @Test
    func `the command ends when the service is killed`() throws {
        let service = try ControlledService(Self.layout)
        let command = try follow(service)
        service.send(SIGKILL)
        #expect(command.wait() == 1)
    }

    @Test
    func `more followers than allowed are rejected`() throws {
        let service = try ControlledService(Self.layout)
        let clients = try (0..<5).map { _ in try service.connect() }
        let replies = clients.map { ControlledService.reply(to: #"{"do":"follow"}"# + "\n", from: $0) }
        #expect(replies[..<4].allSatisfy { $0.contains(#""ok":true"#) })
        #expect(replies[4].contains("4 clients already follow the events"))
        for client in clients { close(client) }
        let end = ContinuousClock.now + TimeLimits.wait
        while true {
            let client = try service.connect()
            defer { close(client) }
            if ControlledService.reply(to: #"{"do":"follow"}"# + "\n", from: client).contains(#""ok":true"#) { break }
            try #require(ContinuousClock.now < end, "a client can follow again")
        }
        service.stop()
    }

    @Test
    func `without --follow, the command names the flight recorder`() throws {
        let outcome = try Command.run("events")
        #expect(outcome.status == 2 && outcome.complaints.contains("missing --follow; for earlier events"))
    }
}
