import Contacts
import Geometry
import InputEvents
import ResponderKit
import TestTraits
import Testing

/// Tests the detection of ghost touches.
@Suite struct GhostTests {
    /// Simulates a panel with one unit per point, touched by fingers and by defective sensor cells.
    private final class Stand {
        var digitizer: Digitizer
        var time: Int64 = 0

        init(_ quarantine: Int64 = 60_000_000) {
            var filters = PanelFilters()
            filters.ghosts = quarantine
            let device = DeviceDescription.panel([.slot, .trackingID, .contactX, .contactY])
            let screen = Rect(x: 0, y: 0, width: 1000, height: 1000)
            digitizer = Digitizer(for: device, mapping: PanelMapping(screen: screen), filters: filters)
        }

        /// Taps for `duration` microseconds, then waits `pause`. Returns whether the tap was delivered.
        @discardableResult
        func tap(_ x: Int32, _ y: Int32 = 300, for duration: Int64, then pause: Int64) -> Bool {
            let down = digitizer.sample(for: Self.change(x, y, .down), at: time)
            let up = digitizer.sample(for: Self.change(x, y, .up), at: time + duration)
            time += duration + pause
            return down != nil && up != nil
        }

        /// Taps `count` times, and returns the number of delivered taps.
        func taps(_ count: Int, _ x: Int32 = 500, for duration: Int64, then pause: Int64) -> Int {
            (0..<count).count { _ in tap(x, for: duration, then: pause) }
        }

        /// Plays a stroke over these locations, one frame every `step` microseconds. Returns whether the whole stroke
        /// was delivered.
        func stroke(_ positions: [Int32], _ step: Int64 = 8_000) -> Bool {
            var isHeard = digitizer.sample(for: Self.change(positions[0], 300, .down), at: time) != nil
            for x in positions.dropFirst() {
                time += step
                let shown = digitizer.sample(for: Self.change(x, 300, .moved), at: time)
                isHeard = isHeard && shown?.change != .cancelled
            }
            return digitizer.sample(for: Self.change(positions[positions.count - 1], 300, .up), at: time) != nil
                && isHeard
        }

        func reports() -> [GhostReport] {
            defer { digitizer.ghosts?.removeReports() }
            return digitizer.ghosts.map { Array($0.reports) } ?? []
        }

        private static func change(_ x: Int32, _ y: Int32, _ phase: ContactChange.Phase) -> ContactChange {
            var state = SlotState()
            (state.trackingID, state.x, state.y) = (1, x, y)
            return ContactChange(slot: 0, phase: phase, state: state)
        }
    }

    @Test func `a point tapped every 16 ms without duration is a ghost from the 13th time`() throws {
        let stand = Stand()
        #expect(stand.taps(100, for: 0, then: 16_000) == 12)
        #expect(stand.digitizer.metrics.filtered.ghost == 88)
        let reports = stand.reports()
        let report = try #require(reports.first)
        #expect(reports.count == 1)
        #expect(report.reason == .brief && report.change == .found && report.location == Point(x: 500, y: 300))
        #expect(report.touches == 13 && report.since == 0 && report.time == 192_000 && report.period == 16_000)
    }

    @Test func `brief touches at one point are a ghost, in any rhythm`() {
        let stand = Stand()
        let heard = (0..<30).count { number in
            stand.tap(500 + Int32(number % 3), for: 8_000, then: 100_000 + Int64(number * number) * 5_000)
        }
        #expect(heard == 12)
        #expect(stand.reports().map(\.reason) == [.brief])
        #expect(stand.reports().isEmpty)
    }

    @Test func `periodic touches at one point are a ghost, of any duration`() throws {
        let stand = Stand()
        #expect(stand.taps(30, for: 200_000, then: 800_000) == 12)
        let report = try #require(stand.reports().first)
        #expect(report.reason == .periodic && report.period == 1_000_000 && report.touches == 13)
    }

    @Test func `a user who taps a button quickly is no ghost`() {
        let stand = Stand()
        // Repeated bursts of ten taps in less than 2 s: a finger's location and rhythm vary.
        for round in 0..<20 {
            for tap in 0..<10 {
                let x = 500 + Int32((tap * 7 + round * 3) % 11)
                #expect(stand.tap(x, for: 40_000 + Int64(tap) * 3_000, then: 90_000 + Int64((tap * 37) % 50) * 1_000))
            }
        }
        #expect(stand.reports().isEmpty)
    }

    @Test func `a stylus at one point is no ghost while its rhythm varies`() {
        let stand = Stand()
        let heard = (0..<100).count { stand.tap(500, for: 60_000, then: 140_000 + Int64(($0 * 37) % 25) * 1_000) }
        #expect(heard == 100)
    }

    @Test func `a longer touch at the point restarts the count of brief ones`() {
        let stand = Stand()
        for _ in 0..<10 {
            #expect(stand.taps(8, for: 0, then: 50_000) == 8)
            #expect(stand.tap(500, for: 60_000, then: 70_000))
        }
    }

    @Test func `touches elsewhere are accepted, those that begin at the ghost are rejected`() {
        let stand = Stand()
        _ = stand.taps(20, for: 0, then: 16_000)
        #expect(stand.tap(521, for: 60_000, then: 100_000))
        #expect(!stand.tap(519, for: 60_000, then: 100_000))
        #expect(stand.stroke([600, 550, 500, 450]))
    }

    @Test func `a ghost's point is accepted again after a quiet period`() throws {
        let stand = Stand()
        _ = stand.taps(20, for: 0, then: 16_000)
        stand.time += 50_000_000
        #expect(stand.taps(1, for: 0, then: 50_000_000) == 0)
        // A tap away from the ghost's point does not count, and does not extend the time.
        #expect(!stand.tap(510, for: 60_000, then: 9_940_000))
        _ = stand.reports()
        #expect(stand.tap(510, for: 60_000, then: 100_000))
        let report = try #require(stand.reports().first)
        #expect(report.change == .over && report.touches == 10)
        #expect(stand.taps(20, for: 0, then: 16_000) == 12)
    }

    @Test(.rule("V6", "V14")) func `locations far out of range are a ghost at once, those slightly out are not`() {
        let stand = Stand()
        #expect(!stand.tap(-3616, for: 60_000, then: 1_000_000))
        #expect(!stand.tap(5000, for: 60_000, then: 1_000_000))
        #expect(stand.tap(-99, for: 60_000, then: 1_000_000))
        #expect(stand.tap(1098, for: 60_000, then: 1_000_000))
        #expect(!stand.stroke([500, 510, 2000, 510]))
        #expect(stand.tap(510, for: 60_000, then: 1_000_000))
        let reports = stand.reports()
        #expect(reports.map(\.reason) == [.outOfRange])
        #expect(reports.first?.location == Point(x: -3616, y: 300))
    }

    @Test func `a stroke with three jumps across the screen is a ghost, a flick or two jumps are not`() {
        let stand = Stand()
        #expect(stand.stroke([100, 300, 500, 700, 900]))
        // A panel that briefly confuses two fingers moves the contact twice: to the other finger and back.
        #expect(stand.stroke([100, 900, 890, 100, 110]))
        stand.time += 1_000_000
        #expect(!stand.stroke([100, 900, 100, 900, 100]))
        #expect(stand.reports().map(\.reason) == [.jumping])
        #expect(stand.stroke([500, 510, 520]))
    }

    @Test func `twelve ghosts are reported at a time, and more are rejected without a report`() {
        let stand = Stand()
        for point in 0..<15 { _ = stand.taps(30, Int32(point) * 60, for: 0, then: 16_000) }
        #expect(stand.reports().count == 12)
        #expect(stand.digitizer.metrics.filtered.ghost == 15 * 18)
    }

    @Test func `without the filter there are no ghosts, and extreme times are harmless`() {
        let stand = Stand(0)
        #expect(stand.taps(100, for: 0, then: 16_000) == 100)
        let other = Stand(.max)
        for time in [Int64.min, 0, .max, .min, .max] {
            other.time = time
            other.tap(500, for: 0, then: 0)
        }
        #expect(other.reports().isEmpty)
    }
}
