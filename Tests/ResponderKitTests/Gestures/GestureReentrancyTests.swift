import ResponderKit
import TestTraits
import Testing

/// Tests actions and handlers that change recognizers during an event.
@Suite struct GestureReentrancyTests {
    let stage = Stage()

    @Test(.rule("G51")) func `an action that removes the view leaves one cancelled`() {
        let view = stage.addView()
        let tap = stage.attach("tap", TapGestureRecognizer(), to: view)
        tap.addAction { $0.view?.removeFromSuperview() }
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "tap ended", "v cancelled"])
        #expect(tap.state == .possible)
        stage.window.addSubview(view)
        stage.tap(150, 150, at: 1000)
        #expect(stage.log == ["v began", "tap ended", "v cancelled", "v began", "tap ended", "v cancelled"])
    }

    @Test(.rule("G51", "G39")) func `an action that removes a waiting recognizer prevents its action`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.down), to: view)
        let other = stage.attach("b", .recognizes(.down), to: view)
        let blocker = stage.attach("c", .fails(.move), to: stage.window)
        for recognizer in [one, other] {
            recognizer.prevents = false
            recognizer.require(toFail: blocker)
        }
        one.addAction { [unowned view] _ in view.removeGestureRecognizer(other) }
        let log = stage.watchTransitions()
        stage.down(1, 150, 150, at: 0)
        other.require(toFail: one)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.log.filter { $0.hasPrefix("a") } == ["a ended"])
        #expect(log.take().prefix(3) == ["a waits for c", "b waits for c", "c possible>failed: subclass"])
        #expect(other.view == nil)
        #expect(other.state == .possible)
    }

    @Test(.rule("G14", "G7")) func `targets added in an action are called from the next state on`() {
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        let extra = ActionProbe(stage.recorder, "extra")
        one.addAction { if $0.state == .began { $0.addTarget(extra, action: "extra") } }
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        #expect(stage.recorder.take() == ["v began", "a began", "v cancelled"])
        stage.move(1, 170, 150, at: 20)
        stage.up(at: 30)
        #expect(stage.log == ["a changed", "extra", "a ended", "extra"])
        withExtendedLifetime(extra) {}
    }

    @Test(.rule("G51")) func `a recognizer can remove itself while it receives a touch`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.move), to: view)
        let other = stage.attach("b", .recognizes(.up), to: view)
        one.onTouches = { recognizer, _, _, _ in recognizer.view?.removeGestureRecognizer(recognizer) }
        stage.down(1, 150, 150, at: 0)
        #expect(one.view == nil)
        stage.move(1, 160, 150, at: 10)
        stage.up(at: 20)
        #expect(stage.log == ["v began", "v moved", "b ended", "v cancelled"])
        #expect(view.gestureRecognizers == [other])
    }

    @Test(.rule("G8", "G51")) func `a recognizer moved in its action works on its new view`() {
        let view = stage.addView()
        let other = ProbeView("w", 500, 500, 200, 200, stage.recorder)
        stage.window.addSubview(other)
        let tap = stage.attach("tap", TapGestureRecognizer(), to: view)
        tap.addAction { [unowned other] in other.addGestureRecognizer($0) }
        stage.tap(150, 150, at: 0)
        stage.tap(150, 150, at: 1000)
        stage.tap(550, 550, at: 2000)
        #expect(
            stage.log == [
                "v began", "tap ended", "v cancelled", "v began", "v ended", "w began", "tap ended", "w cancelled",
            ]
        )
    }

    @Test(.rule("G30")) func `a recognizer that its view disables in touchesBegan fails once`() {
        let view = stage.addView()
        let one = stage.attach("a", .recognizes(.up), to: view)
        view.onBegan = { _, _ in one.isEnabled = false }
        let log = stage.watchTransitions()
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "v ended"])
        #expect(log.take() == ["a possible>failed: disabled", "a failed>possible: reset"])
    }

    @Test(.rule("G48")) func `a tap posted by an action is delivered after the event`() {
        let view = stage.addView()
        let tap = stage.attach("tap", TapGestureRecognizer(), to: view)
        var rest = 1
        tap.addAction { [unowned stage] _ in
            guard rest > 0 else { return }
            rest -= 1
            stage.tap(150, 150, at: 1000)
        }
        stage.tap(150, 150, at: 0)
        #expect(stage.log == ["v began", "tap ended", "v cancelled", "v began", "tap ended", "v cancelled"])
    }
}
