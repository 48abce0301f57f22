import ResponderKit
import TestTraits
import Testing

@Suite struct TouchValueTests {
    private let stage = Stage()

    /// Puts a finger down on the view and returns its touch.
    private func touch(on view: ProbeView, _ x: Double, _ y: Double, at time: Int64 = 0) throws -> Touch {
        var held: Touch?
        view.onBegan = { touches, _ in held = touches.first }
        stage.down(1, x, y, at: time)
        return try #require(held)
    }

    @Test(.rule("T5")) func `the location is converted to the view's bounds on each call`() throws {
        let view = stage.touchable("v", 100, 100, 200, 200)
        let child = View(frame: Rect(x: 10, y: 20, width: 50, height: 50))
        view.addSubview(child)
        let touch = try touch(on: view, 180, 190)
        #expect(touch.location(in: view) == Point(x: 80, y: 90))
        #expect(touch.location(in: child) == Point(x: 70, y: 70))
        view.frame = Rect(x: 110, y: 100, width: 200, height: 200)
        #expect(touch.location(in: view) == Point(x: 70, y: 90))
        view.bounds = Rect(x: 1000, y: 0, width: 200, height: 200)
        #expect(touch.location(in: view) == Point(x: 1070, y: 90))
        #expect(touch.location(in: child) == Point(x: 1060, y: 70))
    }

    @Test(.rule("T5")) func `without a view the location is in window coordinates`() throws {
        let window = Window(frame: Rect(x: 300, y: 400, width: 100, height: 100), application: stage.application)
        window.isHidden = false
        let view = ProbeView("v", 10, 10, 80, 80, stage.recorder)
        window.addSubview(view)
        let touch = try touch(on: view, 320, 430)
        #expect(touch.window === window)
        #expect(touch.location(in: nil) == Point(x: 20, y: 30))
        #expect(touch.location(in: window) == Point(x: 20, y: 30))
        #expect(touch.location(in: view) == Point(x: 10, y: 20))
        #expect(touch.location(in: stage.window) == Point(x: 320, y: 430))
    }

    @Test(.rule("T6")) func `the previous location is that of the last event that reported the touch`() {
        let view = stage.touchable("v", 100, 100, 200, 200)
        view.isMultipleTouchEnabled = true
        var received: [[Point]] = []
        let note: (TouchSet, Event?) -> Void = { touches, _ in
            for touch in touches where touch.finger.contact == 1 {
                received.append([touch.previousLocation(in: view), touch.location(in: view)])
            }
        }
        (view.onBegan, view.onMoved, view.onEnded) = (note, note, note)
        stage.report(at: 0, .began(1, 110, 110), .began(2, 150, 150))
        stage.move(1, 120, 130, at: 10)
        stage.move(2, 160, 160, at: 20)
        stage.move(2, 170, 170, at: 30)
        stage.move(1, 140, 150, at: 40)
        stage.report(at: 50, .ended(1, 141, 152))
        #expect(
            received == [
                [Point(x: 10, y: 10), Point(x: 10, y: 10)], [Point(x: 10, y: 10), Point(x: 20, y: 30)],
                [Point(x: 20, y: 30), Point(x: 40, y: 50)], [Point(x: 40, y: 50), Point(x: 41, y: 52)],
            ]
        )
    }

    @Test(.rule("T7")) func `the timestamp is that of the last change, and never decreases`() throws {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        let touch = try touch(on: view, 10, 10, at: 250)
        #expect(touch.timestamp == 0.25)
        stage.down(2, 20, 20, at: 500)
        #expect(touch.timestamp == 0.25)
        stage.move(1, 11, 11, at: 750)
        #expect(touch.timestamp == 0.75)
        stage.move(1, 12, 12, at: 100)
        #expect(touch.location(in: nil) == Point(x: 12, y: 12))
        #expect(touch.timestamp == 0.75)
        stage.move(2, 21, 21, at: 900)
        stage.move(1, 12, 12, at: 950)
        #expect(touch.timestamp == 0.75)
        stage.up(1, at: 1000)
        #expect(touch.timestamp == 1)
    }

    @Test(.rule("T7")) func `a cancellation updates the timestamp`() throws {
        let view = stage.touchable("v")
        let touch = try touch(on: view, 10, 10, at: 250)
        stage.advance(to: 750)
        stage.application.resignActive()
        #expect(touch.phase == .cancelled)
        #expect(touch.timestamp == 0.75)
    }

    @Test(.rule("T28")) func `a touch has neutral default values for what the source does not report`() throws {
        let touch = try touch(on: stage.touchable("v"), 10, 10)
        #expect(touch.type == .direct)
        #expect(touch.force == 1)
        #expect(touch.maximumPossibleForce == 1)
        #expect(touch.majorRadius == 0)
        #expect(touch.altitudeAngle == .pi / 2)
    }

    @Test(.rule("T28")) func `pressure, size and angle of the source are passed on`() throws {
        let view = stage.touchable("v")
        var held: Touch?
        view.onBegan = { touches, _ in held = touches.first }
        var sample = TouchSample.began(1, 10, 10)
        (sample.type, sample.force, sample.maximumPossibleForce) = (.pencil, 2, 4)
        (sample.majorRadius, sample.altitudeAngle) = (7, 0.5)
        stage.report(at: 0, sample)
        let touch = try #require(held)
        #expect(touch.type == .pencil)
        #expect(touch.maximumPossibleForce == 4)
        #expect([touch.force, touch.majorRadius, touch.altitudeAngle] == [2, 7, 0.5])
        (sample.change, sample.force, sample.majorRadius, sample.altitudeAngle) = (.moved, 3, 8, 0.25)
        stage.report(at: 10, sample)
        #expect([touch.force, touch.majorRadius, touch.altitudeAngle] == [3, 8, 0.25])
        #expect(stage.log == ["v began", "v moved"])
    }

    @Test(.rule("T27")) func `a touch lists the recognizers that currently receive it`() throws {
        let view = stage.touchable("v")
        let plain = try touch(on: view, 10, 10)
        #expect(plain.gestureRecognizers ?? [] == [])
        stage.up(1, at: 10)
        let inner = WatchingRecognizer("inner", stage.recorder)
        let outer = WatchingRecognizer("outer", stage.recorder)
        stage.window.addGestureRecognizer(outer)
        view.addGestureRecognizer(inner)
        let touch = try touch(on: view, 10, 10, at: 1000)
        #expect(touch.gestureRecognizers == [inner, outer])
        inner.state = .failed
        #expect(touch.gestureRecognizers == [outer])
        outer.state = .failed
        #expect(touch.gestureRecognizers ?? [] == [])
    }
}
