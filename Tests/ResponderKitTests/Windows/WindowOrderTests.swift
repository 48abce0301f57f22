import ResponderKit
import TestTraits
import Testing

@Suite struct WindowOrderTests {
    private let application = HitApplication()

    private func window(_ name: String, _ level: Window.Level = .normal, width: Double = 100) -> Window {
        let window = Window(frame: Rect(x: 0, y: 0, width: width, height: 100), application: application)
        window.identifier = name
        window.windowLevel = level
        window.isHidden = false
        return window
    }

    private func hit(_ x: Double, _ y: Double, finger: Int32 = 1) -> View? {
        application.send(TouchFrame(time: application.now + 1, [.began(finger, x, y)]))
        return application.hit
    }

    private var names: [String] { application.windows.compactMap(\.identifier) }

    @Test(.rule("W1")) func `the named levels are 0, 1000 and 2000`() {
        #expect(Window.Level.normal.rawValue == 0)
        #expect(Window.Level.statusBar.rawValue == 1000)
        #expect(Window.Level.alert.rawValue == 2000)
        #expect(Window.Level.normal < .statusBar)
        #expect(Window.Level.statusBar < .alert)
        #expect(Window(frame: .zero, application: nil).windowLevel == .normal)
    }

    @Test(.rule("W1", "W3")) func `the higher level is in front, whatever the order of showing`() {
        let alert = window("alert", .alert)
        let status = window("status", .statusBar)
        let between = window("between", Window.Level(rawValue: 1500))
        let normal = window("normal")
        #expect(names == ["normal", "status", "between", "alert"])
        #expect(hit(50, 50, finger: 1) === alert)
        alert.windowLevel = Window.Level(rawValue: -1)
        #expect(names == ["alert", "normal", "status", "between"])
        #expect(hit(50, 50, finger: 2) === between)
        between.windowLevel = .normal
        status.windowLevel = .normal
        normal.windowLevel = .statusBar
        #expect(hit(50, 50, finger: 3) === normal)
    }

    @Test(.rule("W2")) func `of windows with equal levels the one shown last is in front`() {
        let first = window("first")
        let second = window("second")
        #expect(hit(50, 50, finger: 1) === second)
        first.isHidden = true
        first.isHidden = false
        #expect(names == ["second", "first"])
        #expect(hit(50, 50, finger: 2) === first)
        second.isHidden = true
        second.makeKeyAndVisible()
        #expect(hit(50, 50, finger: 3) === second)
    }

    @Test(.rule("W2")) func `a window created earlier and shown later is in front`() {
        let late = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
        let early = window("early")
        #expect(late.isHidden)
        #expect(hit(50, 50, finger: 1) === early)
        late.makeKeyAndVisible()
        #expect(hit(50, 50, finger: 2) === late)
    }

    @Test(.rule("W3")) func `windows are hit-tested from front to back in their own coordinates until one is hit`() {
        _ = window("back")
        let middle = window("middle")
        middle.frame.origin = Point(x: 10, y: 20)
        _ = window("front", width: 40)
        let observer = HitObserver()
        application.addObserver(observer)
        #expect(hit(50, 50) === middle)
        #expect(
            observer.recorder.lines == [
                "front hitTest (50.0, 50.0)", "front outside", "middle hitTest (40.0, 30.0)", "middle inside",
            ]
        )
        #expect(application.touches.last?.window === middle)
    }

    @Test(.rule("W3")) func `a window whose hitTest returns nil passes the touch to the next one`() {
        let back = window("back")
        let front = ScriptedWindow(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
        front.makeKeyAndVisible()
        let button = plainView("button", Rect(x: 0, y: 0, width: 20, height: 20))
        front.addSubview(button)
        front.onHitTest = { point, _ in button.frame.contains(point) ? button : nil }
        #expect(hit(50, 50, finger: 1) === back)
        #expect(hit(10, 10, finger: 2) === button)
    }

    @Test(.rule("W4", "H2"), arguments: HitTestEligibilityTests.State.allCases)
    func `a hidden, transparent or disabled window is skipped`(state: HitTestEligibilityTests.State) {
        let back = window("back")
        let front = window("front")
        front.addSubview(plainView("child", Rect(x: 0, y: 0, width: 100, height: 100)))
        state.apply(to: front)
        #expect(hit(50, 50) === (state.isInReach ? front.subviews[0] : back))
    }

    @Test(.rule("W5")) func `the key window receives no touch that another window takes`() {
        let key = window("key")
        let front = window("front")
        let beside = window("beside")
        beside.frame.origin.x = 500
        key.makeKey()
        #expect(key.isKeyWindow)
        #expect(hit(50, 50, finger: 1) === front)
        #expect(hit(550, 50, finger: 2) === beside)
        #expect(application.keyWindow === key)
    }

    @Test(.rule("W10", "H7")) func `a window without a subview at the point is hit itself and handles the touch`() {
        let recorder = Recorder()
        let window = DemoWindow(recorder, application)
        window.makeKeyAndVisible()
        window.addSubview(View(frame: Rect(x: 0, y: 0, width: 10, height: 10)))
        #expect(hit(50, 50) === window)
        application.send(TouchFrame(time: 100, [.ended(1, 50, 50)]))
        #expect(recorder.lines == ["window began", "window ended"])
    }
}
