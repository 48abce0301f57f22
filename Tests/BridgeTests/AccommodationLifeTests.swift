import Contacts
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests touch accommodations during resynchronizations, with palms, with a second panel, and at the end of a
/// recording. Times are in microseconds.
struct AccommodationLifeTests {
    private let stage = Stage()
    private let reports = Reports()

    init() { stage.hub.addObserver(reports) }

    /// Collects rejections of contacts that never became touches: time and reason.
    private final class Reports: InputObserver {
        var reasons: [String] = []
        var followsContacts: Bool { true }
        func contact(_ report: ContactReport) {
            if let rejection = report.rejection, !report.wasTouch { reasons.append("\(report.time) \(rejection)") }
        }
    }

    private func add(
        _ name: String = "panel",
        palms: Bool = false,
        pressure: Bool = false,
        debounce: Int64 = 0,
        _ change: (inout TouchAccommodations) -> Void
    ) throws -> Int32 {
        var panel = Streams.panel(name: name)
        if palms {
            panel.codes[.absolute]?.insert(Axis.toolType.rawValue)
            panel.axes[.toolType] = AxisRange(minimum: 0, maximum: 2)
        }
        if pressure {
            panel.codes[.absolute]?.insert(Axis.contactPressure.rawValue)
            panel.axes[.contactPressure] = AxisRange(minimum: 0, maximum: 100)
        }
        var settings = stage.settings
        var accommodations = TouchAccommodations()
        accommodations.gestureDelay = 200
        change(&accommodations)
        (settings.accommodations, settings.filters.debounce) = (accommodations, debounce)
        return try stage.hub.addPanel(panel, settings: settings)
    }

    private func send(_ events: [RawEvent]..., to panel: Int32) { stage.send(events.flatMap { $0 }, of: panel) }

    private func palm(at time: Int64) -> [RawEvent] {
        [RawEvent(.toolType, ToolType.palm.rawValue, at: time), RawEvent(.report, at: time)]
    }

    // MARK: Rejections

    @Test(.rule("V8", "V19")) func `an ignored contact that becomes a palm is reported once`() throws {
        let panel = try add(palms: true) { $0.ignoreRepeat = 300 }
        send(Streams.down(0, 1, 100, 100, at: 1000), Streams.up(0, at: 1050), to: panel)
        send(Streams.down(0, 2, 100, 100, at: 1060), palm(at: 1070), Streams.up(0, at: 1080), to: panel)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
        #expect(reports.reasons == ["1060 filter(Contacts.StrokeRejection.ignoreRepeat)"])
    }

    @Test(.rule("V8", "V18")) func `a withheld contact that becomes a palm is reported once`() throws {
        let panel = try add(palms: true) { $0.holdDuration = 300 }
        send(Streams.down(0, 1, 100, 100, at: 1000), palm(at: 1070), Streams.up(0, at: 1080), to: panel)
        stage.hub.advance(to: 5000)
        #expect(stage.drain() == [])
        #expect(reports.reasons == ["1070 tracker(Contacts.ContactTracker.RejectionReason.palm)"])
    }

    @Test(.rule("V18", "V20", "K1"), arguments: [TouchAccommodations.TapAssistance.off, .final])
    func `a withheld contact that vanished among lost events is rejected with a reason`(
        _ assistance: TouchAccommodations.TapAssistance
    ) throws {
        let panel = try add { ($0.holdDuration, $0.tapAssistance) = (assistance == .off ? 100 : 0, assistance) }
        send(Streams.down(0, 1, 100, 100, at: 1000), to: panel)
        send([RawEvent(.dropped, at: 1050)] + Streams.up(0, at: 1050), to: panel)
        stage.hub.advance(to: 5000)
        #expect(stage.drain() == [] && stage.hub.nextDeadline == nil)
        #expect(reports.reasons == ["1050 filter(Contacts.StrokeRejection.lost)"])
    }

    @Test(.rule("V18", "K1", "K3")) func `a repair and a new tracking id restart the hold duration`() throws {
        let panel = try add { $0.holdDuration = 100 }
        send(Streams.down(0, 1, 100, 100, at: 1000), to: panel)
        send([RawEvent(.dropped, at: 1050)] + Streams.down(0, 2, 300, 100, at: 1050), to: panel)
        stage.hub.advance(to: 1149)
        #expect(stage.drain() == [])
        stage.hub.advance(to: 1150)
        #expect(stage.drain() == ["0 began 300.0,100.0"])
    }

    @Test(.rule("V18", "K1")) func `a repair with the same contact continues the hold duration`() throws {
        let panel = try add { $0.holdDuration = 100 }
        send(Streams.down(0, 1, 100, 100, at: 1000), to: panel)
        send([RawEvent(.dropped, at: 1050)] + Streams.down(0, 1, 120, 100, at: 1050), to: panel)
        stage.hub.advance(to: 1100)
        #expect(stage.drain() == ["0 began 120.0,100.0"])
    }

    @Test(.rule("V18", "L4")) func `cancelling all contacts rejects withheld contacts with a reason`() throws {
        let panel = try add { $0.holdDuration = 100 }
        send(Streams.down(0, 1, 100, 100, at: 1000), to: panel)
        stage.hub.panel(panel)?.cancelAll()
        #expect(reports.reasons == ["1000 tracker(Contacts.ContactTracker.RejectionReason.suppressed)"])
    }

    @Test(.rule("V19", "V8")) func `a cancelled touch begins no time of repeats`() throws {
        let panel = try add(palms: true) { $0.ignoreRepeat = 300 }
        send(Streams.down(0, 1, 100, 100, at: 1000), palm(at: 1070), Streams.up(0, at: 1080), to: panel)
        _ = stage.drain()
        var next = Streams.down(0, 2, 100, 100, at: 1090)
        next.insert(RawEvent(.toolType, ToolType.finger.rawValue, at: 1090), at: 0)
        send(next, to: panel)
        #expect(stage.drain() == ["0 began 100.0,100.0"])
    }

    @Test(.rule("V18", "V19")) func `the time of going down counts for repeats, not the time of the begin`() throws {
        let panel = try add { ($0.holdDuration, $0.ignoreRepeat) = (100, 300) }
        send(Streams.down(0, 1, 100, 100, at: 1000), Streams.up(0, at: 1150), to: panel)
        _ = stage.drain()
        send(Streams.down(0, 2, 100, 100, at: 1440), Streams.up(0, at: 1600), to: panel)
        #expect(stage.drain() == [])
        send(Streams.down(0, 3, 100, 100, at: 1900), to: panel)
        send(Streams.down(1, 4, 500, 100, at: 1950), Streams.up(0, at: 2010), to: panel)
        // The second contact goes down before the lift; its touch begins after the lift.
        stage.hub.advance(to: 2050)
        #expect(stage.drain().filter { $0.contains("began") } == ["0 began 100.0,100.0", "1 began 500.0,100.0"])
    }

    @Test(.rule("V18")) func `time that goes backwards does not shorten a hold duration`() throws {
        let panel = try add { $0.holdDuration = 100 }
        send(Streams.down(0, 1, 100, 100, at: 1000), Streams.move(0, 110, 100, at: 200), to: panel)
        #expect(stage.drain() == [] && stage.hub.nextDeadline == 1100)
        send(Streams.up(0, at: 300), Streams.down(0, 2, 100, 100, at: 400), to: panel)
        #expect(stage.hub.nextDeadline == 1100)
        stage.hub.advance(to: 1100)
        #expect(stage.drain() == ["0 began 100.0,100.0"])
    }

    // MARK: Deadlines

    @Test(.rule("V17", "V18"), .tags(.determinism))
    func `a deadline comes before the end of a recording with the same time`() throws {
        let panel = try add(debounce: 50) { $0.holdDuration = 100 }
        let other = try add("other") { $0.minimumMovement = 1 }
        send(Streams.down(0, 1, 100, 100, at: 1000), Streams.up(0, at: 1090), to: panel)
        send(Streams.down(1, 1, 500, 500, at: 1100), to: other)
        _ = stage.drain()
        stage.hub.settle(panel)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
    }

    @Test(.rule("V20")) func `a changed pressure is delivered when the delay has passed`() throws {
        let panel = try add(pressure: true) { $0.tapAssistance = .initial }
        var forces: [Double] = []
        stage.view.didMove = { [stage] in forces.append(stage.view.force) }
        func press(_ force: Int32, at time: Int64) -> [RawEvent] {
            [RawEvent(.contactPressure, force, at: time), RawEvent(.report, at: time)]
        }
        var down = Streams.down(0, 1, 100, 100, at: 1000)
        down.insert(RawEvent(.contactPressure, 20, at: 1000), at: down.count - 1)
        send(Array(down), press(80, at: 1050), to: panel)
        stage.hub.advance(to: 1200)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 moved 100.0,100.0"])
        #expect(forces == [0.8])
        send(Streams.up(0, at: 1300), to: panel)
        // The pressure is constant during the second touch, so no move is delivered.
        send(Array(Streams.down(0, 2, 100, 100, at: 2000)), to: panel)
        stage.hub.advance(to: 2200)
        send(Streams.up(0, at: 2300), to: panel)
        #expect(stage.drain() == ["0 ended 100.0,100.0", "0 began 100.0,100.0", "0 ended 100.0,100.0"])
    }

    @Test(.rule("V18")) func `ten fingers that go down at once begin in the order of their slots`() throws {
        let panel = try add { ($0.holdDuration, $0.tapAssistance) = (100, .initial) }
        var events = (0..<Int32(10)).flatMap { Array(Streams.down($0, $0 + 1, 50 * $0, 100, at: 1000).dropLast()) }
        events.append(RawEvent(.report, at: 1000))
        send(events, to: panel)
        stage.hub.advance(to: 1100)
        #expect(stage.drain() == (0..<10).map { "\($0) began \(50 * Double($0)),100.0" })
        for slot in 0..<Int32(10) { send(Streams.up(slot, at: 1110), to: panel) }
        #expect(Set(stage.drain()) == Set((0..<10).map { "\($0) ended \(50 * Double($0)),100.0" }))
        #expect(stage.hub.nextDeadline == nil)
    }

    @Test(.rule("V21")) func `a changed pressure is withheld together with the movement`() throws {
        let panel = try add(pressure: true) { $0.minimumMovement = 20 }
        var down = Streams.down(0, 1, 100, 100, at: 1000)
        down.insert(RawEvent(.contactPressure, 20, at: 1000), at: down.count - 1)
        send(down, [RawEvent(.contactPressure, 80, at: 1050), RawEvent(.report, at: 1050)], to: panel)
        #expect(stage.drain() == ["0 began 100.0,100.0"])
        send(Streams.move(0, 130, 100, at: 1060), to: panel)
        #expect(stage.drain() == ["0 moved 130.0,100.0"] && stage.view.force == 0.8)
    }

    // MARK: Several panels

    @Test(.rule("V19", "K10")) func `a lift on one panel does not reject a contact on another panel`() throws {
        let first = try add { $0.ignoreRepeat = 300 }
        let second = try add("other") { $0.ignoreRepeat = 300 }
        send(Streams.down(0, 1, 100, 100, at: 1000), Streams.up(0, at: 1050), to: first)
        send(Streams.down(0, 1, 700, 100, at: 1060), to: second)
        #expect(stage.drain().filter { $0.contains("began") }.count == 2)
    }

    @Test(.rule("V18", "L1")) func `the removal of one panel leaves the contacts of another withheld`() throws {
        let first = try add { $0.holdDuration = 100 }
        let second = try add("other") { $0.holdDuration = 100 }
        send(Streams.down(0, 1, 100, 100, at: 1000), to: first)
        send(Streams.down(0, 1, 700, 100, at: 1020), to: second)
        stage.hub.remove(first)
        stage.hub.advance(to: 2000)
        #expect(stage.drain() == ["0 began 700.0,100.0"])
    }
}
