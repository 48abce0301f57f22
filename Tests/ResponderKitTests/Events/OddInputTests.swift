import ResponderKit
import TestTraits
import Testing

@Suite struct OddInputTests {
    private let stage = Stage()
    private let misuses = MisuseLog()
    private let view: ProbeView

    init() {
        view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        stage.application.addObserver(misuses)
    }

    private static let locations = [
        Point(x: .nan, y: 10), Point(x: 10, y: .nan), Point(x: .infinity, y: 10), Point(x: 10, y: -.infinity),
    ]

    @Test(.rule("E14"), arguments: [TouchSample.Change.moved, .ended, .cancelled])
    func `a sample of a finger that is not down is ignored`(change: TouchSample.Change) {
        stage.report(at: 0, TouchSample(FingerID(contact: 3), change, at: Point(x: 10, y: 10)))
        #expect(stage.log == [])
        #expect(misuses.all == [.unknownFinger(3)])
    }

    @Test(.rule("E14"), arguments: locations)
    func `a finger that goes down at a non-finite location is ignored until it lifts`(
        location: Point
    ) {
        stage.report(at: 0, TouchSample(1, .began, at: location))
        stage.move(1, 10, 10, at: 10)
        stage.up(1, at: 20)
        #expect(stage.recorder.take() == [])
        #expect(misuses.all == [.sampleNotFinite(1)])
        stage.tap(10, 10, at: 30)
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("E14"), arguments: locations) func `a move to a non-finite location does not move the finger`(
        location: Point
    ) {
        var last: Point?
        view.onMoved = { touches, _ in last = touches.first?.previousLocation(in: nil) }
        stage.down(1, 10, 10, at: 0)
        stage.report(at: 10, TouchSample(1, .moved, at: location))
        stage.move(1, 12, 12, at: 20)
        #expect(stage.log == ["v began", "v moved"])
        #expect(last == Point(x: 10, y: 10))
        #expect(misuses.all == [.sampleNotFinite(1)])
    }

    @Test(.rule("T12", "E13"), arguments: locations, [TouchSample.Change.ended, .cancelled])
    func `an end at a non-finite location still ends the touch`(location: Point, change: TouchSample.Change) {
        var last: [Point] = []
        let note: (TouchSet, Event?) -> Void = { touches, _ in last += touches.map { $0.location(in: nil) } }
        (view.onEnded, view.onCancelled) = (note, note)
        stage.down(1, 10, 10, at: 0)
        stage.report(at: 10, TouchSample(1, change, at: location))
        #expect(stage.log == ["v began", "v \(change)"])
        #expect(last == [Point(x: 10, y: 10)])
        #expect(misuses.all == [.sampleNotFinite(1)])
    }

    @Test(.rule("T1", "T12")) func `a finger that goes down twice cancels its first touch`() {
        var seen: [Touch] = []
        view.onBegan = { touches, _ in seen += touches }
        stage.down(1, 10, 10, at: 0)
        stage.down(1, 20, 20, at: 10)
        stage.move(1, 21, 21, at: 20)
        stage.up(1, at: 30)
        #expect(stage.log == ["v began", "v cancelled", "v began", "v moved", "v ended"])
        #expect(misuses.all == [.fingerAlreadyDown(1)])
        #expect(seen.count == 2 && seen[0] !== seen[1])
        #expect(seen.map(\.phase) == [.cancelled, .ended])
    }

    @Test(.rule("T12")) func `a finger that goes down twice in one report makes two touches`() {
        stage.report(at: 0, .began(1, 10, 10), .began(2, 30, 30), .began(1, 20, 20))
        stage.report(at: 10, .ended(1, 20, 20), .ended(2, 30, 30))
        #expect(stage.log == ["v began 2", "v cancelled", "v began", "v ended 2"])
        #expect(misuses.all == [.fingerAlreadyDown(1)])
    }

    @Test(.rule("T12"), arguments: locations)
    func `a second began at a non-finite location also cancels the first touch`(
        location: Point
    ) {
        stage.down(1, 10, 10, at: 0)
        stage.report(at: 10, TouchSample(1, .began, at: location))
        stage.move(1, 12, 12, at: 20)
        stage.up(1, at: 30)
        #expect(stage.recorder.take() == ["v began", "v cancelled"])
        stage.tap(10, 10, at: 40)
        #expect(stage.log == ["v began", "v ended"])
    }

    @Test(.rule("T7")) func `timestamps never run backwards`() {
        var received: [Double] = []
        let note: (TouchSet, Event?) -> Void = { touches, event in
            received += touches.map(\.timestamp) + [event?.timestamp ?? -1]
        }
        (view.onBegan, view.onMoved, view.onEnded) = (note, note, note)
        stage.down(1, 10, 10, at: 500)
        stage.post(at: 250, .moved(1, 11, 11))
        stage.post(at: 125, .moved(1, 12, 12))
        stage.application.dispatchPending()
        stage.advance(to: 0)
        stage.up(1, at: 750)
        #expect(stage.log == ["v began", "v moved", "v ended"])
        #expect(received == [0.5, 0.5, 0.5, 0.5, 0.75, 0.75])
        #expect(
            misuses.all == [
                .timeRanBackwards(by: 250_000), .timeRanBackwards(by: 375_000), .timeRanBackwards(by: 500_000),
            ]
        )
    }

    @Test(.rule("T12")) func `a touch outside every window is ignored until it lifts`() {
        var all: [Touch] = []
        view.onBegan = { _, event in all = Array(event?.allTouches ?? []) }
        stage.down(1, -500, -500, at: 0)
        stage.move(1, 10, 10, at: 10)
        stage.down(2, 20, 20, at: 20)
        stage.up(1, at: 30)
        stage.up(2, at: 40)
        #expect(stage.log == ["v began", "v ended"])
        #expect(all.map(\.finger.contact) == [1, 2])
        #expect(all.first?.view == nil && all.first?.window == nil)
        #expect(all.first?.location(in: nil) == Point(x: 10, y: 10))
        #expect(all.first?.gestureRecognizers ?? [] == [])
    }
}
