internal import Bridge
import HandlerEvents
internal import LayoutRuntime
import TestTraits
import Testing

/// Tests handler calls with `every`.
struct LayoutTimerTests {
    private let text = """
        screens: [{ name: hall, size: [400, 400] }]
        root: { id: page, on: { touches: m.note } }
        timers:
          - { m.note: "{{event}} of {{screen}}", every: 10s }
          - { do: [m.note: first, m.note: second], every: 25s }
        """

    @Test
    func `calls are made after each interval, in the order of the layout`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        stage.pipeline.advance(to: 9_999_999)
        #expect(stage.drain() == [])
        stage.pipeline.advance(to: 10_000_000)
        #expect(stage.drain() == [#"timers timer "timer of hall""#])
        stage.pipeline.advance(to: 50_000_000)
        #expect(
            stage.journal.handlerEvents.map { $0.time / 1_000_000 } == [10, 20, 25, 25, 30, 40, 50, 50, 50]
        )
    }

    @Test
    func `input does not change the times`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        stage.tap(50, 50, at: 9_990_000)
        stage.tap(50, 50, at: 19_000_000)
        let times = stage.journal.handlerEvents.filter { $0.event == .timer }.map(\.time)
        #expect(times == [10_000_000])
    }

    @Test
    func `a reload restarts the timers and removes the timers of the former layout`() throws {
        let stage = try LayoutStage(text)
        stage.pipeline.advance(to: 5_000_000)
        let next = "root: {}\ntimers: [{ m.note: new, every: 8s }]"
        _ = stage.pipeline.reload(try LayoutStage.plan(next, stage.journal), at: 5_000_000)
        _ = stage.drain()
        stage.pipeline.advance(to: 12_999_999)
        #expect(stage.drain() == [])
        stage.pipeline.advance(to: 21_000_000)
        #expect(stage.drain() == [#"timers timer "new""#, #"timers timer "new""#])
    }

    @Test(
        .pastLimit("layout-timers"),
        arguments: [
            ("timers: [{ m.note: 1, every: 99ms }]", "'every' must be a time from 100ms to 24h"),
            ("timers: [{ m.note: 1, every: 25h }]", "'every' must be a time from 100ms to 24h"),
            ("timers: [{ every: 1s }]", "'every' needs a handler call beside it"),
            ("timers: [m.note]", "must be a handler call with 'every'"),
            ("timers: [{ m.note: \"{{value}}\", every: 1s }]", "'{{value}}' is not available for timers"),
            (
                "on: { touches: { m.note: 1, every: 1s } }",
                "'every' is allowed only in an element of the layout's 'timers:'"
            ),
            (
                "timers: [\(Array(repeating: "{ m.note: 1, every: 1s }", count: 65).joined(separator: ", "))]",
                "a list of at most 64 values"
            ),
        ]
    )
    func `an invalid timer is an error`(_ line: String, _ message: String) {
        let (_, mistakes) = LayoutStage.read("root: {}\n\(line)")
        #expect(mistakes.count == 1 && mistakes[0].contains(message), "\(mistakes)")
    }

    @Test(.atLimit("layout-timers"))
    func `64 timers are accepted`() throws {
        let timers = Array(repeating: "{ m.note: 1, every: 100ms }", count: 64).joined(separator: ", ")
        let stage = try LayoutStage("root: {}\ntimers: [\(timers)]")
        _ = stage.drain()
        stage.pipeline.advance(to: 100_000)
        #expect(stage.drain().count == 64)
    }
}
