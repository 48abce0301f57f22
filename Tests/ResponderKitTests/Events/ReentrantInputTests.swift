import ResponderKit
import TestTraits
import Testing

@Suite struct ReentrantInputTests {
    private let stage = Stage()
    private var application: Application { stage.application }

    /// Calls with which a handler processes the queue.
    enum Turn: CaseIterable {
        case send, dispatch, advance
    }

    @Test(.rule("Q3", "Q4"), arguments: Turn.allCases)
    func `dispatching from a handler waits until the event is finished`(turn: Turn) {
        let parent = stage.touchable("parent")
        let view = ProbeView("v", 0, 0, 50, 50, stage.recorder)
        parent.addSubview(view)
        view.onBegan = { [stage] _, _ in
            switch turn {
            case .send: stage.move(1, 11, 11, at: 10)
            case .dispatch:
                stage.post(at: 10, .moved(1, 11, 11))
                stage.application.dispatchPending()
            case .advance:
                stage.post(at: 10, .moved(1, 11, 11))
                stage.advance(to: 10)
            }
            stage.recorder.write("returned")
        }
        stage.down(1, 10, 10, at: 0)
        #expect(stage.log == ["v began", "returned", "parent began", "v moved", "parent moved"])
    }

    @Test(.rule("Q3", "Q6")) func `advancing the clock from a handler takes effect after the event`() {
        let view = stage.touchable("v")
        let press = LongPressGestureRecognizer()
        GestureProbe(stage.recorder).watch(press, as: "press")
        view.addGestureRecognizer(press)
        view.onBegan = { [stage] _, _ in
            stage.advance(to: 1000)
            stage.recorder.write("\(stage.application.now)")
        }
        stage.down(1, 10, 10, at: 0)
        #expect(application.now == 1_000_000)
        #expect(stage.log == ["v began", "0", "press began", "v cancelled"])
    }

    @Test(.rule("Q3"), arguments: [true, false])
    func `an event that a handler sends again is not delivered twice`(isByWindow: Bool) {
        let view = stage.touchable("v")
        view.addGestureRecognizer(WatchingRecognizer("r", stage.recorder))
        let again: (TouchSet, Event?) -> Void = { [stage] _, event in
            guard let event else { return }
            if isByWindow { stage.window.sendEvent(event) } else { stage.application.sendEvent(event) }
        }
        (view.onBegan, view.onMoved, view.onEnded) = (again, again, again)
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        #expect(
            stage.log == [
                "r sees began", "v began", "r sees moved", "v moved", "r sees ended", "v ended", "r reset",
            ]
        )
    }

    @Test(.rule("Q3")) func `an event that is sent after its delivery has no effect`() {
        let view = stage.touchable("v")
        var held: Event?
        view.onBegan = { _, event in held = event }
        stage.down(1, 10, 10, at: 0)
        if let held {
            application.sendEvent(held)
            stage.window.sendEvent(held)
        }
        stage.up(1, at: 10)
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("Q2", "Q4")) func `inputs posted by handlers keep their order`() {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        view.onBegan = { [stage] touches, _ in
            for touch in touches where touch.finger.contact < 4 {
                stage.down(touch.finger.contact + 1, 20, 20, at: 10)
                stage.up(touch.finger.contact, at: 20)
            }
        }
        var order: [String] = []
        view.onEnded = { touches, _ in order += touches.map { "\($0.finger.contact) of \(stage.log.count)" } }
        stage.down(1, 10, 10, at: 0)
        #expect(
            stage.log == ["v began", "v began", "v ended", "v began", "v ended", "v began", "v ended"]
        )
        #expect(order == ["1 of 3", "2 of 5", "3 of 7"])
    }
}
