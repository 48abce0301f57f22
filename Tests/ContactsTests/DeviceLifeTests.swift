import Contacts
import InputEvents
import TestTraits
import Testing

/// Tests which contacts end, and which are suppressed, after a panel is unplugged, after sleep and after a
/// cancellation.
@Suite struct DeviceLifeTests {
    @Test(.rule("L1", "L2")) func `removing a device cancels its contacts`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), slot(1), id(2))
        _ = panel.drain()
        panel.tracker.cancelAll()
        panel.note()
        #expect(panel.drain() == ["0 cancelled 10,0", "1 cancelled 0,0"])
        panel.tracker.cancelAll()
        #expect(panel.tracker.changes.all.isEmpty)
    }

    @Test(.rule("L4")) func `after a cancellation contacts are suppressed until all fingers are up`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), slot(1), id(2))
        panel.tracker.cancelAll()
        _ = panel.drain()
        panel.frame(slot(0), id(-1))
        panel.frame(slot(2), id(3))
        panel.frame(slot(1), x(3), id(-1))
        #expect(panel.drain().isEmpty)
        panel.frame(slot(2), id(-1))
        panel.frame(id(4))
        #expect(panel.drain() == ["2 down 0,0"])
    }

    @Test(.rule("L4")) func `a finger that never lifts keeps the panel suppressed, without a time limit`() throws {
        let panel = try Panel.slots()
        panel.tracker.filters.staleContactTimeout = 10_000
        panel.frame(id(1))
        panel.tracker.cancelAll()
        _ = panel.drain()
        for number in Int32(2)..<50 {
            panel.frame(slot(1), id(number))
            panel.frame(id(-1))
        }
        panel.tracker.advance(to: 1_000_000_000)
        #expect(panel.tracker.nextDeadline == nil)
        panel.frame(id(50))
        #expect(panel.drain().isEmpty)
        #expect(panel.tracker.presentCount == 2)
    }

    @Test(.rule("L4"), arguments: ["lifted", "replaced", "repaired", "unplugged"])
    func `the suppression ends when no contact remains, however that is detected`(_ way: String) throws {
        let panel = try Panel.slots()
        panel.frame(id(1))
        panel.tracker.cancelAll()
        _ = panel.drain()
        switch way {
        case "lifted": panel.frame(id(-1))
        // A new contact in the same slot implies that the old contact has ended.
        case "replaced": panel.frame(id(2))
        case "repaired": panel.frame(gap, id(-1))
        default: panel.tracker.forgetAll()
        }
        #expect(panel.drain() == (way == "replaced" ? ["0 down 0,0"] : []))
        panel.frame(slot(1), id(3))
        #expect(panel.drain() == ["1 down 0,0"])
    }

    @Test(.rule("L2")) func `a repair after sleep begins no contact that was down before`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1))
        panel.tracker.cancelAll()
        _ = panel.drain()
        panel.frame(gap, x(10))
        panel.frame(gap, id(-1))
        panel.frame(id(2))
        #expect(panel.drain() == ["0 down 10,0"])
    }

    @Test(.rule("L1")) func `after forgetting all contacts, a finger begins a new one`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1))
        panel.tracker.cancelAll()
        panel.tracker.forgetAll()
        #expect(panel.tracker.presentCount == 0)
        panel.frame(slot(1), id(2))
        #expect(panel.drain() == ["0 down 0,0", "1 down 0,0"])
    }
}
