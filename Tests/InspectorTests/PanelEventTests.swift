import Bridge
import FlightLog
import Foundation
import InputEvents
internal import InputHub
import JSON
import Platform
import Recordings
import ResponderKit
import TestSupport
import TestTraits
import Testing
import TimeLimits

@testable import Inspector

/// Tests the replies that need raw panel events: saved recordings, and the contacts at a given time.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct PanelEventTests {
    private static func panel() -> DeviceDescription {
        var panel = Streams.panel()
        for axis in [Axis.contactPressure, .touchMajor] {
            panel.codes[.absolute]?.insert(axis.rawValue)
            panel.axes[axis] = AxisRange(minimum: 0, maximum: 255)
        }
        return panel
    }

    private func send(_ events: [RawEvent], _ panel: Int32, _ rig: InspectorRig) {
        rig.pipeline.hub.take(ContiguousArray(events).span, of: panel)
        rig.time = events.last?.time ?? rig.time
    }

    private func listener(_ rig: InspectorRig) throws -> Listener {
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.tree != nil && listener.hasAll }
        return listener
    }

    /// Sends a tap, a touch in slot 1 from 2 s to 6 s, and a touch in slot 2 from 4 s on. Times are relative to the
    /// returned start.
    private func play(_ rig: InspectorRig) throws -> (panel: Int32, start: Int64) {
        let panel = try #require(rig.pipeline.add(Self.panel(), before: 0) { _ in })
        let start = rig.time
        send(Streams.down(0, 1, 500, 500, at: start + 500_000), panel, rig)
        send(Streams.up(0, at: start + 1_000_000), panel, rig)
        let size = [
            RawEvent(.contactPressure, 80, at: start + 2_000_000), RawEvent(.touchMajor, 7, at: start + 2_000_000),
        ]
        send(
            Streams.down(1, 2, 100, 100, at: start + 2_000_000).dropLast() + size + [
                RawEvent(.report, at: start + 2_000_000)
            ],
            panel,
            rig
        )
        send(Streams.move(1, 200, 100, at: start + 2_500_000), panel, rig)
        // Once a panel has reported pressure, a contact without pressure counts as hovering.
        let end = [RawEvent(.contactPressure, 60, at: start + 4_000_000), RawEvent(.report, at: start + 4_000_000)]
        send(Streams.down(2, 3, 700, 700, at: start + 4_000_000).dropLast() + end, panel, rig)
        send(Streams.move(1, 300, 100, at: start + 5_000_000), panel, rig)
        send(Streams.up(1, at: start + 6_000_000), panel, rig)
        return (panel, start)
    }

    private final class Touches: ApplicationObserver {
        var lines: [String] = []
        private unowned let application: Application
        private let start: Int64
        init(_ application: Application, since start: Int64) { (self.application, self.start) = (application, start) }

        func dispatching(_ event: Event) {
            for touch in event.allTouches ?? [] where touch.phase != .stationary {
                let (x, time) = (Int(touch.location(in: nil).x.rounded()), (application.now - start) / 1000)
                lines.append("\(touch.number) \(touch.phase) \(x) at \(time)")
            }
        }
    }

    /// Returns the touches in a saved recording, and the date of a time.
    private func replay(_ text: String, since start: Int64) throws -> (touches: [String], date: String?) {
        let path = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID().uuidString).yml")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(text.utf8).write(to: path)
        let reader = try RecordingReader(path: path.path)
        var options = Pipeline.Options()
        options.isDryRun = true
        let pipeline = Pipeline(try InspectorRig.plan(InspectorRig.lobby), options)
        let touches = Touches(pipeline.application, since: start)
        pipeline.application.addObserver(touches)
        let number = try #require(pipeline.add(reader.devices[0], before: 0) { _ in })
        while let recorded = try reader.next() {
            let events: ContiguousArray = [recorded.event]
            pipeline.hub.take(events.span, of: number)
        }
        #expect(reader.warnings.isEmpty)
        return (touches.lines, reader.epoch?.date(of: start))
    }

    private static let expected = [
        "1 began 216 at 3000", "2 began 756 at 4000", "1 moved 324 at 5000", "1 ended 324 at 6000",
        "2 ended 756 at 7000",
    ]

    @Test func `the selected seconds of a recording are saved with the contacts that are down at their edges`() throws {
        let epoch = try #require(EventEpoch("2026-11-27T20:15:00Z", at: 0))
        let rig = try InspectorRig(isReplay: true, epoch: epoch)
        let (_, start) = try play(rig)
        let listener = try listener(rig)
        let range = "\"from\":\(start + 3_000_000),\"to\":\(start + 7_000_000)"
        let answer = try listener.ask(rig, "{\(range),\"recording\":true}", "recording")
        let saved = try replay(try #require(answer["text"]?.text), since: start)
        #expect(saved.touches == Self.expected)
        #expect(saved.date == epoch.date(of: start))
        #expect(answer["text"]?.text?.contains("\"kind\":\"touch\"") == true)
        // A recording of the whole time contains the complete touches.
        let all = "{\"from\":0,\"to\":\(start + 9_000_000),\"recording\":true}"
        let whole = try replay(try #require(try listener.ask(rig, all, "recording")["text"]?.text), since: start)
        #expect(whole.touches.count == 8 && whole.touches[0] == "1 began 540 at 500")
    }

    @Test func `the seconds of a service come from the flight recorder, if it is on`() throws {
        let rig = try InspectorRig()
        rig.tap(100, 1700)
        let listener = try listener(rig)
        let off = try listener.ask(rig, "{\"from\":0,\"to\":9,\"recording\":true}", "recording")
        #expect(off["error"]?.text?.hasPrefix("the flight recorder is off") == true)
        rig.pipeline.hub.log = EventLog(capacity: 4096)
        let (_, start) = try play(rig)
        let early = try listener.ask(rig, "{\"from\":0,\"to\":9,\"recording\":true}", "recording")
        #expect(early["error"]?.text?.hasPrefix("no panel sent an event in these seconds") == true)
        let range = "\"from\":\(start + 3_000_000),\"to\":\(start + 7_000_000)"
        let answer = try listener.ask(rig, "{\(range),\"recording\":true}", "recording")
        #expect(try replay(try #require(answer["text"]?.text), since: start).touches == Self.expected)
    }

    @Test(.atLimit("inspector-recording"), .pastLimit("inspector-recording"))
    func `a recording has at most 262144 events`() throws {
        let rig = try InspectorRig(isReplay: true)
        let panel = try #require(rig.pipeline.add(Self.panel(), before: 0) { _ in })
        // No finger is down, so the recording contains only the sent events.
        func send(_ count: Int, from first: Int) {
            var events: ContiguousArray<RawEvent> = []
            for number in first..<first + count {
                let time = 1_000_000 + Int64(number)
                events.append(
                    number % 2 == 1 ? RawEvent(.report, at: time) : RawEvent(.contactX, Int32(number % 900), at: time)
                )
            }
            rig.pipeline.hub.take(events.span, of: panel)
        }
        send(InspectorService.eventLimit, from: 0)
        let listener = try listener(rig)
        let request = "{\"from\":1000000,\"to\":9000000,\"recording\":true}"
        #expect(try listener.ask(rig, request, "recording")["text"]?.text != nil)
        send(2, from: InspectorService.eventLimit)
        #expect(try listener.ask(rig, request, "recording")["error"]?.text?.hasSuffix("select fewer seconds") == true)
    }

    @Test func `the contacts on the panels are shown in units of the panel, now and at an earlier time`() throws {
        let rig = try InspectorRig()
        rig.pipeline.hub.log = EventLog(capacity: 4096)
        let (panel, start) = try play(rig)
        let listener = try listener(rig)
        func slots(_ time: String) throws -> [JSONValue] {
            try listener.ask(rig, "{\"slots\":\(time)}", "slots")["slots"]?.list ?? []
        }
        func slot(_ slot: Double, _ id: Double, _ x: Double, _ y: Double, _ pressure: Double, _ major: Double)
            -> JSONValue
        {
            [
                "device": .number(Double(panel)), "slot": .number(slot), "id": .number(id), "x": .number(x),
                "y": .number(y), "pressure": .number(pressure), "major": .number(major), "minor": .null, "tool": .null,
            ]
        }
        #expect(try slots("true") == [slot(2, 3, 700, 700, 60, 0)])
        #expect(try slots("\(start + 3_000_000)") == [slot(1, 2, 200, 100, 80, 7)])
        #expect(try slots("\(start + 4_000_000)") == [slot(1, 2, 200, 100, 80, 7), slot(2, 3, 700, 700, 60, 0)])
        #expect(try slots("\(start + 1_500_000)") == [])
        // Without a request, the input thread collects no contact data.
        send(Streams.up(2, at: rig.time + 1000), panel, rig)
        #expect(try slots("true") == [])
    }

    @Test func `requests for impossible seconds are ignored`() throws {
        let rig = try InspectorRig(isReplay: true)
        _ = try play(rig)
        let listener = try listener(rig)
        for range in [
            "\"from\":5,\"to\":4", "\"from\":-1,\"to\":4", "\"from\":0.5,\"to\":4", "\"to\":4",
            "\"from\":0,\"to\":9223372036854774784", "\"from\":0,\"to\":1152921504606847232",
        ] {
            listener.page.send("{\(range),\"recording\":true}")
        }
        for time in ["\"now\"", "null", "1e300", "false", "-1", "9223372036854774784"] {
            listener.page.send("{\"slots\":\(time)}")
        }
        _ = try listener.ask(rig, "{\"view\":1}", "view")
        #expect(listener.answers["recording"] == nil && listener.answers["slots"] == nil)
        let longest = "{\"from\":0,\"to\":1152921504606846976,\"recording\":true}"
        let text = try listener.ask(rig, longest, "recording")["text"]?.text
        #expect(text?.contains("seconds: 1152921504607\n") == true)
    }

    @Test func `a copy of the raw events is released if no page asks for earlier contacts`() throws {
        let log = EventLog(capacity: 64)
        var empty = RetainedEvents(log.copy())
        let none = empty.copy(until: 0)
        #expect(none == nil)
        let rig = try InspectorRig()
        rig.pipeline.hub.log = log
        let (_, start) = try play(rig)
        var events = RetainedEvents(log.copy())
        for _ in 1..<RetainedEvents.life { events.tick() }
        let (late, known) = (events.copy(until: start + 6_000_001), events.copy(until: start + 6_000_000))
        #expect(late == nil && known != nil)
        for _ in 1..<RetainedEvents.life { events.tick() }
        #expect(!events.isExpired)
        events.tick()
        #expect(events.isExpired)
    }
}
