import TestTraits
import Testing

/// Tests suspend and resume, signalled by a stub for logind on a real bus.
@Suite(.serialized, .tags(.realKernel)) struct SleepTests {
    private let panel: Panel
    private let logind: StandInLogind
    private let service: ServiceProcess

    init() throws {
        panel = try Panel()
        logind = try StandInLogind()
        service = try ServiceProcess(
            ServiceProcess.layout() + "\n  multipleTouchEnabled: true",
            environment: logind.environment
        )
    }

    private static let half = ["touchesBegan page accepted", "touchesCancelled page accepted"]

    @Test(.rule("L2")) func `suspend waits until the live touch is cancelled, and the waking touch is ignored`()
        throws
    {
        #expect(logind.hasGiven(locks: 1))
        try panel.down(slot: 0, id: 1, 100, 100)
        #expect(try service.calls(1).count == 1)
        try logind.say(isSleep: true)
        #expect(logind.lockIsReleased())
        #expect(try service.calls(2) == Self.half)
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 2, 200, 200)
        let looks = try service.traced("\"resynced\"")
        try logind.say(isSleep: false)
        try service.says("resumed from sleep")
        #expect(logind.hasGiven(locks: 2), "the next sleep waits as well")
        try panel.move(slot: 0, 300, 300)
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 3, 400, 400)
        try panel.up(slot: 0)
        #expect(
            try service.calls(4) == Self.half + ["touchesBegan page accepted", "touchesEnded page accepted"]
        )
        #expect(try service.traced("\"resynced\"") == looks + 1, "the panel's state was read again")
        #expect(service.end().status == 0)
    }

    @Test(.rule("L2")) func `fingers that lifted or stayed down during suspend leave no touch stuck`()
        throws
    {
        #expect(logind.hasGiven(locks: 1))
        try panel.down(slot: 0, id: 1, 100, 100)
        try panel.down(slot: 1, id: 2, 1000, 1000)
        #expect(try service.calls(2).count == 2)
        try logind.say(isSleep: true)
        #expect(logind.lockIsReleased())
        // The queue cannot store this many events, so only ioctls can return the current state.
        try panel.up(slot: 0)
        try panel.flood(slot: 1)
        try logind.say(isSleep: false)
        try service.says("resumed from sleep")
        try panel.up(slot: 1)
        try panel.down(slot: 1, id: 3, 500, 500)
        try panel.up(slot: 1)
        let calls = try service.calls(6)
        #expect(calls.suffix(2) == ["touchesBegan page accepted", "touchesEnded page accepted"])
        #expect(calls.count { $0.hasPrefix("touchesBegan") } == 3)
        #expect(calls.count { $0.hasPrefix("touchesCancelled") } == 2)
        #expect(service.end().status == 0)
    }

    @Test(.rule("L2")) func `if the bus ends during suspend, touches are delivered again`() throws {
        #expect(logind.hasGiven(locks: 1))
        try logind.say(isSleep: true)
        #expect(logind.lockIsReleased())
        logind.end()
        try service.says("resumed from sleep")
        try panel.down(slot: 0, id: 1, 100, 100)
        try panel.up(slot: 0)
        #expect(try service.calls(2) == ["touchesBegan page accepted", "touchesEnded page accepted"])
        #expect(service.end().status == 0)
    }

    @Test(.rule("L2")) func `a restarted bus is used again without further action`() throws {
        #expect(logind.hasGiven(locks: 1))
        logind.end()
        try service.says("sleep cannot be detected")
        let next = try StandInLogind(after: logind)
        #expect(next.hasGiven(locks: 1))
        try service.says("sleep is detected")
        try panel.down(slot: 0, id: 1, 100, 100)
        #expect(try service.calls(1).count == 1)
        try next.say(isSleep: true)
        #expect(next.lockIsReleased())
        #expect(try service.calls(2) == Self.half)
        #expect(service.end().status == 0)
    }
}
