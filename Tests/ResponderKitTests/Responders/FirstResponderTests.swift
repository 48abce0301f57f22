import ResponderKit
import TestTraits
import Testing

@Suite struct FirstResponderTests {
    @Test(.rule("F1")) func `touches start at the hit view, all other events at the first responder`() {
        let stage = Stage()
        stage.application.beginReceivingRemoteControlEvents()
        let watch = stage.watchChain()
        let hit = stage.listener("hit")
        let first = stage.listener("first", isFirst: true)
        first.frame = Rect(x: 500, y: 500, width: 10, height: 10)
        first.ear.passesOn = false
        first.actions = [.copy]
        hit.actions = [.copy]
        hit.isMultipleTouchEnabled = false
        stage.down(1, 50, 50, at: 0)
        stage.press(1, .began, at: 10)
        stage.shake(.began, at: 20)
        stage.remote(.remoteControlPlay, at: 30)
        stage.application.sendAction(.copy, to: nil, from: nil, for: nil)
        #expect(
            watch.log == [
                "hit touchesBegan", "window touchesBegan", "application touchesBegan",
                "first pressesBegan", "first motionBegan", "first remoteControlReceived", "copy to first",
            ]
        )
        #expect(
            stage.log == ["first pressesBegan", "first motionBegan", "first remoteControlReceived", "first copy"]
        )
    }

    @Test(.rule("F2", "F9"))
    func `each window has its own first responder, and that of the key window receives events`() {
        let stage = Stage()
        let second = Window(frame: stage.window.frame, application: stage.application)
        second.isHidden = false
        let one = stage.listener("one", isFirst: true)
        let two = stage.listener("two", in: second, isFirst: true)
        let three = stage.listener("three")
        #expect([one, two, three].map(\.isFirstResponder) == [true, true, false])
        stage.shake(.began, at: 0)
        stage.shake(.ended, at: 10)
        second.makeKey()
        stage.shake(.began, at: 20)
        #expect(stage.log == ["one motionBegan", "one motionEnded", "two motionBegan"])
        #expect(three.becomeFirstResponder())
        #expect([one, two, three].map(\.isFirstResponder) == [false, true, true])
    }

    @Test(.rule("F3")) func `by default a responder cannot become first responder, and can resign`() {
        let stage = Stage()
        let view = View()
        stage.window.addSubview(view)
        for responder in [Responder(), view, stage.window, stage.application, ViewController()] {
            #expect(!responder.canBecomeFirstResponder)
            #expect(responder.canResignFirstResponder)
            #expect(!responder.becomeFirstResponder())
        }
    }

    @Test(.rule("F4"))
    func `becomeFirstResponder has no effect if the responder cannot become first or is in no window`() {
        let stage = Stage()
        let first = stage.listener("first", isFirst: true)
        first.onResign = { stage.recorder.write("resign") }
        let unable = stage.listener("unable")
        unable.canBecome = false
        #expect(!unable.becomeFirstResponder())
        let outside = ListeningView("outside", stage.recorder)
        #expect(!outside.becomeFirstResponder())
        #expect([first, unable, outside].map(\.isFirstResponder) == [true, false, false])
        #expect(stage.log == [])
    }

    @Test(.rule("F4", "F7")) func `a first responder that refuses to resign stays first`() {
        let stage = Stage()
        let first = stage.listener("first", isFirst: true)
        let second = stage.listener("second")
        first.canResign = false
        #expect(!second.becomeFirstResponder())
        #expect(!first.resignFirstResponder())
        #expect([first, second].map(\.isFirstResponder) == [true, false])
        first.canResign = true
        #expect(second.becomeFirstResponder())
        #expect([first, second].map(\.isFirstResponder) == [false, true])
    }

    @Test(.rule("F5")) func `the former first responder resigns before the new one is set`() {
        let stage = Stage()
        let old = stage.listener("old", isFirst: true)
        let new = stage.listener("new")
        old.onResign = {
            stage.recorder.write("old resigns: old \(old.isFirstResponder), new \(new.isFirstResponder)")
        }
        new.onResign = { stage.recorder.write("new resigns") }
        #expect(new.becomeFirstResponder())
        #expect(stage.log == ["old resigns: old true, new false"])
        #expect([old, new].map(\.isFirstResponder) == [false, true])
    }

    @Test(.rule("F6")) func `becomeFirstResponder on the first responder returns true and has no effect`() {
        let stage = Stage()
        let view = stage.listener("view", isFirst: true)
        view.onResign = { stage.recorder.write("resign") }
        view.canBecome = false
        view.canResign = false
        #expect(view.becomeFirstResponder())
        #expect(view.isFirstResponder)
        #expect(stage.log == [])
    }

    @Test(.rule("F7")) func `after resigning there is no first responder`() {
        let stage = Stage()
        let view = stage.listener("view", isFirst: true)
        let other = stage.listener("other")
        #expect(other.resignFirstResponder())
        #expect(view.isFirstResponder)
        #expect(view.resignFirstResponder())
        #expect(!view.isFirstResponder)
        let watch = stage.watchChain()
        stage.shake(.began, at: 0)
        #expect(watch.log == ["window motionBegan", "application motionBegan"])
    }

    @Test(.rule("F8")) func `a first responder whose view is removed resigns, whatever canResignFirstResponder`() {
        let stage = Stage()
        let outer = stage.listener("outer")
        let view = stage.listener("view", in: outer, isFirst: true)
        view.canResign = false
        view.onResign = { stage.recorder.write("resign in window: \(view.window === stage.window)") }
        outer.removeFromSuperview()
        #expect(stage.recorder.take() == ["resign in window: true"])
        #expect(!view.isFirstResponder)
        stage.window.addSubview(outer)
        #expect(!view.isFirstResponder)
        let watch = stage.watchChain()
        stage.shake(.began, at: 0)
        #expect(watch.log == ["window motionBegan", "application motionBegan"])
    }

    @Test(.rule("F8")) func `moving to another window resigns, moving within the window does not`() {
        let stage = Stage()
        let second = Window(frame: stage.window.frame, application: stage.application)
        let outer = stage.listener("outer")
        let view = stage.listener("view", isFirst: true)
        outer.addSubview(view)
        #expect(view.isFirstResponder)
        second.addSubview(view)
        #expect(!view.isFirstResponder)
        stage.window.addSubview(view)
        #expect(!view.isFirstResponder)
    }

    @Test(.rule("F8")) func `a first responder in a window without an application resigns on removal too`() {
        let recorder = Recorder()
        let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: nil)
        let view = ListeningView("view", recorder)
        window.addSubview(view)
        #expect(view.becomeFirstResponder())
        view.onResign = { recorder.write("resign") }
        view.removeFromSuperview()
        window.addSubview(view)
        #expect(!view.isFirstResponder)
        #expect(recorder.lines == ["resign"])
    }

    @Test(.rule("F9")) func `a responder that is no view can become first if its chain leads to a window`() {
        let stage = Stage()
        let link = Link("link", stage.recorder, before: stage.listener("view"))
        #expect(!link.isFirstResponder)
        #expect(link.becomeFirstResponder())
        #expect(link.isFirstResponder)
        #expect(link.resignFirstResponder())
        #expect(!link.isFirstResponder)
    }

    @Test(.rule("F10")) func `a touch alone does not make a view first responder`() {
        let stage = Stage()
        let view = stage.listener("view")
        let other = stage.listener("other", isFirst: true)
        other.frame = Rect(x: 500, y: 500, width: 100, height: 100)
        stage.tap(50, 50, at: 0)
        #expect([view, other].map(\.isFirstResponder) == [false, true])
    }
}
