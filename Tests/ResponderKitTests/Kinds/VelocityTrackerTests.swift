import TestTraits
import Testing

@testable import ResponderKit

@Suite struct VelocityTrackerTests {
    /// Adds evenly spaced locations on a straight line, and returns the velocity at the last one.
    @discardableResult
    private func add(
        _ tracker: inout VelocityTracker,
        from start: Int64,
        to end: Int64,
        every step: Int,
        speed: Point
    ) -> Point {
        var last = start
        for time in stride(from: start, through: end, by: step) {
            let seconds = Double(time) / 1_000_000
            tracker.add(Point(x: speed.x * seconds, y: speed.y * seconds), at: time)
            last = time
        }
        return tracker.velocity(at: last)
    }

    @Test(.rule("G73")) func `no sample or a single one gives zero velocity`() {
        var tracker = VelocityTracker()
        #expect(tracker.velocity(at: 0) == .zero)
        tracker.add(Point(x: 5, y: 5), at: 1_000_000)
        #expect(tracker.velocity(at: 1_000_000) == .zero)
    }

    @Test(.rule("G73"), arguments: [125, 500, 1_000, 3_999, 4_000, 8_333, 16_667, 25_000, 40_000])
    func `a uniform movement has its velocity at every sample rate`(_ step: Int) {
        var tracker = VelocityTracker()
        let speed = Point(x: 300, y: -700)
        let velocity = add(&tracker, from: 7_000_000, to: 9_000_000, every: step, speed: speed)
        #expect(abs(velocity.x - speed.x) < 1e-6)
        #expect(abs(velocity.y - speed.y) < 1e-6)
    }

    @Test(.rule("G73"), arguments: [1_000, 4_000, 20_000])
    func `samples older than 40 ms do not count`(_ step: Int) {
        var tracker = VelocityTracker()
        add(&tracker, from: 0, to: 500_000, every: step, speed: Point(x: 5000, y: 0))
        for time in stride(from: Int64(500_000), through: 541_000, by: step) {
            tracker.add(Point(x: 2500, y: Double(time - 500_000) / 1000), at: time)
        }
        let velocity = tracker.velocity(at: 541_000)
        #expect(abs(velocity.x) < 1e-6)
        #expect(abs(velocity.y - 1000) < 1e-6)
    }

    @Test(.rule("G73"), arguments: [125, 1_000]) func `dense samples cover the whole 40 ms`(_ step: Int) {
        var tracker = VelocityTracker()
        for time in stride(from: Int64(0), through: 300_000, by: step) {
            // The finger rests except for a jump of ten points in the middle of the last 40 ms.
            tracker.add(Point(x: time >= 280_000 ? 10 : 0, y: 0), at: time)
        }
        let velocity = tracker.velocity(at: 300_000)
        #expect(velocity.x >= 250)
        #expect(velocity.x < 280)
    }

    @Test(.rule("G73")) func `samples more than 40 ms apart give zero velocity`() {
        var tracker = VelocityTracker()
        #expect(add(&tracker, from: 0, to: 1_000_000, every: 40_001, speed: Point(x: 300, y: 0)) == .zero)
    }

    @Test(.rule("G73")) func `a pause of more than 40 ms after the last sample gives zero velocity`() {
        var tracker = VelocityTracker()
        let speed = Point(x: 300, y: 0)
        add(&tracker, from: 0, to: 100_000, every: 10_000, speed: speed)
        #expect(abs(tracker.velocity(at: 140_000).x - speed.x) < 1e-6)
        #expect(tracker.velocity(at: 140_001) == .zero)
        #expect(tracker.velocity(at: .max) == .zero)
    }

    @Test(.rule("G73")) func `samples with equal times give a finite velocity`() {
        var tracker = VelocityTracker()
        tracker.add(.zero, at: 1000)
        tracker.add(Point(x: 10, y: 0), at: 1000)
        tracker.add(Point(x: 20, y: 0), at: 1000)
        #expect(tracker.velocity(at: 1000) == .zero)
        tracker.add(Point(x: 40, y: 0), at: 11_000)
        let velocity = tracker.velocity(at: 11_000)
        #expect(velocity.x.isFinite && velocity.x > 0)
    }

    @Test(.rule("G73")) func `the newest sample always counts`() {
        var tracker = VelocityTracker()
        for time: Int64 in 0...50 { tracker.add(Point(x: 0, y: 0), at: time * 1000) }
        tracker.add(Point(x: 50, y: 0), at: 50_100)
        #expect(tracker.velocity(at: 50_100).x > 1200)
    }

    @Test(.rule("G73")) func `a reset discards all earlier samples`() {
        var tracker = VelocityTracker()
        add(&tracker, from: 0, to: 100_000, every: 10_000, speed: Point(x: 300, y: 0))
        tracker.reset()
        #expect(tracker.velocity(at: 100_000) == .zero)
        tracker.add(.zero, at: 110_000)
        #expect(tracker.velocity(at: 110_000) == .zero)
        tracker.add(Point(x: 0, y: 10), at: 120_000)
        #expect(tracker.velocity(at: 120_000) == Point(x: 0, y: 1000))
    }

    @Test(.rule("G73")) func `samples before a reset do not make the first one after it dense`() {
        var tracker = VelocityTracker()
        tracker.add(.zero, at: 100_000)
        tracker.reset()
        tracker.add(.zero, at: 101_000)
        tracker.add(Point(x: 1, y: 0), at: 102_000)
        #expect(tracker.velocity(at: 102_000) == Point(x: 1000, y: 0))
    }

    @Test(.rule("G72", "G73")) func `after a restart the velocity is measured from the new location`() {
        var tracker = VelocityTracker()
        tracker.restart(at: Point(x: 1, y: 1))
        #expect(tracker.velocity(at: 0) == .zero)
        add(&tracker, from: 0, to: 100_000, every: 10_000, speed: Point(x: 300, y: 0))
        tracker.restart(at: .zero)
        #expect(tracker.velocity(at: 100_000) == .zero)
        tracker.add(Point(x: 0, y: 10), at: 110_000)
        #expect(tracker.velocity(at: 110_000) == Point(x: 0, y: 1000))
    }
}
