import ResponderKit
import TestTraits
import Testing

/// Tests the touches of a multi-finger tap. Its fingers rarely lift in the same report.
@Suite struct TapFingersTests {
    private let tap = TapGestureRecognizer()

    init() { tap.numberOfTouchesRequired = 2 }

    /// Records the centroid and all touch locations each time the tap is recognized.
    private func received() -> Values<[Point]> {
        let tap = tap
        return tap.values { [unowned tap] in
            [tap.location(in: nil)] + (0..<tap.numberOfTouches).map { tap.location(ofTouch: $0, in: nil) }
        }
    }

    @Test(.rule("G53", "G54"), arguments: [Int32(1), 2])
    func `a tap's touches have the locations where they lifted, in either order`(_ first: Int32) {
        let stage = Stage(for: tap)
        let received = received()
        stage.down(1, 400, 400, at: 0)
        stage.down(2, 500, 420, at: 8)
        stage.move(1, 404, 400, at: 16)
        stage.up(first, at: 40)
        stage.up(3 - first, at: 48)
        #expect(stage.log == ["ended", "reset"])
        #expect(received.all == [[Point(x: 452, y: 410), Point(x: 404, y: 400), Point(x: 500, y: 420)]])
    }

    @Test(.rule("G53")) func `a lifted finger still counts while the others are down`() {
        let stage = Stage(for: tap)
        stage.down(1, 400, 400, at: 0)
        stage.down(2, 500, 420, at: 8)
        stage.up(1, at: 40)
        #expect(tap.numberOfTouches == 2)
        #expect(tap.location(in: nil) == Point(x: 450, y: 410))
        stage.up(2, at: 48)
        #expect(tap.numberOfTouches == 0)
    }

    @Test(.rule("G53"), arguments: [Int32(1), 2])
    func `after its action a tap's location is the centroid of its fingers`(_ first: Int32) {
        let stage = Stage(for: tap)
        stage.down(1, 400, 400, at: 0)
        stage.down(2, 500, 420, at: 8)
        stage.up(first, at: 40)
        stage.move(3 - first, first == 1 ? 504 : 404, first == 1 ? 420 : 400, at: 44)
        stage.up(3 - first, at: 48)
        #expect(stage.log == ["ended", "reset"])
        #expect(tap.numberOfTouches == 0)
        #expect(tap.location(in: nil) == Point(x: 452, y: 410))
    }

    @Test(.rule("G53")) func `after its action a one-finger tap's location is where the finger lifted`() {
        tap.numberOfTouchesRequired = 1
        let stage = Stage(for: tap)
        stage.down(1, 400, 400, at: 0)
        stage.up(1, at: 40)
        #expect(tap.location(in: nil) == Point(x: 400, y: 400))
        stage.down(1, 410, 400, at: 1000)
        stage.up(1, at: 1040)
        #expect(tap.location(in: nil) == Point(x: 410, y: 400))
    }

    @Test(.rule("G53", "G54")) func `a double tap has the touches of its second tap`() {
        tap.numberOfTapsRequired = 2
        let stage = Stage(for: tap)
        let received = received()
        for (time, further) in [(Int64(0), 0.0), (150, 10)] {
            stage.down(1, 400 + further, 400, at: time)
            stage.down(2, 500 + further, 420, at: time + 8)
            stage.up(1, at: time + 40)
            stage.up(2, at: time + 48)
        }
        #expect(received.all == [[Point(x: 460, y: 410), Point(x: 410, y: 400), Point(x: 510, y: 420)]])
    }

    @Test(.rule("G53", "G54", "G38")) func `a tap that had to wait retains its touches`() {
        let double = TapGestureRecognizer()
        (double.numberOfTouchesRequired, double.numberOfTapsRequired) = (2, 2)
        tap.require(toFail: double)
        let stage = Stage(for: tap, double)
        let received = received()
        stage.down(1, 400, 400, at: 0)
        stage.down(2, 500, 420, at: 8)
        stage.up(1, at: 40)
        stage.up(2, at: 48)
        #expect(received.all.isEmpty)
        stage.advance(to: 2000)
        #expect(received.all == [[Point(x: 450, y: 410), Point(x: 400, y: 400), Point(x: 500, y: 420)]])
    }

    @Test(.rule("G53")) func `between two taps there are no touches`() {
        tap.numberOfTapsRequired = 2
        let stage = Stage(for: tap)
        stage.report(at: 0, .began(1, 400, 400), .began(2, 500, 420))
        stage.report(at: 50, .ended(1, 400, 400), .ended(2, 500, 420))
        #expect(tap.numberOfTouches == 0)
        stage.down(1, 404, 400, at: 150)
        #expect(tap.numberOfTouches == 1)
        #expect(tap.location(in: nil) == Point(x: 404, y: 400))
    }

    @Test(.rule("X14")) func `the touches are released with the attempt`() {
        final class Keeper { weak var finger: Touch? }
        let keeper = Keeper()
        let view = ProbeView("v", 0, 0, 1000, 1000, Recorder())
        view.onBegan = { touches, _ in keeper.finger = keeper.finger ?? touches.first }
        let stage = Stage(for: tap, in: view)
        stage.down(1, 400, 400, at: 0)
        stage.down(2, 500, 420, at: 8)
        #expect(keeper.finger != nil)
        stage.up(1, at: 40)
        stage.up(2, at: 48)
        #expect(keeper.finger == nil)
    }
}
