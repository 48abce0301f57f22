import ResponderKit
import TestTraits
import Testing

@Suite struct EventQueueTests {
    private let application = WatchedApplication()
    private let stage: Stage

    init() { stage = Stage(application: application) }

    @Test(.rule("Q1", "Q8")) func `a report is pending until it is dispatched, and then becomes an event`() {
        _ = stage.touchable("v")
        var types: [Event.EventType] = []
        application.onEvent = { types.append($0.type) }
        stage.post(at: 5, .began(1, 10, 10))
        #expect(stage.log == [])
        #expect(application.now == 0)
        application.dispatchPending()
        #expect(stage.log == ["v began"])
        #expect(types == [.touches])
        #expect(application.now == 5000)
        application.dispatchPending()
        #expect(stage.log == ["v began"])
    }

    @Test(.rule("Q2")) func `inputs of all kinds are dispatched in the order of posting`() {
        var types: [Event.EventType] = []
        var times: [Microseconds] = []
        application.onEvent = {
            types.append($0.type)
            times.append($0.time)
        }
        application.beginReceivingRemoteControlEvents()
        application.post(motion: .began, at: 1)
        stage.post(at: 2, .began(1, 10, 10))
        application.post([PressSample(1, .began, type: .select)], at: 3000)
        application.post(remoteControl: .remoteControlPlay, at: 4000)
        stage.post(at: 5, .ended(1, 10, 10))
        application.post([PressSample(1, .ended, type: .select)], at: 6000)
        application.post(motion: .ended, at: 7000)
        application.dispatchPending()
        #expect(types == [.motion, .touches, .presses, .remoteControl, .touches, .presses, .motion])
        #expect(times == [1, 2000, 3000, 4000, 5000, 6000, 7000])
    }

    @Test(.rule("Q2", "T7")) func `an input with an older time does not overtake earlier inputs`() {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var received: [String] = []
        let note: (TouchSet, Event?) -> Void = { touches, event in
            received += touches.map { "\($0.finger.contact) \($0.phase) \($0.time) \(event?.time ?? -1)" }
        }
        (view.onBegan, view.onEnded) = (note, note)
        let misuses = MisuseLog()
        application.addObserver(misuses)
        stage.post(at: 20, .began(1, 10, 10))
        stage.post(at: 5, .began(2, 20, 20))
        stage.post(at: 30, .ended(1, 10, 10))
        application.dispatchPending()
        #expect(received == ["1 began 20000 20000", "2 began 20000 20000", "1 ended 30000 30000"])
        #expect(misuses.all == [.timeRanBackwards(by: 15000)])
    }

    @Test(arguments: [Microseconds.min, .max]) func `the smallest and the largest time are valid`(time: Microseconds) {
        _ = stage.touchable("v")
        application.send(TouchFrame(time: time, [.began(1, 10, 10)]))
        application.send(TouchFrame(time: 10, [.ended(1, 10, 10)]))
        #expect(stage.log == ["v began", "v ended"])
        #expect(application.now == max(10, time))
    }

    @Test(.rule("Q3", "Q4")) func `input posted by a handler follows the event and all pending input`() {
        let parent = stage.touchable("parent")
        parent.isMultipleTouchEnabled = true
        let view = ProbeView("v", 0, 0, 100, 100, stage.recorder)
        view.isMultipleTouchEnabled = true
        parent.addSubview(view)
        view.addGestureRecognizer(WatchingRecognizer("r", stage.recorder))
        view.onBegan = { [stage] touches, _ in
            guard touches.first?.finger == 1 else { return }
            stage.up(1, at: 30)
            stage.recorder.write("sent")
        }
        stage.post(at: 10, .began(1, 10, 10))
        stage.post(at: 20, .began(2, 20, 20))
        application.dispatchPending()
        #expect(
            stage.log == [
                "r sees began", "v began", "sent", "parent began", "r sees began", "v began", "parent began",
                "r sees ended", "v ended", "parent ended",
            ]
        )
    }

    @Test(.rule("Q3")) func `an event completes with actions and resets before the next one`() {
        let view = stage.touchable("v")
        let tap = TapGestureRecognizer()
        GestureProbe(stage.recorder).watch(tap, as: "tap")
        view.addGestureRecognizer(tap)
        let watcher = WatchingRecognizer("r", stage.recorder)
        stage.window.addGestureRecognizer(watcher)
        for time in [0, 1000] as [Int64] {
            stage.post(at: time, .began(1, 10, 10))
            stage.post(at: time + 50, .ended(1, 10, 10))
        }
        application.dispatchPending()
        let once = ["r sees began", "v began", "r sees ended", "tap ended", "v cancelled", "r reset"]
        #expect(stage.log == once + once)
    }

    @Test(.rule("Q7")) func `all effects have occurred when the host's call returns`() {
        let view = stage.touchable("v")
        let press = LongPressGestureRecognizer()
        GestureProbe(stage.recorder).watch(press, as: "press")
        view.addGestureRecognizer(press)
        stage.recorder.write("down")
        stage.down(1, 10, 10, at: 0)
        stage.recorder.write("wait")
        stage.advance(to: 700)
        stage.recorder.write("up")
        stage.up(1, at: 800)
        stage.recorder.write("done")
        #expect(stage.log == ["down", "v began", "wait", "press began", "v cancelled", "up", "press ended", "done"])
    }

    @Test(.rule("Q8")) func `only the host advances the clock`() {
        let view = stage.touchable("v")
        let press = LongPressGestureRecognizer()
        press.minimumPressDuration = 0.02
        GestureProbe(stage.recorder).watch(press, as: "press")
        view.addGestureRecognizer(press)
        #expect(application.nextDeadline == nil)
        stage.down(1, 10, 10, at: 1_000_000)
        #expect(application.nextDeadline == 1_000_020_000)
        let clock = ContinuousClock()
        let start = clock.now
        while start.duration(to: clock.now) < .milliseconds(60) { application.dispatchPending() }
        #expect(stage.log == ["v began"])
        stage.advance(to: 1_000_019)
        #expect(stage.log == ["v began"])
        stage.advance(to: 1_000_020)
        #expect(stage.log == ["v began", "press began", "v cancelled"])
        #expect(application.nextDeadline == nil)
    }
}
