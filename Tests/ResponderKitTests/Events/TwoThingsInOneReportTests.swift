import ResponderKit
import TestTraits
import Testing

@Suite struct TwoThingsInOneReportTests {
    private let application = WatchedApplication()
    private let stage: Stage
    private let view: ProbeView
    private let events = Events()

    private final class Events {
        var lines: [String] = []
    }

    init() {
        stage = Stage(application: application)
        view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        application.onEvent = { [events] event in
            let all = event.allTouches ?? []
            let received = all.map { touch in
                let locations = event.coalescedTouches(for: touch) ?? []
                return "\(touch.finger.contact) \(touch.phase) \(locations.map { Int($0.location(in: nil).x) })"
            }
            events.lines.append(received.joined(separator: ", ") + " at \(event.time)")
        }
    }

    @Test(.rule("E13", "Q3")) func `a finger that lands and lifts in one report makes two events`() {
        stage.report(at: 5, .began(1, 10, 10), .began(2, 20, 20), .ended(1, 11, 11), .moved(2, 21, 21))
        #expect(stage.log == ["v began 2", "v moved", "v ended"])
        #expect(
            events.lines == [
                "1 began [10], 2 began [20] at 5000", "1 ended [11], 2 moved [21] at 5000",
            ]
        )
    }

    @Test(.rule("E13")) func `a finger that lifts and lands in one report makes two touches`() {
        var seen: [Touch] = []
        view.onBegan = { touches, _ in seen += touches }
        stage.down(1, 10, 10, at: 0)
        stage.report(at: 50, .ended(1, 10, 10), .began(1, 12, 12))
        stage.up(1, at: 100)
        #expect(stage.log == ["v began", "v ended", "v began", "v ended"])
        #expect(seen.count == 2 && seen[0] !== seen[1])
        #expect(seen.map(\.tapCount) == [1, 2])
        #expect(
            events.lines == [
                "1 began [10] at 0", "1 ended [10] at 50000", "1 began [12] at 50000", "1 ended [12] at 100000",
            ]
        )
    }

    @Test(.rule("E12", "E13", "T6")) func `a move before the end in one report is a coalesced sample of the end`() {
        var previous: [Double] = []
        view.onEnded = { touches, _ in previous = touches.map { $0.previousLocation(in: nil).x } }
        stage.down(1, 10, 10, at: 0)
        stage.report(at: 10, .moved(1, 11, 10), .moved(1, 12, 10), .ended(1, 13, 10))
        #expect(stage.log == ["v began", "v ended"])
        #expect(previous == [10])
        #expect(events.lines == ["1 began [10] at 0", "1 ended [11, 12, 13] at 10000"])
    }

    @Test(.rule("E12", "T6")) func `a move after began in one report is a coalesced sample of began`() {
        var isSame = false
        view.onBegan = { touches, _ in
            isSame = touches.allSatisfy { $0.location(in: nil) == $0.previousLocation(in: nil) }
        }
        stage.report(at: 0, .began(1, 10, 10), .moved(1, 12, 12))
        stage.up(1, at: 10)
        #expect(stage.log == ["v began", "v ended"])
        #expect(isSame)
        #expect(events.lines == ["1 began [10, 12] at 0", "1 ended [12] at 10000"])
    }

    @Test(.rule("E13")) func `a series of taps in one report is delivered completely`() {
        stage.report(
            at: 0,
            .began(1, 10, 10),
            .ended(1, 10, 10),
            .began(1, 10, 10),
            .cancelled(1, 10, 10),
            .began(1, 10, 10),
            .ended(1, 10, 10)
        )
        #expect(
            stage.log == ["v began", "v ended", "v began", "v cancelled", "v began", "v ended"]
        )
        #expect(events.lines.count == 6)
    }
}
