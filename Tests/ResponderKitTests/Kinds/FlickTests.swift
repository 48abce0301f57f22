import ResponderKit
import TestTraits
import Testing

/// Tests the velocity of fingers when they lift.
@Suite struct FlickTests {
    private let pan = PanGestureRecognizer()
    private let stage: Stage
    private let speeds: Values<Point>

    init() {
        stage = Stage(for: pan)
        let pan = pan
        speeds = pan.values { [unowned pan] in pan.velocity(in: nil) }
    }

    @Test(.rule("G73"), arguments: [(0.0, 30), (0, 60), (5, 30)] as [(Double, Int64)])
    func `the lift of a quick flick is not a velocity sample`(_ further: Double, _ lift: Int64) {
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 110, 500, at: 10)
        stage.move(1, 120, 500, at: 20)
        stage.report(at: lift, .ended(1, 120 + further, 500))
        #expect(isClose(speeds.all, [1000, 1000, 1000].map { Point(x: $0, y: 0) }))
        #expect(stage.log == ["began", "changed", "ended", "reset"])
    }

    @Test(.rule("G73")) func `a finger that has almost stopped has almost no velocity when it lifts`() {
        stage.down(1, 100, 500, at: 0)
        for time: Int64 in 1...6 { stage.move(1, 100 + 10 * Double(time), 500, at: 10 * time) }
        for time: Int64 in 1...4 { stage.move(1, 160 + 0.2 * Double(time), 500, at: 60 + 10 * time) }
        stage.up(1, at: 105)
        #expect(isClose(speeds.all.last ?? .zero, Point(x: 20, y: 0)))
    }

    @Test(.rule("G73"), arguments: [(40, 1000.0), (41, 0)] as [(Int64, Double)])
    func `a finger that has paused for more than 40 ms has no velocity`(_ pause: Int64, _ speed: Double) {
        stage.down(1, 100, 500, at: 0)
        for time: Int64 in 1...6 { stage.move(1, 100 + 10 * Double(time), 500, at: 10 * time) }
        stage.up(1, at: 60 + pause)
        #expect(isClose(speeds.all.last ?? .zero, Point(x: speed, y: 0)))
    }

    @Test(.rule("G73")) func `the velocity drops to zero by time alone`() {
        stage.down(1, 100, 500, at: 0)
        for time: Int64 in 1...6 { stage.move(1, 100 + 10 * Double(time), 500, at: 10 * time) }
        stage.advance(to: 100)
        #expect(isClose(pan.velocity(in: nil), Point(x: 1000, y: 0)))
        stage.advance(to: 101)
        #expect(pan.velocity(in: nil) == .zero)
    }

    @Test(.rule("G73")) func `samples before a pause do not count after it`() {
        stage.down(1, 100, 500, at: 0)
        for time: Int64 in 1...6 { stage.move(1, 100 + 10 * Double(time), 500, at: 10 * time) }
        stage.move(1, 190, 500, at: 101)
        #expect(pan.velocity(in: nil) == .zero)
        stage.move(1, 190, 520, at: 111)
        #expect(isClose(pan.velocity(in: nil), Point(x: 0, y: 2000)))
    }

    @Test(.rule("G73")) func `the lift of one of two fingers is not a velocity sample`() {
        stage.report(at: 0, .began(1, 100, 500), .began(2, 300, 500))
        for time: Int64 in 1...4 {
            let way = 10 * Double(time)
            stage.report(at: 10 * time, .moved(1, 100 + way, 500), .moved(2, 300 + way, 500))
        }
        stage.up(1, at: 48)
        #expect(isClose(pan.velocity(in: nil), Point(x: 1000, y: 0)))
        stage.up(2, at: 52)
        #expect(isClose(speeds.all.last ?? .zero, Point(x: 1000, y: 0)))
    }

    /// Moves two fingers apart or around each other for 40 ms, after 60 ms of a different movement.
    private func report(_ kind: GestureKind, until end: Int64, on stage: Stage) {
        stage.report(at: 0, .began(1, 400, 500), .began(2, 500, 500))
        for time in stride(from: Int64(10), through: end, by: 10) {
            let value = 0.02 * Double(max(0, time - 60))
            let location =
                kind == .pinch
                ? Point(x: 500 + 100 * value, y: 500)
                : Point(x: 400 + 100 * Trigonometry.cosine(value), y: 500 + 100 * Trigonometry.sine(value))
            stage.move(2, location.x, location.y, at: time)
        }
    }

    private func velocity(_ recognizer: GestureRecognizer) -> Double {
        (recognizer as? PinchGestureRecognizer)?.velocity ?? (recognizer as? RotationGestureRecognizer)?.velocity
            ?? .nan
    }

    @Test(.rule("G73", "G82", "G83"), arguments: FingerPairTests.kinds)
    func `the velocity of a pinch or a rotation is that of the last 40 ms`(_ kind: GestureKind) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        report(kind, until: 100, on: stage)
        #expect(abs(velocity(recognizer) - 20) < 1e-6)
    }

    @Test(.rule("G73", "G82", "G83"), arguments: FingerPairTests.kinds, [(40, 20.0), (41, 0)] as [(Int64, Double)])
    func `a pinch or a rotation has no velocity after a pause of more than 40 ms`(
        _ kind: GestureKind,
        _ expected: (pause: Int64, speed: Double)
    ) {
        let recognizer = kind.make()
        let stage = Stage(for: recognizer)
        let speeds = recognizer.values { [unowned recognizer] in velocity(recognizer) }
        report(kind, until: 100, on: stage)
        let end = 100 + expected.pause
        stage.report(at: end, .ended(1, 400, 500), .ended(2, 900, 900))
        #expect(abs((speeds.all.last ?? .nan) - expected.speed) < 1e-6)
        #expect(stage.log.suffix(2) == ["ended", "reset"])
    }
}
