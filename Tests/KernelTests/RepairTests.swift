import Evdev
import InputEvents
import TestTraits
import Testing

/// Tests the resynchronization after SYN_DROPPED, which delivers the current state, but no lost events.
@Suite(.serialized, .tags(.realKernel)) struct RepairTests {
    private let panel: Panel
    private let listener: Listener

    init() throws {
        panel = try Panel()
        listener = try Listener(panel)
        try listener.skipDiscovery()
    }

    /// Returns the kernel's state, as a new reader receives it.
    private func truth() throws -> Slots { Slots(try Listener(panel).take()) }

    private func expectTruth(_ slots: Slots) throws {
        let truth = try truth()
        #expect(slots.current == truth.current)
        for slot in Int32(0)..<5 {
            #expect((slots.states[slot] ?? SlotState()) == (truth.states[slot] ?? SlotState()), "slot \(slot)")
        }
    }

    @Test(.rule("K1", "K1a", "K15")) func `a flood causes one repair, followed by no older events`() throws {
        try panel.down(slot: 0, id: 1, 10, 10)
        var slots = Slots(try listener.take())
        try panel.flood()
        try panel.move(slot: 0, 4000, 2000)
        let events = try listener.take()
        #expect(listener.reader.metrics.synDropped == 1)
        #expect(listener.reader.counters.repairs == 1)
        #expect(events.first?.isMark(.dropped) == true)
        #expect(events.count { $0.isMark(.dropped) } == 1)
        #expect(events.count { $0.isMark(.report) } == 1, "one repair, and no event of the flood")
        slots.take(events)
        #expect(slots.ended == [])
        #expect(slots.began == [1], "the contact is still the same")
        #expect(slots.states[0]?.x == 4000)
        try expectTruth(slots)
    }

    @Test(.rule("K1")) func `a finger lifted during the flood has ended`() throws {
        try panel.down(slot: 0, id: 1, 10, 10)
        try panel.down(slot: 1, id: 2, 20, 20)
        var slots = Slots(try listener.take())
        try panel.flood(slot: 1)
        try panel.up(slot: 0)
        slots.take(try listener.take())
        #expect(slots.ended == [1])
        #expect(slots.states[0]?.trackingID == SlotState.none)
        #expect(slots.states[1]?.trackingID == 2)
        try expectTruth(slots)
    }

    @Test(.rule("K1", "K2")) func `a different contact in a slot ends the old one and starts a new one`() throws {
        try panel.down(slot: 0, id: 1, 10, 10)
        try panel.down(slot: 1, id: 2, 20, 20)
        var slots = Slots(try listener.take())
        try panel.flood(slot: 1)
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 3, 500, 600)
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 4, 700, 800)
        // Also changes the location of an unused slot.
        try panel.play([(.slot, 3), (.contactX, 77)])
        let events = try listener.take()
        let ids = events.filter { $0.type == .absolute && $0.code == Axis.trackingID.rawValue }.map(\.value)
        #expect(
            ids == [-1, 4],
            "the old contact ends before the new contact begins, and the other contacts are unchanged"
        )
        slots.take(events)
        #expect(slots.ended == [1])
        #expect(slots.began == [1, 2, 4])
        #expect(slots.states[3]?.trackingID == SlotState.none)
        #expect(slots.states[3]?.x == 77)
        try expectTruth(slots)
    }

    @Test(.rule("K1")) func `a contact that began and ended during the gap is not reported`() throws {
        try panel.flood()
        try panel.down(slot: 2, id: 5, 1, 1)
        try panel.up(slot: 2)
        try panel.flood()
        let slots = Slots(try listener.take())
        #expect(slots.began == [])
        #expect(slots.ended == [])
        try expectTruth(slots)
    }

    @Test(.rule("K1")) func `after a repair the stream continues as before`() throws {
        try panel.flood()
        _ = try listener.take()
        try panel.down(slot: 0, id: 9, 30, 40)
        #expect(
            try listener.changes() == [Change(.trackingID, 9), Change(.contactX, 30), Change(.contactY, 40), .report]
        )
        try panel.flood()
        _ = try listener.take()
        #expect(listener.reader.metrics.synDropped == 2)
    }

    @Test(.rule("K1")) func `buttons that changed during the gap are reported by the repair`() throws {
        try panel.flood()
        try panel.play(.touch, 1)
        #expect(try listener.changes().contains(Change(1, 0x14a, 1)))
    }

    @Test(.rule("K3")) func `a tracking id that changes without an end ends the old contact and starts a new one`()
        throws
    {
        try panel.down(slot: 1, id: 1, 10, 10)
        var slots = Slots(try listener.take())
        try panel.down(slot: 1, id: 2, 50, 60)
        let events = try listener.take()
        #expect(listener.reader.metrics.trackingIDReuses == 1)
        #expect(listener.reader.metrics.synDropped == 0)
        #expect(events.contains { $0.isMark(.dropped) })
        slots.take(events)
        #expect(slots.ended == [1])
        #expect(slots.began == [1, 2])
        #expect(slots.states[1]?.x == 50)
        try expectTruth(slots)
        try panel.up(slot: 1)
        slots.take(try listener.take())
        #expect(slots.ended == [1, 2])
    }

    @Test(.rule("K1a", "K3")) func `events before a reused tracking id are delivered, and later ones become state`()
        throws
    {
        try panel.down(slot: 0, id: 1, 10, 10)
        try panel.down(slot: 1, id: 2, 20, 20)
        var slots = Slots(try listener.take())
        // A single read returns all of the following events.
        try panel.move(slot: 0, 300, 300)
        try panel.down(slot: 1, id: 3, 50, 60)
        try panel.move(slot: 0, 400, 400)
        try panel.up(slot: 0)
        let events = try listener.take()
        #expect(listener.reader.metrics.trackingIDReuses == 1)
        let positions = events.filter { $0.type == .absolute && $0.code == Axis.contactX.rawValue }.map(\.value)
        #expect(positions.first == 300, "the frame before the reused id is delivered")
        slots.take(events)
        #expect(slots.ended.sorted() == [1, 2])
        #expect(slots.began == [1, 2, 3])
        try expectTruth(slots)
        try panel.down(slot: 0, id: 4, 70, 80)
        slots.take(try listener.take())
        #expect(slots.began == [1, 2, 3, 4])
        #expect(listener.reader.metrics.synDropped == 0)
    }

    @Test(.rule("L2")) func `a requested repair reports the current state`() throws {
        try panel.down(slot: 0, id: 1, 10, 10)
        _ = try listener.take()
        listener.reader.requestRepair()
        let events = try listener.take()
        #expect(events.first?.isMark(.dropped) == true)
        #expect(Slots(events).began == [])
        #expect(listener.reader.counters.repairs == 1)
    }

    @Test(.rule("K8")) func `a tap between two reads is reported completely`() throws {
        try panel.down(slot: 0, id: 1, 10, 10)
        try panel.up(slot: 0)
        let slots = Slots(try listener.take())
        #expect(slots.began == [1])
        #expect(slots.ended == [1])
    }

    @Test(.rule("K13")) func `late reads are counted`() throws {
        try panel.down(slot: 0, id: 1, 10, 10)
        try pause(milliseconds: 60)
        _ = try listener.take()
        #expect(listener.reader.counters.lateReads == 1)
        #expect(listener.reader.counters.longestLag >= 50_000)
    }
}
