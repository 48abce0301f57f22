import ResponderKit
import TestTraits
import Testing

@Suite struct RotationTests {
    /// Locations of the second finger on a circle around the first, every 30° clockwise from the right.
    private static let locations: [Point] = {
        let (long, short) = (86.602_540_378_443_86, 50.0)
        return [
            Point(x: 100, y: 0), Point(x: long, y: short), Point(x: short, y: long), Point(x: 0, y: 100),
            Point(x: -short, y: long), Point(x: -long, y: short), Point(x: -100, y: 0), Point(x: -long, y: -short),
            Point(x: -short, y: -long), Point(x: 0, y: -100), Point(x: short, y: -long), Point(x: long, y: -short),
        ]
    }()

    private static func location(_ step: Int) -> Point {
        let location = locations[((step % 12) + 12) % 12]
        return Point(x: 500 + location.x, y: 500 + location.y)
    }

    /// Puts down two fingers; `step` is the index of the second finger's location.
    private func stage(_ rotation: RotationGestureRecognizer, at step: Int = 0) -> Stage {
        let stage = Stage(for: rotation)
        let location = Self.location(step)
        stage.report(at: 0, .began(1, 500, 500), .began(2, location.x, location.y))
        return stage
    }

    private func turn(_ stage: Stage, to step: Int, at time: Int64) {
        let location = Self.location(step)
        stage.move(2, location.x, location.y, at: time)
    }

    private func angle(_ steps: Int) -> Double { Double(steps) * .pi / 6 }

    @Test(.rule("G80", "G81", "G83"), arguments: [2, 3, -2, -4])
    func `a rotation begins when the fingers have rotated enough, clockwise being positive`(_ steps: Int) {
        let rotation = RotationGestureRecognizer()
        let stage = stage(rotation)
        turn(stage, to: steps, at: 20)
        #expect(stage.log == ["began"])
        #expect(isClose(rotation.rotation, angle(steps)))
    }

    @Test(.rule("G81")) func `a pure pinch is no rotation`() {
        let stage = stage(RotationGestureRecognizer())
        stage.move(2, 800, 500, at: 20)
        stage.move(2, 510, 500, at: 30)
        #expect(stage.log == [])
    }

    @Test(.rule("G83"), arguments: [1, -1], [0, 3, 5, 6, 10])
    func `a rotation accumulates over several turns, whatever the starting angle`(_ direction: Int, _ start: Int) {
        let rotation = RotationGestureRecognizer()
        let stage = stage(rotation, at: start)
        let angles = rotation.values { rotation.rotation }
        for step in 1...18 { turn(stage, to: start + 2 * direction * step, at: 10 * Int64(step)) }
        #expect(isClose(angles.all, (1...18).map { angle(2 * direction * $0) }))
        #expect(isClose(rotation.rotation, Double(direction) * 6 * .pi))
        #expect(stage.log == ["began"] + Array(repeating: "changed", count: 17))
    }

    @Test(.rule("G83")) func `a rotation decreases when the fingers rotate back`() {
        let rotation = RotationGestureRecognizer()
        let stage = stage(rotation, at: 4)
        let angles = rotation.values { rotation.rotation }
        for (number, step) in [6, 8, 10, 8, 6, 4, 2].enumerated() { turn(stage, to: step, at: 10 + Int64(number)) }
        #expect(isClose(angles.all, [2, 4, 6, 4, 2, 0, -2].map(angle)))
    }

    @Test(.rule("G83")) func `either finger or both can rotate`() {
        let rotation = RotationGestureRecognizer()
        let stage = stage(rotation)
        let angles = rotation.values { rotation.rotation }
        stage.move(1, 600, 400, at: 20)
        stage.report(at: 30, .moved(1, 800, 300), .moved(2, 700, 300))
        #expect(isClose(angles.all, [.pi / 2, .pi]))
    }

    @Test(.rule("G83")) func `assigning the rotation sets a new base`() {
        let rotation = RotationGestureRecognizer()
        let stage = stage(rotation)
        turn(stage, to: 3, at: 20)
        rotation.rotation = 10
        #expect(rotation.rotation == 10)
        turn(stage, to: 5, at: 30)
        #expect(isClose(rotation.rotation, 10 + .pi / 3))
        turn(stage, to: 7, at: 40)
        #expect(isClose(rotation.rotation, 10 + 2 * .pi / 3))
    }

    @Test(.rule("G83")) func `assigning zero at every change gives increments`() {
        let rotation = RotationGestureRecognizer()
        let stage = stage(rotation)
        let angles = rotation.values { rotation.rotation }
        rotation.addAction { [unowned rotation] _ in rotation.rotation = 0 }
        for (number, step) in [2, 3, 7, 6].enumerated() { turn(stage, to: step, at: 10 + Int64(number)) }
        #expect(isClose(angles.all, [2, 1, 4, -1].map(angle)))
    }

    @Test(.rule("G83")) func `a second rotation starts from zero`() {
        let rotation = RotationGestureRecognizer()
        let stage = stage(rotation)
        turn(stage, to: 3, at: 20)
        stage.up(2, at: 30)
        stage.up(1, at: 30)
        #expect(rotation.rotation == 0)
        #expect(rotation.velocity == 0)
        stage.report(at: 100, .began(1, 500, 500), .began(2, 400, 500))
        #expect(rotation.rotation == 0)
        turn(stage, to: 8, at: 120)
        #expect(isClose(rotation.rotation, angle(2)))
    }

    @Test(.rule("G83")) func `the velocity is in radians per second, and assigning the rotation resets it`() {
        let rotation = RotationGestureRecognizer()
        let stage = stage(rotation)
        #expect(rotation.velocity == 0)
        turn(stage, to: 3, at: 25)
        #expect(isClose(rotation.velocity, 20 * .pi))
        rotation.rotation = 0
        #expect(rotation.velocity == 0)
        turn(stage, to: 2, at: 50)
        #expect(isClose(rotation.velocity, -20 * .pi / 3))
    }

    @Test(.rule("G83")) func `the rotation does not depend on the view's transform`() {
        let rotation = RotationGestureRecognizer()
        let stage = Stage(for: rotation, in: PositionTests.turnedView())
        stage.report(at: 0, .began(1, 300, 300), .began(2, 380, 300))
        stage.move(2, 300, 380, at: 20)
        #expect(isClose(rotation.rotation, .pi / 2))
    }

    @Test(.rule("G83")) func `fingers at one point have a finite angle`() {
        let rotation = RotationGestureRecognizer()
        let stage = Stage(for: rotation)
        stage.report(at: 0, .began(1, 500, 500), .began(2, 500, 500))
        stage.move(2, 600, 500, at: 10)
        stage.move(2, 500, 500, at: 20)
        stage.move(2, 500, 600, at: 30)
        #expect(rotation.rotation.isFinite)
        #expect(rotation.velocity.isFinite)
    }
}
