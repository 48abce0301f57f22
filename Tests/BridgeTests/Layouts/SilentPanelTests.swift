import Bridge
import InputEvents
import InputHub
import TestSupport
import TestTraits
import Testing

/// Tests a screen's events `stale` and `silent`.
struct SilentPanelTests {
    private let text = """
        screens:
          - { name: other, size: [500, 1000], input: { name: other } }
          - name: kiosk
            size: [1000, 1000]
            input: { name: panel, staleContactTimeout: 4s, silentAfter: 10s }
            on: { stale: { m.keep: "{{device}}" }, silent: { m.keep: "{{device}}" } }
            root: { id: v, on: { touches: m.note } }
        """

    @Test(.rule("V12", "V23")) func `a panel is reported as stale, then once as silent until its next event`() throws {
        let stage = try LayoutStage(text, tracing: true)
        let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        _ = stage.drain()
        stage.pipeline.take(Streams.down(0, 1, 300, 400, at: 1_000_000).span, of: panel)
        stage.pipeline.hub.advance(to: 4_999_999)
        #expect(stage.drain() == ["v touchesBegan"])
        stage.pipeline.hub.advance(to: 10_999_999)
        #expect(stage.drain() == ["v touchesCancelled", #"kiosk stale "panel""#])
        stage.pipeline.hub.advance(to: 11_000_000)
        #expect(stage.drain() == [#"kiosk silent "panel""#])
        stage.pipeline.hub.advance(to: 100_000_000)
        #expect(stage.drain() == [])
        stage.pipeline.take(Streams.up(0, at: 110_000_000).span, of: panel)
        stage.pipeline.hub.advance(to: 120_000_000)
        #expect(stage.drain() == [#"kiosk silent "panel""#])
        let expected = [
            #"{"t":5000000,"kind":"device","device":"panel","change":"stale"}"#,
            #"{"t":11000000,"kind":"device","device":"panel","change":"silent"}"#,
            #"{"t":120000000,"kind":"device","device":"panel","change":"silent"}"#,
        ]
        #expect(stage.trace.filter { $0.contains(#""change":"s"#) } == expected)
        #expect(
            stage.log == [
                ": 'panel' has sent no event for a contact for 4 s", ": 'panel' has sent no event for 10 s",
                ": 'panel' has sent no event for 10 s",
            ]
        )
    }

    @Test(.rule("V23")) func `a removed panel is not silent, and without the key no panel is`() throws {
        for text in [text, text.replacing(", silentAfter: 10s", with: "")] {
            let stage = try LayoutStage(text)
            let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
            _ = stage.drain()
            let tap = Streams.down(0, 1, 300, 400, at: 1_000_000) + Streams.up(0, at: 2_000_000)
            stage.pipeline.take(tap.span, of: panel)
            if text == self.text { stage.pipeline.remove(panel) }
            stage.pipeline.hub.advance(to: 100_000_000)
            #expect(stage.drain() == ["v touchesBegan", "v touchesEnded"])
        }
    }
}
