import ResponderKit
import TestTraits
import Testing

@Suite struct HitTestMomentTests {
    private let stage = Stage(application: HitApplication())
    private let recorder = Recorder()

    @Test(.rule("H1"))
    func `hitTest of the window gets its own coordinates and the event, and its result is the hit view`() {
        var asked: [(Point, Event.EventType?, Touch.Phase?)] = []
        let application = HitApplication()
        let window = ScriptedWindow(frame: Rect(x: 100, y: 50, width: 300, height: 300), application: application)
        window.makeKeyAndVisible()
        let chosen = plainView("chosen", Rect(x: 200, y: 200, width: 10, height: 10))
        window.addSubview(chosen)
        window.onHitTest = { point, event in
            asked.append((point, event?.type, event?.allTouches?.first?.phase))
            return chosen
        }
        application.send(TouchFrame(time: 0, [.began(1, 130, 70)]))
        #expect(asked.count == 1)
        #expect(asked.first?.0 == Point(x: 30, y: 20))
        #expect(asked.first?.1 == .touches)
        #expect(asked.first?.2 == .began)
        #expect(application.hit === chosen)
        #expect(application.touches.first?.window === window)
    }

    @Test(.rule("H6", "H23"), arguments: [0, 10, 40, 200], [false, true])
    func `an override that changes siblings during the search does not end the search`(_ fillers: Int, _ isHeard: Bool)
    {
        final class Layouter: View {
            override func hitTest(_ point: Point, with event: ResponderKit.Event?) -> View? {
                for view in superview?.subviews ?? [] {
                    view.isHidden.toggle()
                    view.isHidden.toggle()
                    view.frame.size.width += 1
                }
                return nil
            }
        }
        final class Listener: ApplicationObserver {}
        let whole = Rect(x: 0, y: 0, width: 100, height: 100)
        let container = plainView("container", whole)
        let back = plainView("back", whole)
        container.addSubview(back)
        for number in 0..<fillers {
            container.addSubview(plainView("filler", Rect(x: 500, y: Double(number), width: 1, height: 1)))
        }
        container.addSubview(Layouter(frame: whole))
        stage.window.addSubview(container)
        if isHeard { stage.application.addObserver(Listener()) }
        #expect(stage.hit(50, 50) === back)
        #expect(stage.hit(50, 50) === back)
    }

    @Test(.rule("H1", "H19", "H31"))
    func `a touch is hit-tested once, when it goes down`() {
        let left = LoggingView("left", Rect(x: 0, y: 0, width: 100, height: 100), recorder)
        let right = LoggingView("right", Rect(x: 100, y: 0, width: 100, height: 100), recorder)
        stage.window.addSubview(left)
        stage.window.addSubview(right)
        #expect(stage.hit(50, 50) === left)
        #expect(
            recorder.take() == [
                "right hitTest (-50.0, 50.0)", "right outside", "left hitTest (50.0, 50.0)", "left inside",
            ]
        )
        let touch = (stage.application as? HitApplication)?.touches.first
        stage.move(1, 150, 50, at: 10)
        left.isHidden = true
        stage.move(1, 160, 60, at: 20)
        stage.up(1, at: 30)
        #expect(recorder.take() == [])
        #expect(touch?.view === left)
    }

    @Test(.rule("H31")) func `a second finger is hit-tested separately`() {
        let left = LoggingView("left", Rect(x: 0, y: 0, width: 100, height: 100), recorder)
        let right = LoggingView("right", Rect(x: 100, y: 0, width: 100, height: 100), recorder)
        stage.window.addSubview(left)
        stage.window.addSubview(right)
        stage.down(1, 50, 50, at: 0)
        _ = recorder.take()
        stage.report(at: 10, .moved(1, 150, 50), .began(2, 110, 5))
        #expect(recorder.take() == ["right hitTest (10.0, 5.0)", "right inside"])
        let touches = (stage.application as? HitApplication)?.touches ?? []
        #expect(touches.map { $0.view === left } == [true, false])
        #expect(touches.last?.view === right)
    }

    @Test(.rule("H30")) func `calling hitTest without an event has no side effects`() {
        let view = ProbeView("view", 10, 10, 100, 100, stage.recorder)
        stage.window.addSubview(view)
        let observer = HitObserver()
        stage.application.addObserver(observer)
        for _ in 0..<3 { #expect(stage.window.hitTest(Point(x: 20, y: 20), with: nil) === view) }
        #expect(stage.log == [])
        #expect((stage.application as? HitApplication)?.touches.isEmpty == true)
        #expect(stage.application.nextDeadline == nil)
        #expect(view.frame == Rect(x: 10, y: 10, width: 100, height: 100))
        let visit = ["view hitTest (10.0, 10.0)", "view inside"]
        #expect(observer.recorder.lines == visit + visit + visit)
    }

    @Test(.rule("H30")) func `a handler can hit-test during a touch without affecting it`() {
        let view = ProbeView("view", 10, 10, 100, 100, stage.recorder)
        let other = plainView("other", Rect(x: 200, y: 0, width: 50, height: 50))
        stage.window.addSubview(view)
        stage.window.addSubview(other)
        var found: View?
        view.onBegan = { [window = stage.window] touches, event in
            found = window.hitTest(Point(x: 210, y: 10), with: event)
        }
        stage.tap(20, 20, at: 0)
        #expect(found === other)
        #expect(stage.log == ["view began", "view ended"])
    }

    @Test(.rule("H30")) func `views outside any window can be hit-tested`() {
        let root = plainView("root", Rect(x: 500, y: 500, width: 100, height: 100))
        let child = plainView("child", Rect(x: 10, y: 10, width: 10, height: 10))
        root.addSubview(child)
        #expect(root.hitTest(Point(x: 15, y: 15), with: nil) === child)
        #expect(root.hitTest(Point(x: 25, y: 15), with: nil) === root)
        #expect(root.hitTest(Point(x: 505, y: 505), with: nil) == nil)
    }
}
