import ResponderKit
import Testing

/// How fast a pan is.
@Suite struct PanVelocityTests {
    @Test(.rule("G73"), arguments: [1, 8, 16, 100] as [Int64])
    func `the velocity is in points per second, at any rate`(_ step: Int64) {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        #expect(pan.velocity(in: nil) == .zero)
        for time in stride(from: step, through: 400, by: Int64.Stride(step)) {
            stage.move(1, 100 + 2 * Double(time), 500 - Double(time), at: time)
        }
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: -1000)))
    }

    @Test(.rule("G73")) func `only the last tenth of a second counts`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        for time: Int64 in 1...10 { stage.move(1, 100 + 50 * Double(time), 500, at: 10 * time) }
        #expect(isClose(pan.velocity(in: nil), Point(x: 5000, y: 0)))
        for time: Int64 in 1...10 { stage.move(1, 600, 500 + 5 * Double(time), at: 100 + 10 * time) }
        #expect(isClose(pan.velocity(in: nil), Point(x: 0, y: 500)))
    }

    @Test(.rule("G73")) func `it is told in the coordinates of the view given`() {
        let pan = PanGestureRecognizer()
        let turned = PositionTests.turnedView()
        let stage = Stage(for: pan, in: turned)
        let scaled = PositionTests.scaledView()
        turned.addSubview(scaled)
        stage.down(1, 300, 300, at: 0)
        stage.move(1, 320, 310, at: 50)
        #expect(isClose(pan.velocity(in: nil), Point(x: 400, y: 200)))
        #expect(isClose(pan.velocity(in: turned), Point(x: 200, y: -400)))
        #expect(isClose(pan.velocity(in: scaled), Point(x: 100, y: -200)))
    }

    @Test(.rule("G73")) func `a finger that joins or leaves does not disturb it`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 140, 500, at: 20)
        stage.report(at: 40, .moved(1, 180, 500), .began(2, 900, 900))
        stage.report(at: 60, .moved(1, 240, 500), .moved(2, 960, 900))
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: 0)))
        stage.report(at: 80, .moved(2, 1000, 900), .ended(1, 280, 500))
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: 0)))
    }

    @Test(.rule("G73")) func `a second pan knows nothing of the speed of the first`() {
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

    @Test(.rule("G72")) func `setting the translation sets it to zero`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 200, 500, at: 50)
        #expect(isClose(pan.velocity(in: nil), Point(x: 2000, y: 0)))
        pan.setTranslation(Point(x: 50, y: 50), in: nil)
        #expect(pan.velocity(in: nil) == .zero)
        stage.move(1, 200, 550, at: 100)
        #expect(isClose(pan.velocity(in: nil), Point(x: 0, y: 1000)))
    }
}
