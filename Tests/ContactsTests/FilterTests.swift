import Contacts
import Geometry
import InputEvents
import Testing

/// Each filter does what its formula says, and nothing unless asked.
@Suite struct FilterTests {
    private func digitizer(_ change: (inout PanelFilters) -> Void = { _ in }) -> Digitizer {
        var filters = PanelFilters()
        change(&filters)
        let device = DeviceDescription.panel([.slot, .trackingID, .contactX, .contactY, .contactPressure])
        let screen = Rect(x: 0, y: 0, width: 1000, height: 1000)
        return Digitizer(for: device, mapping: PanelMapping(screen: screen), filters: filters)
    }

    @Test(.rule("V6", "V14")) func `places out of range are clamped, passed or end the stroke`() {
        let clamping = digitizer()
        #expect(clamping.place(.at(-3616), at: 0)?.location == Point(x: 0, y: 0))
        #expect(clamping.place(.at(5000, 0, .moved), at: 0)?.location == Point(x: 999, y: 0))
        let passing = digitizer { $0.outOfRange = .pass }
        #expect(passing.place(.at(-3616), at: 0)?.location == Point(x: -3616, y: 0))
        let dropping = digitizer { $0.outOfRange = .drop }
        #expect(dropping.place(.at(5), at: 0)?.phase == .down)
        #expect(dropping.place(.at(-3616, 0, .moved), at: 0)?.phase == .cancelled)
        #expect(dropping.place(.at(5, 0, .moved), at: 0) == nil)
        #expect(dropping.place(.at(5, 0, .up), at: 0) == nil)
        #expect(dropping.place(.at(-1), at: 0) == nil)
        #expect(dropping.place(.at(5), at: 0)?.phase == .down)
        #expect(dropping.dropped.outOfRange == 2)
    }

    @Test func `a stroke that begins in a dead zone is nothing, one that comes in goes on`() {
        let digitizer = digitizer { $0.deadZones = [Rect(x: 0, y: 900, width: 1000, height: 100)] }
        for phase in [ContactChange.Phase.down, .moved, .up] {
            #expect(digitizer.place(.at(5, 950, phase), at: 0) == nil)
        }
        #expect(digitizer.place(.at(5, 100), at: 0) != nil)
        #expect(digitizer.place(.at(5, 950, .moved), at: 0)?.phase == .moved)
        #expect(digitizer.dropped.inDeadZone == 1)
    }

    @Test func `a bounce is a down too soon after an up too near to it`() {
        let digitizer = digitizer { ($0.debounce, $0.bounceDistance) = (30_000, 20) }
        func stroke(_ x: Int32, _ begin: Int64, _ end: Int64, slot: Int32 = 0) -> Bool {
            let down = digitizer.place(.at(x, slot: slot), at: begin)
            let up = digitizer.place(.at(x, 0, .up, slot: slot), at: end)
            return down != nil && up != nil
        }
        #expect(stroke(100, 0, 10_000))
        #expect(!stroke(120, 39_999, 40_000))
        #expect(stroke(100, 40_001, 50_000, slot: 1))
        #expect(stroke(121, 51_000, 52_000, slot: 2))
        #expect(digitizer.dropped.bounced == 1)
        #expect(digitizer.place(.at(100), at: .min) != nil)
        #expect(digitizer.place(.at(100), at: .max) != nil)
    }

    @Test func `dejitter shows an even motion four sevenths of a frame late`() throws {
        let digitizer = digitizer { $0.dejitter = 10 }
        _ = digitizer.place(.at(100), at: 0)
        var shown = 0.0
        for step in 1...20 {
            shown = try #require(digitizer.place(.at(100 + 7 * Int32(step), 0, .moved), at: 0)).location.x
        }
        #expect((240 - shown - 7 * 4.0 / 7).magnitude < 1e-9)
        // A step as long as the limit is shown as it is.
        #expect(digitizer.place(.at(250, 0, .moved), at: 0)?.location == Point(x: 250, y: 0))
    }

    @Test(.rule("V9")) func `the least pressure is a part of the range`() {
        #expect(digitizer().minimumPressure == 0)
        #expect(digitizer { $0.minimumPressure = 0.1 }.minimumPressure == 100)
        #expect(digitizer { $0.minimumPressure = 1e300 }.minimumPressure == 999)
        #expect(digitizer { $0.minimumPressure = .nan }.minimumPressure == 0)
        let tracker = ContactTracker()
        tracker.minimumPressure = 100
        var frame = EventFrame()
        frame.hasPressure = true
        for (pressure, phases) in [(99, []), (100, [.down]), (99, [.up])] as [(Int32, [ContactChange.Phase])] {
            frame.changes = [SlotChange(slot: 0, state: ContactChange.at(1, pressure: pressure).state)]
            tracker.take(frame)
            #expect(tracker.changes.map(\.phase) == phases)
        }
    }

    @Test(.rule("V15")) func `a change that shows nowhere is not told`() {
        let digitizer = digitizer()
        _ = digitizer.place(.at(1200), at: 0)
        #expect(digitizer.place(.at(1300, 0, .moved), at: 0) == nil)
    }
}
