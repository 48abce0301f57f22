import Bridge
import HandlerEvents
import InputEvents
import ResponderKit
import TestSupport
import Testing

/// Tests ghost-touch reports of a layout.
struct GhostReportTests {
    private let text = """
        screens:
          - { name: other, size: [500, 1000], input: { name: other } }
          - name: kiosk
            size: [1000, 1000]
            input: { name: panel, filters: { ghosts: 10s } }
            idle: { after: 60s, do: m.note }
            on:
              active: m.note
              ghost: { m.keep: "{{device}} {{screenX}},{{screenY}} {{reason}} {{touchCount}} {{period}}" }
            root: { id: v, on: { touchesBegan: m.note } }
        """

    /// Returns the events of ghost touches: every 16 ms, a touch without duration at the same point.
    private func flicker(_ count: Int, from start: Int64) -> ContiguousArray<RawEvent> {
        (0..<count).reduce(into: []) { events, number in
            let time = start + Int64(number) * 16_000
            events += Streams.down(0, Int32(number), 300, 400, at: time)
            events += Streams.up(0, at: time)
        }
    }

    @Test
    func `a ghost is reported with its evidence, and then neither wakes the screen nor counts as use`() throws {
        let stage = try LayoutStage(text, tracing: true)
        let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        let owner = Owner()
        stage.pipeline.delegate = owner
        defer { #expect(owner.ghosts == 1) }
        _ = stage.drain()
        stage.pipeline.take(flicker(40, from: 1_000_000).span, of: panel)
        let heard = Array(repeating: "v touchesBegan", count: 12)
        #expect(stage.drain() == heard + [#"kiosk ghost "panel 300,400 brief 13 16""#])
        let line =
            #"{"t":1192000,"kind":"ghost","device":"panel","change":"found","reason":"brief","#
            + #""x":800,"y":400,"touches":13,"since":1000000,"period":16000}"#
        #expect(stage.trace.contains(line))
        let message =
            ": 'panel' reports ghost touches at 300, 400: 13 touches in 0.2 s, one every 16 ms, were too brief for a "
            + "finger; touches at this point are rejected until no touch has begun for 10 s"
        #expect(stage.log == [message])
        // Two minutes of ghost touches do not prevent the screen from becoming idle.
        stage.pipeline.take(flicker(7500, from: 2_000_000).span, of: panel)
        #expect(stage.drain() == ["kiosk idle"])
        stage.pipeline.take(Streams.down(0, 1, 300, 400, at: 140_000_000).span, of: panel)
        #expect(stage.drain() == ["kiosk active", "v touchesBegan"])
        #expect(stage.log.last == ": 'panel': ghost touches at 300, 400 have ended; 7528 touches were rejected")
        let times = stage.trace.compactMap { Int64($0.dropFirst(5).prefix { $0 != "," }) }
        #expect(times == times.sorted() && times.count == stage.trace.count)
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `ghost input in portions of any length gives the same trace`(_ length: Int) throws {
        var traces: [[String]] = []
        for length in [length, 1] {
            let stage = try LayoutStage(text, isDryRun: true, tracing: true)
            let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
            let events = flicker(40, from: 1_000_000) + flicker(40, from: 100_000_000)
            var start = 0
            while start < events.count {
                let end = min(start + length, events.count)
                stage.pipeline.take(events.span.extracting(start..<end), of: panel)
                start = end
            }
            traces.append(stage.trace)
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0].count { $0.contains(#""kind":"ghost""#) } == 3)
    }
}
