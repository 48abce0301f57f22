import Testing

@testable import Systemd
@testable import TouchbridgeService

/// Tests watchdog notifications to the service manager.
struct HeartbeatTests {
    @Test func `a heartbeat is sent once per request, and never by turns of the loop alone`() throws {
        let loop = try EventLoop()
        var count = 0
        let heartbeat = try Heartbeat(loop, every: 1_000) { count += 1 }
        var turns = 0
        let watch = try loop.every(5_000) { turns += 1 }
        defer { withExtendedLifetime(watch) {} }
        for round in 0..<3 {
            let end = turns + 4
            while turns < end { try loop.turn(until: nil) }
            #expect(count == round)
            heartbeat.beat()
            heartbeat.beat()
            #expect(count == round + 1)
        }
    }
}
