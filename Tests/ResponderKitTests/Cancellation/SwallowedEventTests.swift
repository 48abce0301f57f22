import ResponderKit
import TestTraits
import Testing

@Suite struct SwallowedEventTests {
    private let application = WatchedApplication()
    private let stage: Stage
    private let window: SwallowingWindow
    private let view: ProbeView

    init() {
        stage = Stage(application: application)
        window = SwallowingWindow(frame: Rect(x: 0, y: 0, width: 500, height: 500), application: application)
        window.isHidden = false
        view = ProbeView("v", 0, 0, 500, 500, stage.recorder)
        window.addSubview(view)
    }

    /// Makes the window or the application drop all events in which finger 1 is in this phase.
    private func swallow(_ phase: Touch.Phase, inWindow isInWindow: Bool) {
        let swallows: (Event) -> Bool = { event in
            event.allTouches?.contains { $0.finger == 1 && $0.phase == phase } == true
        }
        if isInWindow { window.swallows = swallows } else { application.swallows = swallows }
    }

    @Test(
        .rule("T12"),
        arguments: [
            (Touch.Phase.began, []), (.moved, ["v began", "v ended"]), (.ended, ["v began", "v moved", "v cancelled"]),
            (.cancelled, ["v began", "v moved", "v ended"]),
        ] as [(Touch.Phase, [String])],
        [true, false]
    )
    func `a sendEvent override that drops a phase leaves one end for each began`(
        step: (phase: Touch.Phase, log: [String]),
        isInWindow: Bool
    ) {
        swallow(step.phase, inWindow: isInWindow)
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        stage.advance(to: 9000)
        #expect(stage.log == step.log)
        view.isHidden = false
    }

    @Test(.rule("T12"), arguments: [true, false])
    func `a cancellation that an override drops is delivered anyway`(isInWindow: Bool) {
        swallow(.cancelled, inWindow: isInWindow)
        stage.down(1, 10, 10, at: 0)
        stage.cancel(1, at: 10)
        #expect(stage.recorder.take() == ["v began", "v cancelled"])
        stage.down(1, 10, 10, at: 100)
        application.resignActive()
        #expect(stage.log == ["v began", "v cancelled"])
    }

    @Test(.rule("T12", "G47", "G52"), arguments: [true, false])
    func `a recognizer receives a dropped end as cancelled unless it has already finished`(isOver: Bool) {
        let recognizer = stage.attach("a", isOver ? .recognizes(.down) : .waits, to: view)
        recognizer.writes = .touches
        swallow(.ended, inWindow: true)
        stage.down(1, 10, 10, at: 0)
        _ = stage.recorder.take()
        stage.up(1, at: 20)
        #expect(stage.log.contains("a sees cancelled") == !isOver)
    }

    @Test(.rule("T12", "G48"), arguments: [true, false])
    func `a recognizer whose only touch was dropped is reset at once`(isInWindow: Bool) {
        let recognizer = stage.attach("a", .waits, to: view)
        recognizer.writes = .resets
        swallow(.began, inWindow: isInWindow)
        stage.down(1, 10, 10, at: 0)
        #expect(stage.log == ["a reset"])
    }

    @Test(.rule("T12"), arguments: [true, false])
    func `a pan whose end was dropped is cancelled`(isInWindow: Bool) {
        let pan = PanGestureRecognizer()
        GestureProbe(stage.recorder).watch(pan, as: "pan")
        view.addGestureRecognizer(pan)
        swallow(.ended, inWindow: isInWindow)
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 110, 110, at: 10)
        stage.up(1, at: 20)
        #expect(stage.log == ["v began", "pan began", "v cancelled", "pan cancelled"])
        #expect(pan.state == .possible)
    }

    @Test(.rule("T12")) func `a dropped began does not reach recognizers, and the next touch is delivered normally`() {
        view.addGestureRecognizer(WatchingRecognizer("r", stage.recorder))
        swallow(.began, inWindow: true)
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        #expect(stage.recorder.take() == ["r reset"])
        stage.tap(10, 10, finger: 2, at: 100)
        #expect(stage.log == ["r sees began", "v began", "r sees ended", "v ended", "r reset"])
    }

    @Test(.rule("T12")) func `a window that drops an event does not affect another window`() {
        _ = stage.touchable("w", 600, 0)
        window.swallows = { _ in true }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 610, 10))
        stage.report(at: 10, .moved(1, 11, 11), .moved(2, 611, 11))
        stage.report(at: 20, .ended(1, 11, 11), .ended(2, 611, 11))
        #expect(stage.log == ["w began", "w moved", "w ended"])
    }

    @Test(.rule("T12")) func `an override that sends an event twice delivers it once`() {
        final class TwiceApplication: Application {
            override func sendEvent(_ event: Event) {
                super.sendEvent(event)
                super.sendEvent(event)
            }
        }
        let stage = Stage(application: TwiceApplication())
        let view = stage.touchable("v")
        view.addGestureRecognizer(WatchingRecognizer("r", stage.recorder))
        stage.tap(10, 10, at: 0)
        #expect(stage.log == ["r sees began", "v began", "r sees ended", "v ended", "r reset"])
    }
}
