import Foundation
import Testing

@testable import TouchbridgeService

/// Tests the growing restart delays of a service that fails soon after each start.
struct RestartBackoffTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private let second: Int64 = 1_000_000

    @Test
    func `two failed starts cause no pause, and further ones a doubling pause up to 20 s`() {
        var (now, last): (Int64, RestartBackoff.Run?) = (5 * second, nil)
        var pauses: [Double] = []
        for _ in 1...11 {
            let (pause, run) = RestartBackoff.next(after: last, at: now)
            pauses.append(Double(pause) / 1e6)
            // The service fails one second after its start.
            (last, now) = (run, run.startedAt + second)
        }
        #expect(pauses == [0, 0, 0, 0.5, 1, 2, 4, 8, 16, 20, 20])
    }

    @Test
    func `a run of 60 s is no failed start`() {
        let last = RestartBackoff.Run(failureCount: 7, startedAt: 10 * second)
        #expect(RestartBackoff.next(after: last, at: 70 * second - 1).pause > 0)
        let next = RestartBackoff.next(after: last, at: 70 * second)
        #expect(next.pause == 0 && next.run == RestartBackoff.Run(startedAt: 70 * second))
    }

    @Test
    func `a start during the pause does not wait`() {
        let last = RestartBackoff.Run(failureCount: 7, startedAt: 10 * second)
        let next = RestartBackoff.next(after: last, at: 9 * second)
        #expect(next.pause == 0 && next.run == RestartBackoff.Run(startedAt: 9 * second))
    }

    @Test(arguments: [
        "", "x", "7", "7 x", "-3 1000000", "99999999999999999999 1", "9223372036854775807 1000000",
        "1 -9223372036854775808",
    ])
    func `invalid content of the file discards only the count`(text: String) throws {
        let backoff = RestartBackoff(path: scratch.path("count"))
        try Data(text.utf8).write(to: scratch.url("count"))
        #expect(backoff.begin(at: 2 * second).pause <= RestartBackoff.longestPause)
        #expect(backoff.lastRun?.failureCount ?? 0 <= 101)
    }

    @Test
    func `a link in place of the file is not followed`() throws {
        try Data("kept".utf8).write(to: scratch.url("other"))
        try FileManager.default.createSymbolicLink(at: scratch.url("count"), withDestinationURL: scratch.url("other"))
        let backoff = RestartBackoff(path: scratch.path("count"))
        let (pause, count) = backoff.begin(at: second)
        #expect(pause == 0 && count == 0)
        #expect(try Data(contentsOf: scratch.url("other")) == Data("kept".utf8))
    }

    @Test
    func `a service that is killed repeatedly pauses with a message, and one that exits normally does not`() throws {
        try Data("root: { id: page }".utf8).write(to: scratch.url("layout.yaml"))
        try FileManager.default.createDirectory(at: scratch.url("runtime"), withIntermediateDirectories: true)
        let manager = try Manager(in: scratch)
        func start() throws -> RunningCommand {
            try RunningCommand(
                ["run", scratch.path("layout.yaml")],
                errors: .file(scratch.path("said")),
                environment: [
                    "PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": manager.path,
                    "RUNTIME_DIRECTORY": scratch.path("runtime"),
                ]
            )
        }
        func said() throws -> String { try String(contentsOf: scratch.url("said"), encoding: .utf8) }
        for _ in 1...3 {
            let service = try start()
            #expect(manager.hears("READY=1"))
            service.send(SIGKILL)
            _ = service.wait()
            #expect(try !said().contains("minute; waiting"))
        }
        let service = try start()
        #expect(manager.hears("STATUS=each of the last 3 runs failed within a minute; waiting 0.5 s"))
        #expect(manager.hears("READY=1"))
        #expect(try said().contains("warning: each of the last 3 runs failed within a minute; waiting 0.5 s before"))
        service.send(SIGTERM)
        #expect(service.wait() == 0)
        let last = try start()
        #expect(manager.hears("READY=1"))
        #expect(try !said().contains("minute; waiting"))
        last.send(SIGTERM)
        #expect(last.wait() == 0)
    }
}
