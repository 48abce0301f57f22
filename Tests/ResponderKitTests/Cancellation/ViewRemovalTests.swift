import ResponderKit
import TestTraits
import Testing

@Suite struct ViewRemovalTests {
    private let stage = Stage()

    @Test(.rule("X4")) func `a view removed from its window receives cancelled at once and nothing afterwards`() {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var phases: [Touch.Phase] = []
        var isStillIn = false
        view.onCancelled = { touches, _ in
            phases = touches.map(\.phase)
            isStillIn = view.window === stage.window
        }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.recorder.write("remove")
        view.removeFromSuperview()
        stage.recorder.write("removed")
        stage.report(at: 10, .moved(1, 11, 11), .moved(2, 21, 21))
        stage.report(at: 20, .ended(1, 11, 11), .cancelled(2, 21, 21))
        #expect(stage.log == ["v began 2", "remove", "v cancelled 2", "removed"])
        #expect(phases == [.cancelled, .cancelled])
        #expect(isStillIn)
    }

    @Test(.rule("X4")) func `a view that is added again receives new touches only`() {
        let view = stage.touchable("v")
        stage.down(1, 10, 10, at: 0)
        view.removeFromSuperview()
        stage.window.addSubview(view)
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        #expect(stage.recorder.take() == ["v began", "v cancelled"])
        stage.tap(10, 10, at: 30)
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("X4")) func `a view that is added again receives a new touch while the old finger is down`() {
        let view = stage.touchable("v")
        stage.down(1, 10, 10, at: 0)
        view.removeFromSuperview()
        stage.window.addSubview(view)
        stage.down(2, 20, 20, at: 10)
        stage.report(at: 20, .ended(1, 10, 10), .ended(2, 20, 20))
        #expect(stage.log == ["v began", "v cancelled", "v began", "v ended"])
    }

    @Test(.rule("X4")) func `a view that did not receive its touch does not receive the end`() {
        let view = stage.touchable("v")
        let recognizer = WatchingRecognizer("r", Recorder())
        recognizer.delaysTouchesBegan = true
        view.addGestureRecognizer(recognizer)
        stage.down(1, 10, 10, at: 0)
        view.removeFromSuperview()
        stage.up(1, at: 10)
        stage.advance(to: 9000)
        #expect(stage.log == [])
    }

    @Test(.rule("X5")) func `removing a view cancels the touches of its subtree only`() {
        let parent = stage.touchable("parent")
        let outside = stage.touchable("outside", 200, 0)
        for (name, x) in [("a", 0.0), ("b", 50)] {
            let view = ProbeView(name, x, 0, 50, 50, stage.recorder)
            view.passesOn = false
            parent.addSubview(view)
        }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 60, 10), .began(3, 10, 60), .began(4, 210, 10))
        #expect(stage.recorder.take() == ["a began", "b began", "parent began", "outside began"])
        parent.removeFromSuperview()
        #expect(stage.recorder.take() == ["a cancelled", "b cancelled", "parent cancelled"])
        stage.report(at: 10, .moved(1, 11, 11), .moved(2, 61, 11), .moved(3, 11, 61), .moved(4, 211, 11))
        #expect(stage.log == ["outside moved"])
        #expect(outside.window === stage.window)
    }

    @Test(.rule("X5")) func `removing a view ends the recognizers of its subtree, not those of ancestors`() {
        let outer = stage.touchable("outer", 0, 0, 500, 500)
        let inner = ProbeView("inner", 0, 0, 500, 500, stage.recorder)
        (outer.passesOn, inner.passesOn) = (false, false)
        outer.addSubview(inner)
        let probe = GestureProbe(stage.recorder)
        probe.simultaneous = true
        let (pan, outerPan, watcher) = (
            PanGestureRecognizer(), PanGestureRecognizer(), WatchingRecognizer("watcher", Recorder())
        )
        (pan.delegate, watcher.delegate) = (probe, probe)
        probe.watch(pan, as: "pan")
        probe.watch(outerPan, as: "outer pan")
        inner.addGestureRecognizer(pan)
        inner.addGestureRecognizer(watcher)
        outer.addGestureRecognizer(outerPan)
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 110, 110, at: 10)
        #expect(stage.recorder.take() == ["inner began", "pan began", "outer pan began", "inner cancelled"])
        inner.removeFromSuperview()
        #expect(pan.state == .cancelled)
        #expect(watcher.state == .failed)
        stage.move(1, 120, 120, at: 20)
        stage.up(1, at: 30)
        #expect(stage.log == ["pan cancelled", "outer pan changed", "outer pan ended"])
        #expect(pan.state == .possible)
        #expect(watcher.state == .possible)
    }

    @Test(.rule("X6")) func `a view that moves within its window keeps its touches`() {
        let view = stage.touchable("v")
        let other = stage.touchable("other", 500, 500)
        other.isMultipleTouchEnabled = true
        let watcher = WatchingRecognizer("r", stage.recorder)
        view.addGestureRecognizer(watcher)
        stage.down(1, 10, 10, at: 0)
        view.passesOn = false
        other.addSubview(view)
        stage.move(1, 11, 11, at: 10)
        stage.window.insertSubview(view, at: 0)
        stage.window.bringSubviewToFront(view)
        stage.up(1, at: 20)
        #expect(
            stage.log == ["r sees began", "v began", "r sees moved", "v moved", "r sees ended", "v ended", "r reset"]
        )
    }

    @Test(.rule("X6"), arguments: [true, false])
    func `a view that moves by way of another window or tree loses its touches`(isAway: Bool) {
        let view = stage.touchable("v")
        let target: View
        if isAway {
            let window = Window(frame: Rect(x: 0, y: 0, width: 9, height: 9), application: stage.application)
            window.isHidden = false
            target = window
        } else {
            target = View()
        }
        stage.down(1, 10, 10, at: 0)
        target.addSubview(view)
        stage.window.addSubview(view)
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        #expect(stage.log == ["v began", "v cancelled"])
    }

    @Test(.rule("X14")) func `a touch retains a removed view only until the finger lifts, outside the tree`() {
        weak var gone: View?
        do {
            let view = stage.touchable("v")
            gone = view
            stage.down(1, 10, 10, at: 0)
            view.removeFromSuperview()
        }
        #expect(gone?.superview == nil)
        #expect(gone?.window == nil)
        #expect(stage.window.subviews.isEmpty)
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        stage.tap(10, 10, at: 30)
        #expect(gone == nil)
        #expect(stage.log == ["v began", "v cancelled"])
    }

    @Test(.rule("X14")) func `the superview of a removed view can be deallocated during the touch`() {
        var parent: View? = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        parent?.addSubview(ProbeView("v", 0, 0, 100, 100, stage.recorder))
        parent?.addGestureRecognizer(WatchingRecognizer("r", stage.recorder))
        if let parent { stage.window.addSubview(parent) }
        stage.down(1, 10, 10, at: 0)
        parent?.removeFromSuperview()
        weak let gone = parent
        parent = nil
        #expect(gone == nil)
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        #expect(stage.log == ["r sees began", "v began", "v cancelled", "r reset"])
    }
}
