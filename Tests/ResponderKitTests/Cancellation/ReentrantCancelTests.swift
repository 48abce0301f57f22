import ResponderKit
import TestTraits
import Testing

@Suite struct ReentrantCancelTests {
    /// The callback in which the test cancels the touch.
    enum Callback: String, CaseIterable {
        case hitTest, shouldReceive
        case sendBegan, recognizerBegan, viewBegan
        case sendMoved, recognizerMoved, viewMoved
        case sendEnded, recognizerEnded, viewEnded
        case sendCancelled, recognizerCancelled, viewCancelled, reset
    }

    private final class AskedView: View, GestureRecognizerDelegate {
        var onHitTest: (Event?) -> Void = { _ in }
        var onReceive: (Touch) -> Void = { _ in }

        override func hitTest(_ point: Point, with event: Event?) -> View? {
            onHitTest(event)
            return super.hitTest(point, with: event)
        }

        func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
            onReceive(touch)
            return true
        }
    }

    /// Sends down, move and end, and cancels the touch in the given callback.
    private func log(cancellingAt callback: Callback, end: Touch.Phase) -> [String] {
        let application = WatchedApplication()
        let stage = Stage(application: application)
        let asked = AskedView(frame: Rect(x: 0, y: 0, width: 500, height: 500))
        stage.window.addSubview(asked)
        let view = ProbeView("v", 0, 0, 100, 100, stage.recorder)
        asked.addSubview(view)
        let recognizer = WatchingRecognizer("r", stage.recorder)
        recognizer.delegate = asked
        view.addGestureRecognizer(recognizer)
        var all: TouchSet = []
        func pass(_ passed: Callback?, _ touches: TouchSet) {
            all = all.union(touches)
            if passed == callback { application.cancel(all) }
        }
        func named(_ prefix: String, _ touches: TouchSet) -> Callback? {
            touches.first.flatMap { Callback(rawValue: prefix + "\($0.phase)".capitalizedFirst) }
        }
        asked.onHitTest = { pass(.hitTest, $0?.allTouches ?? []) }
        asked.onReceive = { pass(.shouldReceive, [$0]) }
        application.onEvent = { pass(named("send", $0.allTouches ?? []), $0.allTouches ?? []) }
        recognizer.onTouches = { pass(named("recognizer", $0), $0) }
        recognizer.onReset = { pass(.reset, []) }
        view.onBegan = { touches, _ in pass(.viewBegan, touches) }
        view.onMoved = { touches, _ in pass(.viewMoved, touches) }
        view.onEnded = { touches, _ in pass(.viewEnded, touches) }
        view.onCancelled = { touches, _ in pass(.viewCancelled, touches) }
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 11, 11, at: 10)
        if end == .ended { stage.up(1, at: 20) } else { stage.cancel(1, at: 20) }
        stage.advance(to: 9000)
        return stage.log
    }

    @Test(.rule("X2", "X10", "T12"), arguments: Callback.allCases)
    func `a touch can be cancelled from any callback and ends once`(callback: Callback) {
        let began = ["r sees began", "v began"]
        let moved = ["r sees moved", "v moved"]
        let cancelled = ["r sees cancelled", "v cancelled", "r reset"]
        let ended = ["r sees ended", "v ended", "r reset"]
        switch callback {
        case .hitTest, .shouldReceive, .sendBegan, .recognizerBegan, .viewBegan:
            #expect(log(cancellingAt: callback, end: .ended) == began + cancelled)
        case .sendMoved, .recognizerMoved, .viewMoved:
            #expect(log(cancellingAt: callback, end: .ended) == began + moved + cancelled)
        case .sendEnded, .recognizerEnded, .viewEnded, .reset:
            #expect(log(cancellingAt: callback, end: .ended) == began + moved + ended)
        case .sendCancelled, .recognizerCancelled, .viewCancelled:
            #expect(log(cancellingAt: callback, end: .cancelled) == began + moved + cancelled)
        }
    }

    @Test(.rule("X2")) func `a touch can be cancelled from an action`() {
        let stage = Stage()
        let view = stage.touchable("v")
        let press = LongPressGestureRecognizer()
        GestureProbe(stage.recorder).watch(press, as: "press")
        var all: TouchSet = []
        view.onBegan = { touches, _ in all = touches }
        press.addAction { if $0.state == .began { stage.application.cancel(all) } }
        view.addGestureRecognizer(press)
        stage.down(1, 10, 10, at: 0)
        stage.advance(to: 600)
        stage.move(1, 11, 11, at: 700)
        stage.up(1, at: 800)
        #expect(stage.log == ["v began", "press began", "v cancelled", "press cancelled"])
    }

    /// Actions of a handler that cancel every touch.
    enum Stop: CaseIterable {
        case cancel, resign, ignore
    }

    @Test(.rule("X1", "X10", "X12", "Q3"), arguments: Stop.allCases)
    func `a cancellation by a handler precedes the second change of the same finger in a report`(stop: Stop) {
        let stage = Stage()
        let view = stage.touchable("v")
        view.onBegan = { touches, _ in
            switch stop {
            case .cancel: stage.application.cancel(touches)
            case .resign: stage.application.resignActive()
            case .ignore: stage.application.beginIgnoringInteractionEvents()
            }
        }
        stage.report(at: 0, .began(1, 10, 10), .ended(1, 10, 10))
        #expect(stage.log == ["v began", "v cancelled"])
    }

    @Test(.rule("X1", "X12"), arguments: [Stop.resign, .ignore])
    func `an interruption by a handler takes effect after the event is delivered`(stop: Stop) {
        let stage = Stage()
        let view = stage.touchable("v")
        _ = stage.touchable("w", 200, 0)
        view.onMoved = { _, _ in
            if stop == .resign {
                stage.application.resignActive()
            } else {
                stage.application.beginIgnoringInteractionEvents()
            }
            stage.recorder.write("stopped")
        }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 210, 10))
        stage.post(at: 10, .moved(1, 11, 11), .moved(2, 211, 11))
        stage.post(at: 20, .began(3, 300, 300), .ended(1, 11, 11), .ended(2, 211, 11))
        stage.application.dispatchPending()
        #expect(
            stage.log == ["v began", "w began", "v moved", "stopped", "w moved", "v cancelled", "w cancelled"]
        )
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
