import Contacts
import Geometry
import InputEvents
import ResponderKit
import TestTraits
import Testing

/// Tests the values that filters compute, and that filters are off by default.
@Suite struct FilterTests {
    private func digitizer(_ change: (inout PanelFilters) -> Void = { _ in }) -> Digitizer {
        var filters = PanelFilters()
        change(&filters)
        let device = DeviceDescription.panel([.slot, .trackingID, .contactX, .contactY, .contactPressure])
        let screen = Rect(x: 0, y: 0, width: 1000, height: 1000)
        return Digitizer(for: device, mapping: PanelMapping(screen: screen), filters: filters)
    }

    @Test(.rule("V6", "V14")) func `places out of range are clamped, passed or end the stroke`() {
        var clamping = digitizer()
        #expect(clamping.sample(for: .at(-3616), at: 0)?.location == Point(x: 0, y: 0))
        #expect(clamping.sample(for: .at(5000, 0, .moved), at: 0)?.location == Point(x: 999, y: 0))
        var passing = digitizer { $0.outOfRange = .pass }
        #expect(passing.sample(for: .at(-3616), at: 0)?.location == Point(x: -3616, y: 0))
        var dropping = digitizer { $0.outOfRange = .reject }
        #expect(dropping.sample(for: .at(5), at: 0)?.change == .began)
        #expect(dropping.sample(for: .at(-3616, 0, .moved), at: 0)?.change == .cancelled)
        #expect(dropping.sample(for: .at(5, 0, .moved), at: 0) == nil)
        #expect(dropping.sample(for: .at(5, 0, .up), at: 0) == nil)
        #expect(dropping.sample(for: .at(-1), at: 0) == nil)
        #expect(dropping.sample(for: .at(5), at: 0)?.change == .began)
        #expect(dropping.metrics.filtered.outOfRange == 2)
    }

    @Test func `a stroke that begins in a dead zone is rejected, one that enters it continues`() {
        var digitizer = digitizer { $0.deadZones = [Rect(x: 0, y: 900, width: 1000, height: 100)] }
        for phase in [ContactChange.Phase.down, .moved, .up] {
            #expect(digitizer.sample(for: .at(5, 950, phase), at: 0) == nil)
        }
        #expect(digitizer.sample(for: .at(5, 100), at: 0) != nil)
        #expect(digitizer.sample(for: .at(5, 950, .moved), at: 0)?.change == .moved)
        #expect(digitizer.metrics.filtered.deadZone == 1)
    }

    @Test(.rule("V6")) func `with enter, a stroke that begins out of range begins where it enters`() {
        let zone = Rect(x: 0, y: 500, width: 10, height: 10)
        var digitizer = digitizer { ($0.outOfRange, $0.deadZones) = (.enter, [zone]) }
        #expect(digitizer.sample(for: .at(-5), at: 0) == nil)
        #expect(digitizer.rejection == nil)
        #expect(digitizer.sample(for: .at(-3, 0, .moved), at: 0) == nil)
        let entry = digitizer.sample(for: .at(4, 7, .moved), at: 0)
        #expect(entry?.change == .began)
        #expect(entry?.location == Point(x: 4, y: 7))
        // Later positions out of range are clamped.
        #expect(digitizer.sample(for: .at(-5, 7, .moved), at: 0)?.location == Point(x: 0, y: 7))
        #expect(digitizer.sample(for: .at(-5, 7, .up), at: 0)?.change == .ended)
        // A finger that enters the screen in a dead zone is rejected; a finger that never enters is rejected as out of
        // range.
        #expect(digitizer.sample(for: .at(-5), at: 0) == nil)
        #expect(digitizer.sample(for: .at(5, 505, .moved), at: 0) == nil)
        #expect(digitizer.rejection == .deadZone)
        #expect(digitizer.sample(for: .at(50, 50, .moved), at: 0) == nil)
        #expect(digitizer.sample(for: .at(50, 50, .up), at: 0) == nil)
        #expect(digitizer.sample(for: .at(-5), at: 0) == nil)
        #expect(digitizer.sample(for: .at(-5, 0, .up), at: 0) == nil)
        #expect(digitizer.rejection == .outOfRange)
        #expect(digitizer.metrics.filtered.outOfRange == 1 && digitizer.metrics.filtered.deadZone == 1)
    }

    @Test(.rule("V6"), arguments: [ContactChange.Phase.up, .cancelled])
    func `a contact that ends before it enters the range is rejected as out of range`(
        _ phase: ContactChange.Phase
    ) {
        var digitizer = digitizer { ($0.outOfRange, $0.debounce) = (.enter, 30_000) }
        #expect(digitizer.sample(for: .at(-5), at: 0) == nil)
        #expect(digitizer.metrics.filtered.outOfRange == 0)
        #expect(digitizer.sample(for: .at(-5, 0, phase), at: 0) == nil)
        #expect(digitizer.rejection == .outOfRange && digitizer.metrics.filtered.outOfRange == 1)
        // The rejected contact sets no deadline, and its lift is not debounced.
        #expect(digitizer.sample(for: .at(5, 0, .moved), at: 0) == nil)
        #expect(digitizer.nextDeadline == nil)
        // Once in range, the contact is an ordinary touch.
        #expect(digitizer.sample(for: .at(-5), at: 0) == nil)
        #expect(digitizer.sample(for: .at(5, 0, .moved), at: 0)?.change == .began)
        _ = digitizer.sample(for: .at(-5, 0, phase), at: 0)
        #expect(digitizer.rejection == nil && digitizer.metrics.filtered.outOfRange == 1)
    }

    @Test(.rule("V17")) func `a contact that returns within time and distance continues the touch`() {
        var digitizer = digitizer { ($0.debounce, $0.bounceDistance) = (30_000, 20) }
        #expect(digitizer.sample(for: .at(100), at: 0)?.change == .began)
        #expect(digitizer.sample(for: .at(100, 0, .up), at: 10_000) == nil)
        #expect(digitizer.nextDeadline == 40_000)
        #expect(digitizer.release(upTo: 39_999) == nil)
        let back = digitizer.sample(for: .at(120), at: 39_999)
        #expect(back?.change == .moved && back?.location == Point(x: 120, y: 0))
        #expect(digitizer.rejection == .bounce && digitizer.bounceTime == 29_999)
        #expect(digitizer.nextDeadline == nil)
        #expect(digitizer.sample(for: .at(120, 0, .up), at: 50_000) == nil)
        let end = digitizer.release(upTo: 80_000)
        #expect(end?.change == .ended && end?.location == Point(x: 120, y: 0))
        #expect(digitizer.release(upTo: .max) == nil)
        #expect(digitizer.metrics.filtered.debounce == 1)
    }

    @Test(.rule("V17")) func `a contact that returns too late or too far away, or is a pen, begins a new touch`() {
        var digitizer = digitizer { ($0.debounce, $0.bounceDistance) = (30_000, 20) }
        _ = digitizer.sample(for: .at(100), at: 0)
        _ = digitizer.sample(for: .at(100, 0, .up), at: 10_000)
        #expect(digitizer.sample(for: .at(121, slot: 1), at: 20_000)?.change == .began)
        var pen = ContactChange.at(100, slot: 2)
        pen.state.toolType = .pen
        #expect(digitizer.sample(for: pen, at: 20_000)?.change == .began)
        #expect(digitizer.sample(for: .at(100, slot: 3), at: 40_000)?.change == .began)
        #expect(digitizer.release(upTo: 40_000)?.finger.contact == 0)
        #expect(digitizer.metrics.filtered.debounce == 0)
    }

    @Test(.rule("V17")) func `the finger keeps its number when it returns in another slot`() {
        var digitizer = digitizer { ($0.debounce, $0.bounceDistance) = (30_000, 20) }
        _ = digitizer.sample(for: .at(100), at: 0)
        _ = digitizer.sample(for: .at(100, 0, .up), at: 10_000)
        // Another contact uses the slot before the lifted contact returns.
        let other = digitizer.sample(for: .at(500), at: 15_000)
        #expect(other?.change == .began && other?.finger.contact != 0)
        let back = digitizer.sample(for: .at(101, slot: 4), at: 20_000)
        #expect(back?.change == .moved && back?.finger.contact == 0)
        #expect(digitizer.finger(inSlot: 4) == 0)
        #expect(digitizer.sample(for: .at(510, 0, .moved), at: 25_000)?.finger.contact == other?.finger.contact)
        // Each slot still has a different finger number.
        #expect(Set((0..<32).map { digitizer.finger(inSlot: $0) }).count == 32)
    }

    @Test(.rule("V17")) func `with all numbers in use, a new touch begins after the delayed lift ends`() {
        var digitizer = digitizer { $0.debounce = 30_000 }
        for slot in Int32(0)..<32 {
            #expect(digitizer.sample(for: .at(30 * slot, slot: slot), at: 0)?.change == .began)
        }
        #expect(digitizer.sample(for: .at(0, 0, .up), at: 1) == nil)
        #expect(digitizer.sample(for: .at(900, 900), at: 2)?.change == .ended)
        #expect(digitizer.sample(for: .at(901, 900, .moved), at: 3)?.change == .began)
        #expect(digitizer.nextDeadline == nil)
    }

    @Test(.rule("V17"), arguments: [Int64.min, -1, 0, .max])
    func `extreme times never delay a lift forever`(_ time: Int64) {
        var digitizer = digitizer { $0.debounce = .max }
        _ = digitizer.sample(for: .at(100), at: time)
        #expect(digitizer.sample(for: .at(100, 0, .up), at: time) == nil)
        #expect(digitizer.release(upTo: .max)?.change == .ended)
    }

    @Test func `dejitter delays a uniform movement by 4/7 of a frame`() throws {
        var digitizer = digitizer { $0.dejitter = 10 }
        _ = digitizer.sample(for: .at(100), at: 0)
        var shown = 0.0
        for step in 1...20 {
            let sample = digitizer.sample(for: .at(100 + 7 * Int32(step), 0, .moved), at: 0)
            shown = try #require(sample).location.x
        }
        #expect((240 - shown - 7 * 4.0 / 7).magnitude < 1e-9)
        // A step equal to the limit is not smoothed.
        #expect(digitizer.sample(for: .at(250, 0, .moved), at: 0)?.location == Point(x: 250, y: 0))
    }

    @Test(.rule("V9")) func `minimumPressure is a fraction of the range`() {
        for (part, least) in [(0, 0), (0.1, 100), (1e300, 999), (.nan, 0)] as [(Double, Int32)] {
            #expect(digitizer { $0.minimumPressure = part }.minimumPressure == least)
        }
        var tracker = ContactTracker()
        tracker.minimumPressure = 100
        var frame = EventFrame()
        frame.hasPressure = true
        for (pressure, phases) in [(99, []), (100, [.down]), (99, [.up])] as [(Int32, [ContactChange.Phase])] {
            frame.changes.removeAll()
            frame.changes.append(ContactChange(slot: 0, state: ContactChange.at(1, pressure: pressure).state))
            tracker.take(frame)
            #expect(tracker.changes.all.map(\.phase) == phases)
        }
    }

    @Test(.rule("V15")) func `a change without a visible effect is not reported`() {
        var digitizer = digitizer()
        _ = digitizer.sample(for: .at(1200), at: 0)
        #expect(digitizer.sample(for: .at(1300, 0, .moved), at: 0) == nil)
    }
}
