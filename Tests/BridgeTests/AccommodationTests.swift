import Contacts
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests touch accommodations of one panel. Times are in microseconds.
struct AccommodationTests {
    private let stage = Stage(tracing: true)
    private let panel: Int32

    init() throws { panel = try stage.hub.addPanel(Streams.panel(), settings: stage.settings) }

    private func set(_ change: (inout TouchAccommodations) -> Void) {
        var accommodations = TouchAccommodations()
        accommodations.gestureDelay = 200
        change(&accommodations)
        stage.hub.panel(panel)?.settings.accommodations = accommodations
        stage.hub.settingsChanged()
    }

    private func send(_ events: [RawEvent]...) { stage.send(events.flatMap { $0 }, of: panel) }

    private func down(_ x: Int32, at time: Int64, slot: Int32 = 0) -> [RawEvent] {
        Streams.down(slot, Int32(time), x, 100, at: time)
    }

    private func move(_ x: Int32, at time: Int64, slot: Int32 = 0) -> [RawEvent] {
        Streams.move(slot, x, 100, at: time)
    }

    private func up(at time: Int64, slot: Int32 = 0) -> [RawEvent] { Streams.up(slot, at: time) }

    private var filtered: FilteredStrokes? { stage.hub.panel(panel)?.metrics().filtered }

    /// Returns the trace lines that contain a text.
    private func lines(_ text: String) -> [String] {
        String(decoding: stage.trace, as: UTF8.self).split(separator: "\n").map(String.init).filter {
            $0.contains(text)
        }
    }

    // MARK: Hold duration

    @Test(.rule("V18")) func `a contact becomes a touch after the hold duration, where the finger is then`() {
        set { $0.holdDuration = 100 }
        send(down(100, at: 1000), move(150, at: 1050))
        #expect(stage.drain() == [] && stage.hub.nextDeadline == 1100)
        stage.hub.advance(to: 1099)
        #expect(stage.drain() == [])
        stage.hub.advance(to: 1100)
        #expect(stage.drain() == ["0 began 150.0,100.0"] && stage.hub.nextDeadline == nil)
        send(move(160, at: 1200), up(at: 1300))
        #expect(stage.drain() == ["0 moved 160.0,100.0", "0 ended 160.0,100.0"])
        #expect(stage.hub.panel(panel)?.metrics().touches == 1 && filtered?.total == 0)
    }

    @Test(.rule("V18")) func `a contact that lifts before the hold duration is rejected, counted and traced`() {
        set { $0.holdDuration = 100 }
        send(down(100, at: 1000), move(150, at: 1050), up(at: 1099))
        stage.hub.advance(to: 5000)
        #expect(stage.drain() == [])
        #expect(filtered?.holdDuration == 1 && stage.hub.panel(panel)?.metrics().touches == 0)
        let reason = #""reason":"holdDuration","measured":99,"device":"panel"}"#
        #expect(lines("unheard") == [#"{"t":1099,"kind":"unheard","x":100,"y":100,"# + reason])
    }

    @Test(.rule("V18")) func `a lift at the end of the hold duration is a tap, whichever is processed first`() {
        set { $0.holdDuration = 100 }
        send(down(100, at: 1000), up(at: 1100))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
        send(down(100, at: 2000))
        stage.hub.advance(to: 2100)
        send(up(at: 2100))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
        let first = lines(#""t":1100"#).map { $0.replacing(#""t":1100"#, with: "").replacing(#""touch":1"#, with: "") }
        let second = lines(#""t":2100"#).map { $0.replacing(#""t":2100"#, with: "").replacing(#""touch":2"#, with: "") }
        #expect(first.count > 3 && first.count == second.count)
    }

    @Test(.rule("V18")) func `each finger has its own hold duration`() {
        set { $0.holdDuration = 100 }
        send(down(100, at: 1000), down(500, at: 1060, slot: 1), up(at: 1120), move(510, at: 1150, slot: 1))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
        stage.hub.advance(to: 1160)
        #expect(stage.drain() == ["1 began 510.0,100.0"])
    }

    @Test(.rule("V18", "L4")) func `cancelling all contacts drops withheld contacts`() {
        set { $0.holdDuration = 100 }
        send(down(100, at: 1000))
        stage.hub.panel(panel)?.cancelAll()
        stage.hub.advance(to: 2000)
        send(up(at: 2100))
        #expect(stage.drain() == [] && stage.hub.nextDeadline == nil && filtered?.total == 0)
    }

    @Test(.rule("V18", "L1")) func `a removed panel begins no touch`() {
        set { $0.holdDuration = 100 }
        send(down(100, at: 1000))
        stage.hub.remove(panel)
        stage.hub.advance(to: 2000)
        #expect(stage.drain() == [] && stage.hub.nextDeadline == nil)
    }

    @Test(.rule("V18")) func `a view that removes the panel when a withheld touch begins receives no more`() {
        set { $0.holdDuration = 100 }
        let remover = Remover(frame: stage.window.bounds)
        remover.began = { [stage, panel] in stage.hub.remove(panel) }
        stage.window.addSubview(remover)
        send(down(100, at: 1000), down(500, at: 1100, slot: 1), move(120, at: 1150))
        stage.hub.advance(to: 5000)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0"])
    }

    private final class Remover: View {
        var began: () -> Void = {}
        override func touchesBegan(_ touches: TouchSet, with event: Event?) { began() }
    }

    // MARK: Ignore repeat

    @Test(.rule("V19")) func `a contact that goes down too soon after a lift is ignored, also elsewhere`() {
        set { $0.ignoreRepeat = 300 }
        send(down(100, at: 1000), up(at: 1050), down(700, at: 1349), move(710, at: 1360), up(at: 1400))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
        let reason = #""reason":"ignoreRepeat","measured":299,"device":"panel"}"#
        #expect(
            lines("unheard") == [#"{"t":1349,"kind":"unheard","x":700,"y":100,"# + reason]
                && filtered?.ignoreRepeat == 1
        )
        // The lift of the ignored contact restarts the `ignoreRepeat` interval.
        send(down(100, at: 1699), up(at: 1750), down(100, at: 2050), up(at: 2100))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"] && filtered?.ignoreRepeat == 2)
        #expect(stage.hub.panel(panel)?.metrics().touches == 2)
    }

    @Test(.rule("V19")) func `a second finger beside a touch is not a repeat`() {
        set { $0.ignoreRepeat = 300 }
        send(down(100, at: 1000), down(500, at: 1010, slot: 1), up(at: 1050), up(at: 1060, slot: 1))
        #expect(stage.drain().filter { $0.contains("began") }.count == 2)
    }

    @Test(.rule("V18", "V19")) func `a contact that was too short begins no time of repeats`() {
        set { ($0.holdDuration, $0.ignoreRepeat) = (100, 300) }
        send(down(100, at: 1000), up(at: 1050), down(100, at: 1060))
        stage.hub.advance(to: 1160)
        #expect(stage.drain() == ["0 began 100.0,100.0"])
    }

    @Test(.rule("V19", "L4")) func `the lift of a dropped contact begins no time of repeats`() {
        set { ($0.holdDuration, $0.ignoreRepeat) = (100, 100) }
        send(down(100, at: 1000))
        stage.hub.panel(panel)?.cancelAll()
        send(up(at: 1050), down(100, at: 1060))
        stage.hub.advance(to: 1160)
        #expect(stage.drain() == ["0 began 100.0,100.0"])
    }

    // MARK: Tap assistance

    @Test(.rule("V20")) func `with initial, a tap is where the finger went down`() {
        set { $0.tapAssistance = .initial }
        send(down(100, at: 1000), move(180, at: 1050), up(at: 1150))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
    }

    @Test(.rule("V20")) func `with initial, movement is delivered when the delay has passed`() {
        set { $0.tapAssistance = .initial }
        send(down(100, at: 1000), move(180, at: 1050))
        #expect(stage.drain() == ["0 began 100.0,100.0"])
        stage.hub.advance(to: 1200)
        #expect(stage.drain() == ["0 moved 180.0,100.0"])
        send(move(190, at: 1210), up(at: 1220))
        #expect(stage.drain() == ["0 moved 190.0,100.0", "0 ended 190.0,100.0"])
    }

    @Test(.rule("V20")) func `with initial, a finger that rests sends no movement after the delay`() {
        set { $0.tapAssistance = .initial }
        send(down(100, at: 1000), move(100, at: 1050))
        stage.hub.advance(to: 1200)
        #expect(stage.drain() == ["0 began 100.0,100.0"])
        send(up(at: 1300))
        #expect(stage.drain() == ["0 ended 100.0,100.0"])
    }

    @Test(.rule("V20")) func `with final, a tap is where the finger lifted`() {
        set { $0.tapAssistance = .final }
        send(down(100, at: 1000), move(180, at: 1050))
        #expect(stage.drain() == [])
        send(up(at: 1199))
        #expect(stage.drain() == ["0 began 180.0,100.0", "0 ended 180.0,100.0"])
        #expect(lines(#""phase":"began""#).first?.hasPrefix(#"{"t":1199"#) == true)
    }

    @Test(.rule("V20")) func `with final, a longer touch begins where the finger is after the delay`() {
        set { $0.tapAssistance = .final }
        send(down(100, at: 1000), move(180, at: 1050))
        stage.hub.advance(to: 1200)
        #expect(stage.drain() == ["0 began 180.0,100.0"])
        send(move(190, at: 1210), up(at: 1220))
        #expect(stage.drain() == ["0 moved 190.0,100.0", "0 ended 190.0,100.0"])
    }

    @Test(.rule("V20")) func `with final, the first lift begins the touches of all fingers`() {
        set { $0.tapAssistance = .final }
        send(down(100, at: 1000), down(500, at: 1010, slot: 1), move(510, at: 1050, slot: 1), up(at: 1100))
        #expect(stage.drain() == ["0 began 100.0,100.0", "1 began 510.0,100.0", "0 ended 100.0,100.0"])
        send(move(520, at: 1110, slot: 1), up(at: 1120, slot: 1))
        #expect(stage.drain() == ["1 moved 520.0,100.0", "1 ended 520.0,100.0"] && stage.hub.nextDeadline == nil)
        // A later contact has its own delay.
        send(down(100, at: 2000), down(500, at: 2150, slot: 1))
        stage.hub.advance(to: 2200)
        #expect(stage.drain() == ["0 began 100.0,100.0"] && stage.hub.nextDeadline == 2350)
        send(up(at: 2210), up(at: 2220, slot: 1))
        #expect(stage.drain() == ["0 ended 100.0,100.0", "1 began 500.0,100.0", "1 ended 500.0,100.0"])
    }

    @Test(.rule("V20"), arguments: [0, 10])
    func `with final, fingers that lift together have their touches at the same time`(_ pause: Int64) {
        set { $0.tapAssistance = .final }
        send(Array((down(100, at: 1000) + down(500, at: 1000, slot: 1)).filter { !$0.isMark(.report) }))
        send([RawEvent(.report, at: 1000)])
        let lifts = up(at: 1100) + up(at: 1100 + pause, slot: 1)
        if pause == 0 {
            send(lifts.filter { !$0.isMark(.report) } + [RawEvent(.report, at: 1100)])
        } else {
            send(lifts)
        }
        #expect(stage.drain().map { String($0.prefix(7)) } == ["0 began", "1 began", "0 ended", "1 ended"])
        // One hit test and one call for both fingers.
        #expect(lines(#""method":"touchesBegan""#).count == 1)
    }

    @Test(.rule("V18", "V20")) func `the delay of tap assistance begins after the hold duration`() {
        set { ($0.holdDuration, $0.tapAssistance) = (100, .initial) }
        send(down(100, at: 1000), move(180, at: 1050))
        stage.hub.advance(to: 1100)
        #expect(stage.drain() == ["0 began 100.0,100.0"] && stage.hub.nextDeadline == 1300)
        stage.hub.advance(to: 1300)
        #expect(stage.drain() == ["0 moved 180.0,100.0"])
        set { ($0.holdDuration, $0.tapAssistance) = (100, .final) }
        send(up(at: 1400), down(100, at: 2000), move(180, at: 2050), up(at: 2299))
        #expect(stage.drain() == ["0 cancelled 180.0,100.0", "0 began 180.0,100.0", "0 ended 180.0,100.0"])
        send(down(100, at: 3000), move(180, at: 3050))
        stage.hub.advance(to: 3299)
        #expect(stage.drain() == [])
        stage.hub.advance(to: 3300)
        #expect(stage.drain() == ["0 began 180.0,100.0"])
    }

    // MARK: Minimum movement

    @Test(.rule("V21")) func `movement is delivered only after the minimum movement`() {
        set { $0.minimumMovement = 20 }
        send(down(100, at: 1000), move(110, at: 1010), move(80, at: 1020), move(120, at: 1030))
        #expect(stage.drain() == ["0 began 100.0,100.0"])
        send(move(121, at: 1040), move(101, at: 1050), up(at: 1060))
        #expect(stage.drain() == ["0 moved 121.0,100.0", "0 moved 101.0,100.0", "0 ended 101.0,100.0"])
        send(down(100, at: 2000), move(119, at: 2010), up(at: 2020))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
    }

    @Test(.rule("V20", "V21")) func `the minimum movement also applies after tap assistance`() {
        set { ($0.tapAssistance, $0.minimumMovement) = (.initial, 20) }
        send(down(100, at: 1000), move(115, at: 1010))
        stage.hub.advance(to: 1200)
        #expect(stage.drain() == ["0 began 100.0,100.0"])
        send(move(121, at: 1300))
        #expect(stage.drain() == ["0 moved 121.0,100.0"])
    }

    // MARK: Switching, cancellation, other filters

    @Test(.rule("V22")) func `switching applies to contacts that go down later`() {
        set { ($0.holdDuration, $0.minimumMovement) = (100, 20) }
        send(down(100, at: 1000))
        stage.hub.panel(panel)?.accommodates = false
        send(down(500, at: 1010, slot: 1), move(501, at: 1020, slot: 1), move(110, at: 1050))
        #expect(stage.drain() == ["1 began 500.0,100.0", "1 moved 501.0,100.0"])
        stage.hub.advance(to: 1100)
        stage.hub.panel(panel)?.accommodates = true
        send(move(111, at: 1110), move(502, at: 1120, slot: 1), up(at: 1130), up(at: 1140, slot: 1))
        #expect(
            stage.drain() == [
                "0 began 110.0,100.0", "1 moved 502.0,100.0", "0 ended 110.0,100.0", "1 ended 502.0,100.0",
            ]
        )
        send(down(100, at: 2000), up(at: 2050))
        #expect(stage.drain() == [] && filtered?.holdDuration == 1)
    }

    @Test(.rule("V19", "V22")) func `the touch that switches the accommodations on has no repeat`() {
        set { ($0.isEnabled, $0.ignoreRepeat) = (false, 300) }
        send(down(100, at: 1000), up(at: 1050))
        stage.hub.panel(panel)?.accommodates = true
        send(down(100, at: 1060), up(at: 1070))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
    }

    @Test(.rule("V20", "V8")) func `a cancelled contact is cancelled once, or never begins`() throws {
        var palm = Streams.panel()
        palm.codes[.absolute]?.insert(Axis.toolType.rawValue)
        palm.axes[.toolType] = AxisRange(minimum: 0, maximum: 2)
        func cancelled(_ assistance: TouchAccommodations.TapAssistance, _ start: Int64) throws -> [String] {
            var settings = stage.settings
            settings.accommodations = TouchAccommodations()
            settings.accommodations?.tapAssistance = assistance
            let number = try stage.hub.addPanel(palm, settings: settings)
            stage.send(Streams.down(0, 1, 100, 100, at: start), of: number)
            let report = [
                RawEvent(.toolType, ToolType.palm.rawValue, at: start + 10), RawEvent(.report, at: start + 10),
            ]
            stage.send(report, of: number)
            stage.send(Streams.up(0, at: start + 20), of: number)
            stage.hub.remove(number)
            return stage.drain()
        }
        #expect(try cancelled(.final, 10_000) == [])
        #expect(try cancelled(.initial, 20_000) == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0"])
    }

    @Test(.rule("V17", "V18")) func `a bounce does not restart the hold duration`() {
        set { $0.holdDuration = 100 }
        stage.hub.panel(panel)?.settings.filters.debounce = 30
        send(down(100, at: 1000), up(at: 1050), down(102, at: 1060))
        stage.hub.advance(to: 1100)
        #expect(stage.drain() == ["0 began 102.0,100.0"])
        send(up(at: 1150))
        stage.hub.advance(to: 1180)
        #expect(stage.drain() == ["0 ended 102.0,100.0"])
    }

    @Test(.rule("V18", "V20", "V21"), .tags(.determinism))
    func `the division of events into batches does not change the trace`() throws {
        func trace(_ size: Int) throws -> [UInt8] {
            let stage = Stage(tracing: true)
            var settings = stage.settings
            settings.filters.debounce = 7
            var own = TouchAccommodations()
            (own.holdDuration, own.ignoreRepeat, own.tapAssistance) = (40, 30, .final)
            (own.gestureDelay, own.minimumMovement) = (50, 5)
            settings.accommodations = own
            let number = try stage.hub.addPanel(Streams.panel(), settings: settings)
            var (events, time, random) = ([RawEvent](), Int64(1000), UInt64(7))
            func next(_ count: UInt64) -> UInt64 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return (random >> 33) % count
            }
            var isDown = [false, false, false]
            for step in 0..<600 {
                time += Int64(next(25))
                let (slot, x) = (Int(next(3)), Int32(next(40)) + 100)
                if !isDown[slot] {
                    events += Streams.down(Int32(slot), Int32(step), x, 100, at: time)
                } else if next(3) == 0 {
                    events += Streams.up(Int32(slot), at: time)
                } else {
                    events += Streams.move(Int32(slot), x, 100, at: time)
                    continue
                }
                isDown[slot].toggle()
            }
            var rest = events[...]
            while !rest.isEmpty {
                // With batches of one event, the clock advances to each deadline between batches, as in a live run.
                while let due = stage.hub.nextDeadline, size == 1, due < rest.first!.time { stage.hub.advance(to: due) }
                stage.send(Array(rest.prefix(size)), of: number)
                rest = rest.dropFirst(size)
            }
            stage.hub.advance(to: time + 1000)
            return stage.trace
        }
        let whole = try trace(10_000)
        #expect(whole.count > 10_000)
        #expect(try trace(1) == whole)
        #expect(try trace(7) == whole)
    }
}
