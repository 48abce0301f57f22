import Contacts
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests debounced lifts, and events during the debounce time.
struct DebounceTests {
    private let stage = Stage(tracing: true)
    private let panel: Int32

    init() throws {
        var settings = stage.settings
        settings.filters.debounce = 30
        panel = try stage.hub.addPanel(Streams.panel(), settings: settings)
    }

    private func send(_ events: [RawEvent]...) { stage.send(events.flatMap { $0 }, of: panel) }

    /// Returns the times of touches in one phase, from the trace.
    private func times(_ phase: String) -> [Substring] {
        String(decoding: stage.trace, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains(#""phase":"\#(phase)""#) }.compactMap { $0.split(separator: ",").first }
    }

    @Test(.rule("V17")) func `a gap in a drag does not end it`() {
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.move(0, 110, 100, at: 10), Streams.up(0, at: 20))
        send(Streams.down(0, 2, 120, 100, at: 40), Streams.move(0, 130, 100, at: 50))
        #expect(
            stage.drain() == [
                "0 began 100.0,100.0", "0 moved 110.0,100.0", "0 moved 120.0,100.0", "0 moved 130.0,100.0",
            ]
        )
        #expect(stage.hub.panel(panel)?.metrics().filtered.debounce == 1)
    }

    @Test(.rule("V17")) func `a contact that does not return ends at its lift location when the time expires`() {
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.up(0, at: 20))
        #expect(stage.hub.nextDeadline == 50)
        stage.hub.advance(to: 49)
        #expect(stage.drain() == ["0 began 100.0,100.0"])
        stage.hub.advance(to: 50)
        #expect(stage.drain() == ["0 ended 100.0,100.0"])
        #expect(times("ended") == [#"{"t":50"#])
        #expect(stage.hub.nextDeadline == nil)
    }

    @Test(.rule("V17")) func `a contact that starts when the time expires begins after the end of the previous one`() {
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.up(0, at: 20), Streams.down(0, 2, 100, 100, at: 50))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0", "0 began 100.0,100.0"])
        send(Streams.up(0, at: 60), Streams.down(0, 3, 100, 100, at: 200))
        #expect(stage.drain() == ["0 ended 100.0,100.0", "0 began 100.0,100.0"])
        #expect(times("ended") == [#"{"t":50"#, #"{"t":90"#])
    }

    @Test(.rule("V17"))
    func `settling a recording ends a delayed lift no earlier than another device's last event`() throws {
        let keys = try #require(try stage.add(Streams.keys()))
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.up(0, at: 20))
        stage.send(Streams.key(103, 1, at: 40), of: keys)
        stage.hub.settle(panel)
        #expect(stage.drain().filter { !$0.hasPrefix("press") } == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
        #expect(times("ended") == [#"{"t":40"#])
    }

    @Test(.rule("V17")) func `a delayed lift does not affect another finger`() {
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.down(1, 2, 500, 500, at: 5), Streams.up(0, at: 20))
        send(Streams.move(1, 510, 500, at: 30), Streams.down(0, 3, 101, 100, at: 40), Streams.up(1, at: 45))
        stage.hub.advance(to: 75)
        #expect(
            stage.drain() == [
                "0 began 100.0,100.0", "1 began 500.0,500.0", "1 moved 510.0,500.0", "0 moved 101.0,100.0",
                "1 ended 510.0,500.0",
            ]
        )
    }

    @Test(.rule("V17", "L1")) func `removing the panel completes a delayed lift`() {
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.down(1, 2, 500, 500, at: 5), Streams.up(0, at: 20))
        _ = stage.drain()
        stage.hub.remove(panel)
        #expect(stage.drain() == ["0 ended 100.0,100.0", "1 cancelled 500.0,500.0"])
        #expect(stage.hub.nextDeadline == nil)
    }

    @Test(.rule("V17", "L4")) func `a cancellation or a change of the settings completes a delayed lift`() {
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.up(0, at: 20))
        stage.hub.panel(panel)?.cancelAll()
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
        send(Streams.down(0, 2, 100, 100, at: 25), Streams.up(0, at: 30))
        stage.hub.panel(panel)?.settings.filters.debounce = 0
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
    }

    @Test(.rule("V17", "X1")) func `a touch that the application cancels during the delay does not end again`() {
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.up(0, at: 20))
        stage.application.resignActive()
        stage.application.becomeActive()
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0"])
        // The returning contact continues the cancelled touch, so it is not delivered.
        send(Streams.down(0, 2, 101, 100, at: 30), Streams.up(0, at: 35))
        stage.hub.advance(to: 65)
        #expect(stage.drain() == [])
        send(Streams.down(0, 3, 100, 100, at: 70))
        #expect(stage.drain() == ["0 began 100.0,100.0"])
    }

    @Test(.rule("V17", "K1"))
    func `a contact found after lost events continues the touch, otherwise it ends on time`() {
        send(Streams.down(0, 1, 100, 100, at: 0), Streams.up(0, at: 20))
        send([RawEvent(.dropped, at: 30)], Streams.down(0, 2, 104, 100, at: 30), Streams.up(0, at: 40))
        send([RawEvent(.dropped, at: 50), RawEvent(.report, at: 50)])
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 moved 104.0,100.0"])
        stage.hub.advance(to: 70)
        #expect(stage.drain() == ["0 ended 104.0,100.0"])
    }

    @Test(.rule("V17", "V8")) func `a cancellation is not delayed`() {
        send(Streams.down(0, 1, 100, 100, at: 0))
        let palm = RawEvent(.toolType, ToolType.palm.rawValue, at: 10)
        send([palm], Streams.up(0, at: 10), [RawEvent(.toolType, 0, at: 15)], Streams.down(0, 2, 100, 100, at: 15))
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0", "0 began 100.0,100.0"])
    }
}
