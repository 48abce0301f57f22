import ResponderKit
import TestTraits
import Testing

@Suite struct GestureTargetTests {
    @Test(.rule("G6", "G16"))
    func `actions run after all recognizers have received the event, before any view receives it`() {
        let stage = Stage()
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.down), to: view)
        let other = stage.attach("b", .waits, to: stage.window)
        one.writes = .touches
        other.writes = .touches
        one.cancelsTouchesInView = false
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["a sees began", "b sees began", "a ended", "v began", "v ended"])
    }

    @Test(.rule("G6")) func `actions run after every recognizer has decided`() {
        let stage = Stage()
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.up), to: view)
        let other = stage.attach("b", .recognizes(.up), to: view)
        one.addAction { [recorder = stage.recorder] in recorder.write("\($0.state) \(other.state)") }
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "a ended", "ended failed", "v cancelled"])
    }

    @Test(.rule("G7")) func `targets are called in the order of addition, and each pair once`() {
        let stage = Stage()
        let view = stage.addView()
        let first = ActionProbe(stage.recorder, "one", "two")
        let second = ActionProbe(stage.recorder, "three")
        let tap = TapGestureRecognizer(target: second, action: "three")
        tap.addTarget(first, action: "two")
        tap.addAction { [recorder = stage.recorder] _ in recorder.write("closure") }
        tap.addTarget(first, action: "one")
        tap.addTarget(first, action: "two")
        tap.addTarget(second, action: "three")
        tap.addTarget(first, action: "unknown")
        view.addGestureRecognizer(tap)
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == ["v began", "three", "two", "closure", "one", "v cancelled"])
        tap.removeTarget(first, action: "two")
        stage.tap(150, 150, at: 1000)
        #expect(stage.recorder.take() == ["v began", "three", "closure", "one", "v cancelled"])
        tap.removeTarget(first, action: nil)
        stage.tap(150, 150, at: 2000)
        #expect(stage.recorder.take() == ["v began", "three", "closure", "v cancelled"])
        tap.removeTarget(nil, action: nil)
        stage.tap(150, 150, at: 3000)
        #expect(stage.recorder.take() == ["v began", "v cancelled"])
        withExtendedLifetime((first, second)) {}
    }

    @Test(.rule("G7")) func `a target that an earlier one removes is not called`() {
        let stage = Stage()
        let view = stage.addView()
        let second = ActionProbe(stage.recorder, "second")
        let tap = TapGestureRecognizer()
        tap.addAction { tap in tap.removeTarget(second, action: nil) }
        tap.addTarget(second, action: "second")
        view.addGestureRecognizer(tap)
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "v cancelled"])
    }

    @Test(.rule("G7")) func `targets are not retained`() {
        let stage = Stage()
        let view = stage.addView()
        let tap = stage.attach("tap", TapGestureRecognizer(), to: view)
        var target: ActionProbe? = ActionProbe(stage.recorder, "act")
        weak let witness = target
        if let target { tap.addTarget(target, action: "act") }
        target = nil
        #expect(witness == nil)
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "tap ended", "v cancelled"])
    }

    @Test(.rule("G8")) func `a recognizer has one view, and adding it to another view moves it`() {
        let stage = Stage()
        let view = stage.addView()
        let other = ProbeView("w", 500, 500, 200, 200, stage.recorder)
        stage.window.addSubview(other)
        let tap = stage.attach("tap", TapGestureRecognizer(), to: view)
        #expect(tap.view === view)
        view.addGestureRecognizer(tap)
        #expect(view.gestureRecognizers == [tap])
        other.addGestureRecognizer(tap)
        #expect(tap.view === other)
        #expect(view.gestureRecognizers == nil)
        #expect(other.gestureRecognizers == [tap])
        view.removeGestureRecognizer(tap)
        #expect(tap.view === other)
        stage.tap(150, 150, at: 0)
        stage.tap(550, 550, at: 1000)
        #expect(stage.log == ["v began", "v ended", "w began", "tap ended", "w cancelled"])
        other.removeGestureRecognizer(tap)
        #expect(tap.view == nil)
        #expect(other.gestureRecognizers == nil)
    }

    @Test(.rule("G8")) func `a recognizer outlives its view, and its view is then nil`() {
        let tap = TapGestureRecognizer()
        var view: View? = View()
        view?.addGestureRecognizer(tap)
        #expect(tap.view === view)
        view = nil
        #expect(tap.view == nil)
    }
}
