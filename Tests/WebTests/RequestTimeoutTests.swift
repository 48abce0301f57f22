import Platform
import PluginAPI
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Web

/// Tests the time limits for requests, with a simulated clock.
struct RequestTimeoutTests {
    @Test(.atLimit("request-time"), .pastLimit("request-time"))
    func `a request has exactly 5 s`() throws {
        let shared = WebServer.Shared(try Wakeup())
        let log = Logger(plugin: "", clock: { 0 }, write: { _ in })
        let loop = ServerLoop(WebServer.Settings(name: "test", port: 0), shared, log)
        defer { loop.end() }
        try #require(loop.begin(Silent()))
        let before = MonotonicClock.now
        let peer = try Peer(port: shared.port.load(ordering: .relaxed))
        while loop.connections.isEmpty { try #require(loop.turn()) }
        let connection = try #require(loop.connections.values.first)
        #expect((before + 5_000_000...MonotonicClock.now + 5_000_000).contains(connection.deadline))
        loop.checkDeadline(connection, at: connection.deadline - 1)
        #expect(connection.stage == .asking)
        loop.checkDeadline(connection, at: connection.deadline)
        #expect(connection.stage == .gone)
        while !loop.connections.isEmpty { try #require(loop.turn()) }
        #expect(try peer.receiveAll() == "")
    }
}

private final class Silent: WebService {
    func answer(_ request: Request) -> WebAnswer { .later }
}
