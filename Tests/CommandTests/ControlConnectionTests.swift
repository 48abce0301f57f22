import Foundation
import Glibc
import Platform
import PluginAPI
import Testing
import TimeLimits
internal import TouchTrace

@testable import ControlSocket

/// Tests the time limits of a connection to the control socket.
struct ControlConnectionTests {
    /// Stub; never called, because the tests send only invalid requests.
    private struct NoTree: TreeAccess {
        func submit(
            _ command: TreeCommand,
            from plugin: String,
            client: Int?,
            reply: (@Sendable (TreeReply) -> Void)?
        ) -> Bool { false }
        var isStopping: Bool { false }
    }

    /// Returns the client's end of a connection with an idle limit in microseconds. A thread serves the other end.
    private func connect(idleLimit: Int64) throws -> Int32 {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let server = ends[1]
        let shared = ControlShared(NoTree(), InternTable(), CallReports(), HostEnvironment(host: "kiosk"), {})
        _ = try WorkerThread(name: "control") {
            var connection = ControlConnection(server, shared, idleLimit: TimeSpan(microseconds: idleLimit))
            connection.run()
        }
        return ends[0]
    }

    @Test
    func `the time limit of a request starts at its first byte, not at the previous request`() throws {
        let client = try connect(idleLimit: 2_000_000)
        defer { close(client) }
        for _ in 0..<2 {
            usleep(1_200_000)
            _ = write(client, "non", 3)
            usleep(1_200_000)
            #expect(ControlledService.reply(to: "sense\n", from: client).contains("the request is not valid JSON"))
        }
    }

    @Test
    func `a request that arrives too slowly closes the connection`() throws {
        let client = try connect(idleLimit: 500_000)
        defer { close(client) }
        let start = ContinuousClock.now
        // Each byte arrives within the idle limit. After the connection is closed, a write fails.
        while send(client, " ", 1, Int32(MSG_NOSIGNAL)) == 1 {
            try #require(ContinuousClock.now < start + TimeLimits.wait)
            usleep(50_000)
        }
        // The first byte starts the time limit, and was sent after `start`.
        #expect(ContinuousClock.now - start >= .milliseconds(500))
    }
}
