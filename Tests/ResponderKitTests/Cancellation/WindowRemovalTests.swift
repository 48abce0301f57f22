import ResponderKit
import TestTraits
import Testing

@Suite struct WindowRemovalTests {
    private let stage = Stage()
    private let front: Window

    init() {
        front = Window(frame: Rect(x: 500, y: 0, width: 100, height: 100), application: stage.application)
        front.isHidden = false
        front.addSubview(ProbeView("front", 0, 0, 100, 100, stage.recorder))
    }

    @Test(.rule("X4", "X5")) func `removing a window from the application cancels its touches only`() {
        _ = stage.touchable("v")
        stage.report(at: 0, .began(1, 10, 10), .began(2, 510, 10))
        front.application = nil
        #expect(stage.recorder.take() == ["v began", "front began", "front cancelled"])
        stage.report(at: 10, .moved(1, 11, 11), .moved(2, 511, 11))
        stage.report(at: 20, .ended(1, 11, 11), .ended(2, 511, 11))
        stage.tap(510, 10, finger: 3, at: 30)
        #expect(stage.log == ["v moved", "v ended"])
    }

    @Test(.rule("X4")) func `a window that is added again receives new touches only`() {
        stage.down(1, 510, 10, at: 0)
        front.application = nil
        front.application = stage.application
        stage.move(1, 511, 11, at: 10)
        stage.up(1, at: 20)
        #expect(stage.recorder.take() == ["front began", "front cancelled"])
        stage.tap(510, 10, at: 30)
        #expect(stage.log == ["front began", "front ended"])
    }

    @Test(.rule("X4")) func `a window that moves to another application leaves its touches behind`() {
        let other = Application()
        stage.down(1, 510, 10, at: 0)
        front.application = other
        other.send(TouchFrame(time: 10_000, [.moved(1, 511, 11)]))
        stage.up(1, at: 20)
        #expect(stage.recorder.take() == ["front began", "front cancelled"])
        other.send(TouchFrame(time: 30_000, [.began(1, 511, 11)]))
        other.send(TouchFrame(time: 40_000, [.ended(1, 511, 11)]))
        #expect(stage.log == ["front began", "front ended"])
    }

    @Test(.rule("X14")) func `a window can be deallocated during a touch`() {
        weak var gone: Window?
        do {
            let window = Window(frame: Rect(x: 0, y: 500, width: 100, height: 100), application: stage.application)
            window.isHidden = false
            window.addSubview(ProbeView("v", 0, 0, 100, 100, stage.recorder))
            gone = window
            stage.down(1, 10, 510, at: 0)
            window.application = nil
        }
        stage.up(1, at: 10)
        #expect(gone == nil)
        #expect(stage.log == ["v began", "v cancelled"])
    }

    @Test(.rule("X4", "X14")) func `deallocating the application cancels live touches and gestures`() {
        let recorder = stage.recorder
        let view = ProbeView("v", 0, 0, 100, 100, recorder)
        let window: Window
        weak var gone: Application?
        do {
            let application = Application()
            gone = application
            window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100), application: application)
            window.makeKeyAndVisible()
            window.addSubview(view)
            view.addGestureRecognizer(WatchingRecognizer("r", recorder))
            application.send(TouchFrame(time: 0, [.began(1, 10, 10)]))
        }
        #expect(gone == nil)
        #expect(window.application == nil)
        #expect(recorder.take() == ["r sees began", "v began", "v cancelled", "r reset"])
        let next = Application()
        window.application = next
        next.send(TouchFrame(time: 0, [.began(1, 10, 10)]))
        #expect(recorder.lines == ["r sees began", "v began"])
    }
}
