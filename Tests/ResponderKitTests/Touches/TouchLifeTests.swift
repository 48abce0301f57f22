import ResponderKit
import TestTraits
import Testing

@Suite struct TouchLifeTests {
    @Test(.rule("T1")) func `a finger has one touch object from down to up, and a new contact a new one`() {
        let stage = Stage()
        let view = stage.touchable("v")
        var seen: [Touch] = []
        view.onBegan = { touches, _ in seen += touches }
        view.onMoved = { touches, _ in seen += touches }
        view.onEnded = { touches, _ in seen += touches }
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 20, 20, at: 10)
        stage.up(1, at: 20)
        stage.down(1, 10, 10, at: 1000)
        stage.up(1, at: 1010)
        #expect(stage.log == ["v began", "v moved", "v ended", "v began", "v ended"])
        #expect(seen.map { $0 === seen[0] } == [true, true, true, false, false])
        #expect(seen[3] === seen[4])
    }

    @Test(.rule("T2"), arguments: [Touch.Phase.ended, .cancelled])
    func `the phase goes from began through moved and stationary to an end`(end: Touch.Phase) {
        let application = WatchedApplication()
        let stage = Stage(application: application)
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var phases: [Touch.Phase] = []
        application.onEvent = { event in
            phases += (event.allTouches ?? []).filter { $0.finger.contact == 1 }.map(\.phase)
        }
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 20, 20, at: 10)
        stage.move(1, 11, 11, at: 20)
        stage.move(1, 12, 12, at: 30)
        stage.move(2, 21, 21, at: 40)
        stage.move(1, 13, 13, at: 50)
        if end == .ended { stage.up(1, at: 60) } else { stage.cancel(1, at: 60) }
        stage.up(2, at: 70)
        #expect(phases == [.began, .stationary, .moved, .moved, .stationary, .moved, end])
    }

    @Test(.rule("T3", "T4")) func `a finger that moves out of its view keeps its view and window`() {
        let stage = Stage()
        let view = stage.touchable("v")
        _ = stage.touchable("w", 200, 0)
        let front = Window(frame: Rect(x: 500, y: 0, width: 100, height: 100), application: stage.application)
        front.isHidden = false
        front.addSubview(ProbeView("x", 0, 0, 100, 100, stage.recorder))
        var owners: [(View?, Window?)] = []
        view.onMoved = { touches, _ in owners += touches.map { ($0.view, $0.window) } }
        view.onEnded = { touches, _ in owners += touches.map { ($0.view, $0.window) } }
        stage.down(1, 50, 50, at: 0)
        stage.move(1, 250, 50, at: 10)
        stage.move(1, 550, 50, at: 20)
        stage.move(1, -9000, 50, at: 30)
        stage.up(1, at: 40)
        #expect(stage.log == ["v began", "v moved", "v moved", "v moved", "v ended"])
        #expect(owners.count == 4)
        #expect(owners.allSatisfy { $0.0 === view && $0.1 === stage.window })
    }

    @Test(.rule("T31"), arguments: [6, 20]) func `any number of fingers is accepted`(count: Int32) {
        let stage = Stage()
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var phases: [Touch.Phase] = []
        view.onEnded = { _, event in phases = (event?.allTouches ?? []).map(\.phase) }
        for finger in 1...count { stage.down(finger, Double(finger), 10, at: Int64(finger)) }
        #expect(stage.recorder.take() == Array(repeating: "v began", count: Int(count)))
        stage.up(count, at: 100)
        #expect(stage.log == ["v ended"])
        #expect(phases == Array(repeating: .stationary, count: Int(count) - 1) + [.ended])
    }

    @Test(.rule("T30")) func `a retained touch object is updated until its end`() throws {
        let stage = Stage()
        let view = stage.touchable("v")
        var held: Touch?
        view.onBegan = { touches, _ in held = touches.first }
        stage.down(1, 10, 10, at: 0)
        let touch = try #require(held)
        #expect(touch.phase == .began)
        stage.move(1, 30, 40, at: 10)
        #expect(touch.phase == .moved)
        #expect(touch.location(in: nil) == Point(x: 30, y: 40))
        stage.up(1, at: 20)
        #expect(touch.phase == .ended)
        #expect(touch.timestamp == 0.02)
        stage.down(1, 90, 90, at: 1000)
        #expect(touch.phase == .ended)
        #expect(touch.location(in: nil) == Point(x: 30, y: 40))
    }
}
