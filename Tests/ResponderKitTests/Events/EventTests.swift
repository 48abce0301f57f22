import ResponderKit
import TestTraits
import Testing

@Suite struct EventTests {
    private let application = WatchedApplication()
    private let stage: Stage

    init() { stage = Stage(application: application) }

    @Test(.rule("E1")) func `type and subtype describe the event`() {
        var received: [String] = []
        application.onEvent = { received.append("\($0.type) \($0.subtype)") }
        application.beginReceivingRemoteControlEvents()
        stage.tap(10, 10, at: 0)
        stage.press(1, .began, at: 100)
        stage.press(1, .ended, at: 110)
        application.post(motion: .began, at: 200_000)
        application.post(motion: .ended, at: 210_000)
        application.post(remoteControl: .remoteControlPlay, at: 300_000)
        application.post(remoteControl: .remoteControlNextTrack, at: 310_000)
        application.dispatchPending()
        #expect(
            received == [
                "touches none", "touches none", "presses none", "presses none", "motion motionShake",
                "motion motionShake", "remoteControl remoteControlPlay", "remoteControl remoteControlNextTrack",
            ]
        )
    }

    @Test(.rule("E2")) func `the timestamp is the time of the input`() {
        var times: [Double] = []
        application.onEvent = { times.append($0.timestamp) }
        stage.down(1, 10, 10, at: 250)
        stage.move(1, 20, 20, at: 500)
        stage.press(1, .began, at: 625)
        application.post(motion: .began, at: 750_000)
        application.dispatchPending()
        stage.up(1, at: 1000)
        #expect(times == [0.25, 0.5, 0.625, 0.75, 1])
    }

    @Test(.rule("E3", "E4"))
    func `allTouches contains every finger of the sequence, including one that ends in this event`() {
        _ = stage.touchable("v")
        _ = stage.touchable("w", 200, 0)
        let front = Window(frame: Rect(x: 500, y: 0, width: 100, height: 100), application: application)
        front.isHidden = false
        var received: [[String]] = []
        application.onEvent = { event in
            received.append((event.allTouches ?? []).map { "\($0.finger.contact) \($0.phase)" })
        }
        stage.down(1, 10, 10, at: 0)
        stage.report(at: 10, .began(2, 210, 10), .began(3, 510, 10))
        stage.move(2, 220, 20, at: 20)
        stage.up(2, at: 30)
        stage.cancel(3, at: 40)
        stage.up(1, at: 50)
        stage.down(4, 10, 10, at: 60)
        #expect(
            received == [
                ["1 began"], ["1 stationary", "2 began", "3 began"], ["1 stationary", "2 moved", "3 stationary"],
                ["1 stationary", "2 ended", "3 stationary"], ["1 stationary", "3 cancelled"], ["1 ended"], ["4 began"],
            ]
        )
    }

    @Test(.rule("E3")) func `allTouches contains touches that hit nothing and ignored ones`() {
        let view = stage.touchable("v")
        var all: TouchSet = []
        view.onEnded = { _, event in all = event?.allTouches ?? [] }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20), .began(3, -500, -500))
        stage.up(1, at: 10)
        #expect(all.map(\.finger.contact) == [1, 2, 3])
        #expect(all.map(\.phase) == [.ended, .stationary, .stationary])
        #expect(all.map { $0.view === view } == [true, true, false])
    }

    @Test(.rule("E5", "E6", "E7")) func `touches(for:) returns only the touches of the view, window or recognizer`() {
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        let child = ProbeView("child", 50, 50, 50, 50, stage.recorder)
        view.addSubview(child)
        let recognizer = WatchingRecognizer("r", Recorder())
        view.addGestureRecognizer(recognizer)
        let idle = WatchingRecognizer("idle", Recorder())
        let front = Window(frame: Rect(x: 500, y: 0, width: 100, height: 100), application: application)
        front.isHidden = false
        let none = Window(frame: .zero, application: application)
        var received: [[Int32]?] = []
        application.onEvent = { event in
            guard event.allTouches?.count == 4 else { return }
            let own = [event.touches(for: view), event.touches(for: child), event.touches(for: View())]
            let windows = [event.touches(for: stage.window), event.touches(for: front), event.touches(for: none)]
            let seen = [event.touches(for: recognizer), event.touches(for: idle)]
            received = (own + windows + seen).map { $0?.map(\.finger.contact) }
        }
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 60, 60, at: 10)
        stage.down(3, 510, 10, at: 20)
        stage.down(4, 300, 300, at: 30)
        #expect(received == [[1], [2], nil, [1, 2, 4], [3], nil, [1, 2], nil])
        application.onEvent = { received = [$0.touches(for: recognizer)?.map(\.finger.contact)] }
        recognizer.state = .failed
        stage.up(1, at: 40)
        stage.up(2, at: 50)
        stage.move(3, 511, 11, at: 60)
        #expect(received == [nil])
    }

    @Test(.rule("E8")) func `one event object carries all touches`() {
        var events: [Event] = []
        application.onEvent = { events.append($0) }
        stage.tap(10, 10, at: 0)
        stage.tap(10, 10, at: 1000)
        #expect(events.count == 4)
        #expect(events.allSatisfy { $0 === events[0] })
    }

    @Test(.rule("E14")) func `a report without changes makes no event`() {
        let view = stage.touchable("v")
        var count = 0
        application.onEvent = { _ in count += 1 }
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 10, 10, at: 10)
        stage.report(at: 20)
        stage.advance(to: 30)
        stage.report(at: 40, .moved(2, 10, 10), .ended(3, 10, 10))
        #expect(count == 1)
        var sample = TouchSample.moved(1, 10, 10)
        sample.force = 2
        stage.report(at: 50, sample)
        sample.majorRadius = 3
        stage.report(at: 60, sample)
        sample.altitudeAngle = 1
        stage.report(at: 70, sample)
        stage.report(at: 80, sample)
        #expect(count == 4)
        stage.up(1, at: 90)
        application.cancel([])
        application.resignActive()
        #expect(count == 5)
        #expect(stage.log == ["v began", "v moved", "v moved", "v moved", "v ended"])
        #expect(view.window === stage.window)
    }
}
