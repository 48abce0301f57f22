import ResponderKit
import TestTraits
import Testing

@Suite struct CoalescingTests {
    private let application = WatchedApplication()
    private let stage: Stage
    private let view: ProbeView

    init() {
        stage = Stage(application: application)
        view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
    }

    @Test(.rule("E12")) func `samples of one report make one event`() {
        var count = 0
        application.onEvent = { _ in count += 1 }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.report(at: 10, .moved(1, 11, 11), .ended(2, 20, 20), .began(3, 30, 30))
        #expect(count == 2)
        #expect(stage.log == ["v began 2", "v began", "v moved", "v ended"])
    }

    @Test(.rule("E12", "E9", "T6"))
    func `pending moves are merged, and coalescedTouches returns the samples in between`() {
        stage.down(1, 10, 10, at: 0)
        stage.move(1, 20, 10, at: 10)
        var received: [[Double]] = []
        var isCopy: [Bool] = []
        view.onMoved = { touches, event in
            for touch in touches {
                let all = event?.coalescedTouches(for: touch) ?? []
                received += all.map { [$0.timestamp, $0.previousLocation(in: nil).x, $0.location(in: nil).x] }
                received.append([touch.timestamp, touch.previousLocation(in: nil).x, touch.location(in: nil).x])
                received.append([event?.timestamp ?? -1])
                isCopy = all.map { $0 !== touch && $0.phase == .moved && $0.view === touch.view }
            }
        }
        stage.post(at: 250, .moved(1, 30, 10))
        stage.post(at: 500, .moved(1, 40, 10))
        stage.post(at: 500, .moved(1, 40, 10))
        stage.post(at: 750, .moved(1, 50, 10))
        application.dispatchPending()
        #expect(stage.log == ["v began", "v moved", "v moved"])
        #expect(received == [[0.25, 20, 30], [0.5, 30, 40], [0.75, 40, 50], [0.75, 20, 50], [0.75]])
        #expect(isCopy == [true, true, true])
    }

    @Test(.rule("E12")) func `pending moves of several fingers become one event`() {
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.post(at: 10, .moved(1, 11, 11))
        stage.post(at: 20, .moved(2, 21, 21))
        stage.post(at: 30, .moved(1, 12, 12), .moved(2, 22, 22))
        application.dispatchPending()
        #expect(stage.log == ["v began 2", "v moved 2"])
    }

    @Test(.rule("E12")) func `several moves of a finger in one report become one move`() {
        var locations: [Double] = []
        view.onMoved = { touches, event in
            locations = touches.flatMap { event?.coalescedTouches(for: $0) ?? [] }.map { $0.location(in: nil).x }
        }
        stage.down(1, 10, 10, at: 0)
        stage.report(at: 10, .moved(1, 11, 10), .moved(1, 12, 10), .moved(1, 13, 10))
        #expect(stage.log == ["v began", "v moved"])
        #expect(locations == [11, 12, 13])
    }

    @Test(.rule("E13")) func `began, ended and cancelled are never merged`() {
        stage.post(at: 0, .began(1, 10, 10))
        stage.post(at: 10, .moved(1, 11, 11))
        stage.post(at: 20, .moved(1, 12, 12))
        stage.post(at: 30, .ended(1, 12, 12))
        stage.post(at: 40, .began(1, 10, 10))
        stage.post(at: 50, .cancelled(1, 10, 10))
        stage.post(at: 60, .began(1, 10, 10))
        stage.post(at: 70, .ended(1, 10, 10))
        application.dispatchPending()
        #expect(
            stage.log == ["v began", "v moved", "v ended", "v began", "v cancelled", "v began", "v ended"]
        )
    }

    @Test(.rule("E13", "Q2")) func `a move is not merged across another finger's began`() {
        stage.post(at: 0, .began(1, 10, 10))
        stage.post(at: 10, .moved(1, 11, 11))
        stage.post(at: 20, .began(2, 20, 20))
        stage.post(at: 30, .moved(1, 12, 12))
        application.dispatchPending()
        #expect(stage.log == ["v began", "v moved", "v began", "v moved"])
    }

    @Test(.rule("E12", "Q6")) func `moves are not merged across a timer`() {
        let press = LongPressGestureRecognizer()
        GestureProbe(stage.recorder).watch(press, as: "press")
        view.addGestureRecognizer(press)
        stage.down(1, 10, 10, at: 0)
        stage.post(at: 300, .moved(1, 11, 11))
        stage.post(at: 500, .moved(1, 12, 12))
        stage.post(at: 501, .moved(1, 13, 13))
        application.dispatchPending()
        #expect(stage.log == ["v began", "v moved", "press began", "v cancelled", "press changed"])
    }

    @Test(.rule("E9")) func `without merging, coalescedTouches returns one copy of the touch`() {
        var received: [String] = []
        let note: (TouchSet, Event?) -> Void = { touches, event in
            for touch in event?.allTouches ?? [] {
                let all = event?.coalescedTouches(for: touch) ?? []
                let values = all.map { "\($0.finger.contact) \($0.phase) \($0.location(in: nil).x) \($0.timestamp)" }
                received.append(values.joined(separator: ", ") + (all.contains { $0 === touch } ? " itself" : ""))
            }
        }
        (view.onBegan, view.onMoved, view.onEnded) = (note, note, note)
        stage.down(1, 10, 10, at: 0)
        stage.down(2, 20, 20, at: 250)
        stage.move(2, 21, 21, at: 500)
        stage.up(2, at: 750)
        #expect(
            received == [
                "1 began 10.0 0.0", "1 stationary 10.0 0.0", "2 began 20.0 0.25", "1 stationary 10.0 0.0",
                "2 moved 21.0 0.5", "1 stationary 10.0 0.0", "2 ended 21.0 0.75",
            ]
        )
    }

    @Test(.rule("E9", "E11")) func `a touch that is not in the event has no coalesced or predicted touches`() throws {
        var held: (Touch, Event)?
        view.onBegan = { touches, event in
            if let touch = touches.first, let event { held = (touch, event) }
        }
        stage.down(1, 10, 10, at: 0)
        let (touch, event) = try #require(held)
        #expect(event.coalescedTouches(for: touch)?.count == 1)
        #expect(event.predictedTouches(for: touch) == [])
        let copy = try #require(event.coalescedTouches(for: touch)?.first)
        #expect(event.coalescedTouches(for: copy) == nil)
        #expect(event.predictedTouches(for: copy) == nil)
        stage.up(1, at: 10)
        #expect(event.coalescedTouches(for: touch) == nil)
        #expect(event.predictedTouches(for: touch) == nil)
    }

    @Test(.rule("E10")) func `coalesced copies reach no responder and are not in allTouches`() {
        var copies: [Touch] = []
        var received: [Touch] = []
        view.onMoved = { touches, event in
            received += touches
            received += event?.allTouches ?? []
            copies += touches.flatMap { event?.coalescedTouches(for: $0) ?? [] }
            copies += touches.flatMap { event?.predictedTouches(for: $0) ?? [] }
        }
        stage.down(1, 10, 10, at: 0)
        for time in [10, 20, 30] as [Int64] {
            stage.post(at: time, .moved(1, Double(time), 10))
            stage.post(at: time + 5, .moved(1, Double(time + 5), 10))
            application.dispatchPending()
            application.cancel(TouchSet(copies))
        }
        #expect(copies.count == 5)
        #expect(Set(copies).count == 5)
        #expect(Set(received).count == 1)
        #expect(Set(received).isDisjoint(with: copies))
        #expect(stage.log == ["v began", "v moved", "v moved", "v moved"])
    }
}
