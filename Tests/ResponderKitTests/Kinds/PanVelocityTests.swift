import ResponderKit
import TestTraits
import Testing

/// Tests the velocity of a pan.
@Suite struct PanVelocityTests {
    @Test(.rule("G73"), arguments: [1, 8, 16, 40] as [Int64])
    func `the velocity is in points per second, whatever the report rate`(_ step: Int64) {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        #expect(pan.velocity(in: nil) == .zero)
        for time in stride(from: step, through: 400, by: Int64.Stride(step)) {
            stage.move(1, 100 + 2 * Double(time), 500 - Double(time), at: time)
        }
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: -1000)))
    }

    @Test(.rule("G73")) func `the velocity is that of the last 40 ms`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        for time: Int64 in 1...10 { stage.move(1, 100 + 50 * Double(time), 500, at: 10 * time) }
        #expect(isClose(pan.velocity(in: nil), Point(x: 5000, y: 0)))
        for time: Int64 in 1...4 { stage.move(1, 600, 500 + 5 * Double(time), at: 100 + 10 * time) }
        #expect(isClose(pan.velocity(in: nil), Point(x: 0, y: 500)))
    }

    @Test(.rule("G73")) func `the velocity is in the coordinates of the given view`() {
        let pan = PanGestureRecognizer()
        let turned = PositionTests.turnedView()
        let stage = Stage(for: pan, in: turned)
        let scaled = PositionTests.scaledView()
        turned.addSubview(scaled)
        stage.down(1, 300, 300, at: 0)
        stage.move(1, 310, 305, at: 25)
        #expect(isClose(pan.velocity(in: nil), Point(x: 400, y: 200)))
        #expect(isClose(pan.velocity(in: turned), Point(x: 200, y: -400)))
        #expect(isClose(pan.velocity(in: scaled), Point(x: 100, y: -200)))
    }

    @Test(.rule("G73")) func `a finger that is added or lifted does not affect the velocity`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 140, 500, at: 20)
        stage.down(2, 900, 900, at: 30)
        stage.report(at: 40, .moved(1, 180, 500), .moved(2, 940, 900))
        stage.report(at: 60, .moved(1, 220, 500), .moved(2, 980, 900))
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: 0)))
        stage.report(at: 80, .moved(2, 1020, 900), .ended(1, 260, 500))
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: 0)))
        stage.move(2, 1060, 900, at: 100)
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: 0)))
    }

    @Test(.rule("G73")) func `a finger that lands while another moves is not a sample`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        for time: Int64 in [10, 20, 30] { stage.move(1, 100 + Double(time), 500, at: time) }
        stage.report(at: 40, .moved(1, 140, 500), .began(2, 900, 900))
        for time: Int64 in [50, 60, 70, 80] {
            stage.report(at: time, .moved(1, 100 + Double(time), 500), .moved(2, 860 + Double(time), 900))
        }
        #expect(isClose(pan.velocity(in: nil), Point(x: 1000, y: 0)))
    }

    @Test(.rule("G73")) func `a second pan starts with zero velocity`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 200, 500, at: 10)
        stage.up(1, at: 10)
        #expect(pan.velocity(in: nil) == .zero)
        stage.down(1, 500, 500, at: 20)
        #expect(pan.velocity(in: nil) == .zero)
        stage.move(1, 500, 540, at: 40)
        #expect(isClose(pan.velocity(in: nil), Point(x: 0, y: 2000)))
    }

    @Test(.rule("G72")) func `setting the translation resets the velocity`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 160, 500, at: 30)
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: 0)))
        pan.setTranslation(Point(x: 50, y: 50), in: nil)
        #expect(pan.velocity(in: nil) == .zero)
        stage.move(1, 160, 530, at: 60)
        #expect(isClose(pan.velocity(in: nil), Point(x: 0, y: 1000)))
    }
}
