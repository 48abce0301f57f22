import ResponderKit
import TestTraits
import Testing

@Suite struct EventOrderTests {
    /// A view that records its hit tests.
    private final class AskedView: View {
        var recorder: Recorder?

        override func hitTest(_ point: Point, with event: Event?) -> View? {
            recorder?.write("hit-test \(point.x)")
            return super.hitTest(point, with: event)
        }
    }

    private final class AskedDelegate: GestureRecognizerDelegate {
        let recorder: Recorder
        init(_ recorder: Recorder) { self.recorder = recorder }

        func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
            recorder.write("\(gestureRecognizer.name ?? "") collected")
            return true
        }

        func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
            recorder.write("\(gestureRecognizer.name ?? "") settled")
            return true
        }
    }

    @Test(.rule("Q5")) func `an event passes all steps in order, from hit-testing to reset`() {
        let application = WatchedApplication()
        let stage = Stage(application: application)
        let asked = AskedView(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
        asked.recorder = stage.recorder
        stage.window.addSubview(asked)
        let left = ProbeView("left", 0, 0, 100, 100, stage.recorder)
        let right = ProbeView("right", 200, 0, 100, 100, stage.recorder)
        asked.addSubview(left)
        asked.addSubview(right)
        let delegate = AskedDelegate(stage.recorder)
        let tap = TapGestureRecognizer()
        tap.delegate = delegate
        GestureProbe(stage.recorder).watch(tap, as: "tap")
        let watcher = WatchingRecognizer("watcher", stage.recorder)
        watcher.name = "watcher"
        watcher.delegate = delegate
        left.addGestureRecognizer(watcher)
        left.addGestureRecognizer(tap)
        var held: Event?
        var atReset: [Int32]?
        application.onEvent = { held = $0 }
        watcher.onReset = { atReset = held?.allTouches?.map(\.finger.contact) }
        stage.down(1, 10, 10, at: 0)
        #expect(
            stage.recorder.take() == [
                "hit-test 10.0", "watcher collected", "tap collected", "watcher sees began", "left began",
            ]
        )
        stage.report(at: 50, .began(2, 210, 10), .ended(1, 10, 10))
        #expect(
            stage.log == [
                "hit-test 210.0", "watcher sees ended", "tap settled", "tap ended", "left cancelled", "right began",
                "watcher reset",
            ]
        )
        #expect(atReset == [1, 2])
        #expect(held?.allTouches?.map(\.finger.contact) == [2])
    }

    @Test(.rule("Q5")) func `all new touches are hit-tested before a recognizer receives one`() {
        let stage = Stage()
        let asked = AskedView(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
        asked.recorder = stage.recorder
        stage.window.addSubview(asked)
        stage.window.addGestureRecognizer(WatchingRecognizer("r", stage.recorder))
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20), .began(3, 30, 30))
        #expect(stage.log == ["hit-test 10.0", "hit-test 20.0", "hit-test 30.0", "r sees began 3"])
    }

    @Test(.rule("Q6")) func `timers fire in the order of their times, whatever the order of setting`() {
        let stage = Stage()
        let probe = GestureProbe(stage.recorder)
        for (name, x, seconds) in [("late", 0.0, 0.75), ("early", 200, 0.25), ("middle", 400, 0.5)] {
            let press = LongPressGestureRecognizer()
            press.minimumPressDuration = seconds
            probe.watch(press, as: name)
            stage.touchable("\(name) view", x, 0).addGestureRecognizer(press)
        }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 210, 10), .began(3, 410, 10))
        #expect(stage.recorder.take() == ["late view began", "early view began", "middle view began"])
        stage.advance(to: 2000)
        #expect(
            stage.log == [
                "early began", "early view cancelled", "middle began", "middle view cancelled", "late began",
                "late view cancelled",
            ]
        )
    }

    @Test(.rule("Q6"), arguments: [(499, false), (500, false), (501, true)] as [(Int64, Bool)])
    func `a timer that is due before the next input fires before it`(time: Int64, firesFirst: Bool) {
        let stage = Stage()
        let view = stage.touchable("v")
        let press = LongPressGestureRecognizer()
        GestureProbe(stage.recorder).watch(press, as: "press")
        view.addGestureRecognizer(press)
        stage.post(at: 0, .began(1, 10, 10))
        stage.post(at: time, .ended(1, 10, 10))
        stage.application.dispatchPending()
        #expect(
            stage.log
                == (firesFirst ? ["v began", "press began", "v cancelled", "press ended"] : ["v began", "v ended"])
        )
    }

    @Test(.rule("Q6")) func `a timer fires with its own time, not with that of the next input`() {
        let stage = Stage()
        let view = stage.touchable("v")
        let press = LongPressGestureRecognizer()
        var times: [Microseconds] = []
        press.addAction { _ in times.append(stage.application.now) }
        view.addGestureRecognizer(press)
        stage.down(1, 10, 10, at: 100)
        stage.move(1, 12, 10, at: 5000)
        #expect(times == [600_000, 5_000_000])
    }
}
