import ResponderKit
import TestTraits
import Testing

@Suite struct WindowlessTouchTests {
    /// Records all observer calls about touches and responders.
    private final class Listener: ApplicationObserver {
        var lines: [String] = []

        func touch(_ touch: Touch, hit view: View?) { lines.append(view == nil ? "no hit" : "hit") }
        func responder(
            _ responder: Responder,
            called method: Responder.Method,
            touches: TouchSet,
            event: Event
        ) { lines.append(method.rawValue) }
        func misuse(_ misuse: Misuse) { lines.append("\(misuse)") }
    }

    @Test(.rule("W9")) func `a touch outside every window has no view and is dropped until it lifts`() {
        let stage = Stage(width: 100, height: 100, application: HitApplication())
        let view = ProbeView("view", 0, 0, 100, 100, stage.recorder)
        view.isMultipleTouchEnabled = true
        stage.window.addSubview(view)
        let probe = GestureProbe(stage.recorder)
        let press = LongPressGestureRecognizer()
        probe.watch(press, as: "press")
        stage.window.addGestureRecognizer(press)
        let listener = Listener()
        stage.application.addObserver(listener)
        stage.down(1, 500, 500, at: 0)
        let touch = (stage.application as? HitApplication)?.touches.first
        #expect(touch?.phase == .began)
        #expect(touch?.view == nil)
        #expect(touch?.window == nil)
        #expect(touch?.gestureRecognizers == nil)
        stage.move(1, 50, 50, at: 10)
        stage.advance(to: 1000)
        #expect(touch?.view == nil)
        stage.up(1, at: 1010)
        #expect(listener.lines == ["no hit"])
        #expect(stage.log == [])
        stage.tap(50, 50, at: 2000)
        #expect(stage.log == ["view began", "view ended"])
    }

    @Test(.rule("W9")) func `a dropped touch does not affect another one`() {
        let stage = Stage(width: 100, height: 100)
        let view = ProbeView("view", 0, 0, 100, 100, stage.recorder)
        stage.window.addSubview(view)
        stage.down(1, 500, 500, at: 0)
        stage.down(2, 50, 50, at: 10)
        stage.report(at: 20, .moved(1, 60, 60), .moved(2, 51, 50))
        stage.up(2, at: 30)
        stage.cancel(1, at: 40)
        #expect(stage.log == ["view began", "view moved", "view ended"])
    }

    @Test(.rule("W9", "W4")) func `without any visible window every touch is dropped`() {
        let application = HitApplication()
        _ = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
        application.send(TouchFrame(time: 0, [.began(1, 5, 5)]))
        application.send(TouchFrame(time: 1, [.ended(1, 5, 5)]))
        #expect(application.touches.count == 1)
        #expect(application.hit == nil)
    }
}
