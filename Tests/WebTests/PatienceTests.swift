import Platform
import PluginAPI
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Web

/// How long a visitor may take, without waiting for it.
struct PatienceTests {
    @Test(.atLimit("request-time"), .pastLimit("request-time"))
    func `a request has five seconds, and no microsecond more`() throws {
        let shared = WebServer.Shared(try Wakeup())
        let log = Logger(plugin: "", clock: { 0 }, write: { _ in })
        let desk = WebDesk(WebServer.Settings(name: "test", port: 0), shared, log)
        defer { desk.end() }
        try #require(desk.begin(Silent()))
        let before = MonotonicClock.now
        let peer = try Peer(port: shared.port.load(ordering: .relaxed))
        while desk.visitors.isEmpty { try #require(desk.turn()) }
        let visitor = try #require(desk.visitors.values.first)
        #expect((before + 5_000_000...MonotonicClock.now + 5_000_000).contains(visitor.deadline))
        desk.hurry(visitor, at: visitor.deadline - 1)
        #expect(visitor.stage == .asking)
        desk.hurry(visitor, at: visitor.deadline)
        #expect(visitor.stage == .gone)
        while !desk.visitors.isEmpty { try #require(desk.turn()) }
        #expect(try peer.receiveAll() == "")
    }
}

private final class Silent: WebService {
    func answer(_ request: Request) -> WebAnswer { .later }
}
