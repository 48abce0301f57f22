internal import Bridge
import HandlerEvents
internal import InputHub
import PluginAPI
import ResponderKit
import TestSupport
import Testing

/// Tests dark screens, and touches that wake dark screens.
struct DarkTests {
    private let text = """
        screens:
          - name: kiosk
            size: [1000, 1000]
            dark: { after: 60s, do: m.note, wake: m.note, limit: 2s }
            idle: { after: 30s, do: m.note }
            on: { active: m.note }
        root:
          id: v
          multipleTouchEnabled: true
          on: { touches: m.note }
          gestures: [{ id: tap, type: tap, on: { recognized: m.note } }]
        """

    /// Creates a stage whose screen turns dark at 60 s.
    private func dark(_ text: String? = nil, journal: Journal = Journal()) throws -> LayoutStage {
        let stage = try LayoutStage(text ?? self.text, journal: journal, tracing: true)
        stage.pipeline.advance(to: 60_000_000)
        return stage
    }

    @Test
    func `a touch on a dark screen wakes and activates it, and is dropped`() throws {
        let stage = try dark()
        #expect(stage.drain().suffix(2) == ["kiosk idle", "kiosk dark"])
        stage.down(10, 10, at: 70_000_000)
        #expect(stage.drain() == ["kiosk wake", "kiosk active"])
        #expect(stage.journal.handlerEvents.suffix(2).map(\.time) == [70_000_000, 70_000_000])
        stage.move(50, 50, at: 70_100_000)
        stage.up(50, 50, at: 70_200_000)
        #expect(stage.drain() == [])
        let unheard = #"{"t":70000000,"kind":"unheard","x":10,"y":10,"screen":"kiosk","device":"1"}"#
        #expect(stage.trace.filter { !$0.contains("handler") } == [unheard])
        stage.tap(10, 10, at: 71_000_000)
        #expect(stage.drain() == ["v touchesBegan", "v tap ended", "v touchesCancelled"])
    }

    /// Counts ignored touch samples.
    private final class Ignored: ApplicationObserver {
        private(set) var count = 0
        func ignored(_ sample: TouchSample, reason: SampleRejection) { count += 1 }
    }

    @Test
    func `all fingers of a report are accepted or rejected before a plugin is called`() throws {
        let stage = try dark()
        let ignored = Ignored()
        stage.application.addObserver(ignored)
        var count: Int?
        stage.journal.meanwhile = { count = ignored.count }
        _ = stage.drain()
        stage.send(began: [(10, 10), (500, 500), (900, 10)], at: 70_000_000)
        #expect(stage.drain() == ["kiosk wake", "kiosk active"])
        #expect(count == 3)
        let kinds = stage.trace.map { $0.contains("unheard") ? "unheard" : "handler" }
        #expect(kinds.suffix(5) == ["unheard", "unheard", "unheard", "handler", "handler"])
    }

    @Test(arguments: [false, true])
    func `wake handlers run before those of touches in the same report`(_ isFirst: Bool) throws {
        let stage = try dark(
            """
            screens:
              - { name: left, size: [1000, 1000], dark: { after: 10s, wake: m.note }, root: { id: l, on: { touches: m.note } } }
              - { name: right, size: [1000, 1000], root: { id: r, on: { touches: m.note } } }
            """
        )
        _ = stage.drain()
        let locations = [(10.0, 10.0), (1500.0, 10.0)]
        stage.send(began: isFirst ? locations : locations.reversed(), at: 70_000_000)
        #expect(stage.drain() == ["left wake", "r touchesBegan"])
    }

    @Test
    func `further fingers are dropped until all fingers that woke the screen have lifted`() throws {
        let stage = try dark()
        stage.down(10, 10, at: 70_000_000)
        _ = stage.drain()
        stage.down(20, 20, at: 70_500_000, finger: 1)
        stage.up(10, 10, at: 71_000_000)
        stage.tap(30, 30, at: 71_100_000)
        stage.up(20, 20, at: 71_900_000, finger: 1)
        #expect(stage.drain() == [])
        stage.down(30, 30, at: 71_900_001)
        #expect(stage.drain() == ["v touchesBegan"])
    }

    @Test
    func `a finger that lands at the time limit is delivered, one that woke the screen never is`() throws {
        let stage = try dark()
        stage.down(10, 10, at: 70_000_000)
        stage.down(20, 20, at: 71_999_999, finger: 1)
        _ = stage.drain()
        stage.down(30, 30, at: 72_000_000, finger: 2)
        #expect(stage.drain() == ["v touchesBegan"])
        stage.move(11, 11, at: 73_000_000)
        stage.up(11, 11, at: 74_000_000)
        stage.up(20, 20, at: 74_000_000, finger: 1)
        #expect(stage.drain() == [])
        stage.down(10, 10, at: 75_000_000)
        #expect(stage.drain() == ["v touchesBegan"])
    }

    @Test
    func `if every handler refuses to darken the screen, touches are delivered and it is retried`() throws {
        let journal = Journal()
        journal.answer = .refused
        let stage = try dark(journal: journal)
        _ = stage.drain()
        stage.down(10, 10, at: 70_000_000)
        #expect(stage.drain().contains("v touchesBegan"))
        stage.up(10, 10, at: 70_000_000)
        journal.answer = .accepted
        stage.pipeline.advance(to: 130_000_000)
        _ = stage.drain()
        stage.down(10, 10, at: 131_000_000)
        #expect(stage.drain() == ["kiosk wake", "kiosk active"])
    }

    /// Reports that the handler of the last `dark` or `wake` event failed.
    private func fail(_ stage: LayoutStage) throws {
        let last = try #require(stage.journal.handlerEvents.last { $0.event == .dark || $0.event == .wake })
        stage.journal.fail(last)
        stage.pipeline.carryOutCommands()
    }

    @Test
    func `a refused wake drops a single touch and is retried`() throws {
        let journal = Journal()
        let stage = try dark(journal: journal)
        journal.answer = .refused
        stage.tap(10, 10, at: 70_000_000)
        journal.answer = .accepted
        _ = stage.drain()
        stage.down(10, 10, at: 70_100_000)
        #expect(stage.drain() == ["v touchesBegan"])
        stage.pipeline.advance(to: 70_250_000)
        #expect(stage.drain() == ["kiosk wake"])
        stage.pipeline.advance(to: 80_000_000)
        #expect(!stage.drain().contains("kiosk wake"), "the accepted request is not repeated")
    }

    @Test
    func `a wake that is always refused is retried less often, then only for touches`() throws {
        let journal = Journal()
        let stage = try dark(journal: journal)
        journal.answer = .refused
        stage.tap(10, 10, at: 70_000_000)
        stage.pipeline.advance(to: 99_000_000)
        let times = journal.handlerEvents.filter { $0.event == .wake }.map { ($0.time - 70_000_000) / 1000 }
        #expect(times == [0, 250, 750, 1750, 3750, 7750])
        journal.answer = .accepted
        _ = stage.drain()
        stage.down(10, 10, at: 99_500_000)
        #expect(stage.drain() == ["kiosk wake", "v touchesBegan"], "a touch repeats the request and is delivered")
        stage.down(20, 20, at: 101_000_000, finger: 1)
        #expect(stage.drain() == ["v touchesBegan"], "the accepted request is not repeated")
    }

    @Test
    func `touches retry waking at most once a second`() throws {
        let journal = Journal()
        let stage = try dark(journal: journal)
        journal.answer = .refused
        stage.tap(10, 10, at: 70_000_000)
        stage.pipeline.advance(to: 80_000_000)
        let before = journal.handlerEvents.count { $0.event == .wake }
        for tap in Int64(0)..<20 { stage.tap(10, 10, at: 81_000_000 + tap * 100_000) }
        #expect(journal.handlerEvents.count { $0.event == .wake } == before + 2)
    }

    @Test
    func `a failing wake command is repeated, and late or double failures count once`() throws {
        let stage = try dark()
        stage.tap(10, 10, at: 70_000_000)
        let first = try #require(stage.journal.handlerEvents.last { $0.event == .wake })
        try fail(stage)
        _ = stage.drain()
        stage.pipeline.advance(to: 71_000_000)
        #expect(stage.drain() == ["kiosk wake"])
        stage.journal.fail(first)
        stage.pipeline.carryOutCommands()
        stage.pipeline.advance(to: 80_000_000)
        #expect(!stage.drain().contains("kiosk wake"))
    }

    @Test
    func `a failing dark command drops no touch and is repeated after the same time`() throws {
        let stage = try dark()
        try fail(stage)
        _ = stage.drain()
        stage.tap(10, 10, at: 70_000_000)
        #expect(stage.drain().contains("v touchesBegan"))
        stage.pipeline.advance(to: 131_000_000)
        #expect(stage.drain().contains("kiosk dark"))
        stage.down(10, 10, at: 132_000_000)
        #expect(stage.drain() == ["kiosk wake", "kiosk active"])
    }

    @Test
    func `the screen stays dark unless all its commands fail, and event handlers do not count`() throws {
        let stage = try dark(
            """
            screens:
              - name: kiosk
                size: [1000, 1000]
                dark: { after: 60s, do: [{ m.note: a }, { n.note: b }], wake: m.note }
                on: { dark: { m.note: told }, wake: { m.note: told } }
            root: { id: v, on: { touches: m.note } }
            """
        )
        #expect(stage.drain().suffix(3) == ["kiosk dark \"a\"", "kiosk dark \"b\"", "kiosk dark \"told\""])
        let handlerEvents = stage.journal.handlerEvents.suffix(3).map { $0 }
        #expect(
            handlerEvents[0].stream == handlerEvents[1].stream && handlerEvents[1].stream != handlerEvents[2].stream
        )
        for failed in [handlerEvents[0], handlerEvents[2]] { stage.journal.fail(failed) }
        stage.pipeline.carryOutCommands()
        stage.tap(10, 10, at: 70_000_000)
        #expect(stage.drain() == ["kiosk wake", "kiosk wake \"told\""])
        try fail(stage)
        stage.pipeline.advance(to: 71_000_000)
        #expect(stage.drain() == [], "a failed handler of `on:` causes no repetition")
    }

    @Test
    func `a pending power request is carried out by the plugins of the next layout`() throws {
        let journal = Journal()
        let stage = try dark(journal: journal)
        journal.answer = .refused
        stage.tap(10, 10, at: 70_000_000)
        _ = stage.pipeline.reload(try LayoutStage.plan(text, journal), at: 70_100_000)
        journal.answer = .accepted
        _ = stage.drain()
        stage.pipeline.advance(to: 72_000_000)
        #expect(stage.drain() == ["kiosk wake"])
    }

    @Test
    func `a screen that becomes dark again is not woken for an earlier touch`() throws {
        let journal = Journal()
        let stage = try dark(journal: journal)
        stage.tap(10, 10, at: 70_000_000)
        stage.pipeline.advance(to: 130_049_000)
        try fail(stage)
        _ = stage.drain()
        stage.pipeline.advance(to: 200_000_000)
        #expect(stage.drain() == ["kiosk dark"])
    }

    @Test
    func `a resting finger keeps the screen lit, including the one that woke it`() throws {
        let stage = try LayoutStage(text)
        stage.down(10, 10, at: 1_000_000)
        stage.pipeline.advance(to: 200_000_000)
        #expect(!stage.drain().contains("kiosk dark"))
        stage.up(10, 10, at: 200_000_000)
        stage.pipeline.advance(to: 260_000_000)
        #expect(stage.drain().contains("kiosk dark"))
        stage.down(10, 10, at: 261_000_000)
        stage.pipeline.advance(to: 500_000_000)
        #expect(!stage.drain().contains("kiosk dark"))
        stage.up(10, 10, at: 500_000_000)
        stage.pipeline.advance(to: 560_000_000)
        #expect(stage.drain().contains("kiosk dark"))
    }

    @Test
    func `each screen is darkened separately`() throws {
        let stage = try dark(
            """
            screens:
              - { name: left, size: [1000, 1000], dark: { after: 10s, wake: m.note }, root: { id: l, on: { touches: m.note } } }
              - { name: right, size: [1000, 1000], root: { id: r, on: { touches: m.note } } }
            """
        )
        _ = stage.drain()
        stage.down(1500, 10, at: 70_000_000, finger: 1)
        #expect(stage.drain() == ["r touchesBegan"])
        stage.down(10, 10, at: 70_000_001)
        #expect(stage.drain() == ["left wake"])
        stage.up(1500, 10, at: 70_000_002, finger: 1)
        #expect(stage.drain() == ["r touchesEnded"])
    }

    @Test
    func `a screen stays dark over a reload, and the finger that woke it stays rejected`() throws {
        let stage = try dark()
        _ = stage.pipeline.reload(try LayoutStage.plan(text, stage.journal), at: 61_000_000)
        _ = stage.drain()
        stage.down(10, 10, at: 62_000_000)
        #expect(stage.drain() == ["kiosk wake", "kiosk active"])
        _ = stage.pipeline.reload(try LayoutStage.plan(text, stage.journal), at: 63_000_000)
        _ = stage.drain()
        stage.move(20, 20, at: 64_000_000)
        stage.up(20, 20, at: 65_000_000)
        #expect(stage.drain() == [])
        stage.down(10, 10, at: 65_000_001)
        #expect(stage.drain() == ["v touchesBegan"])
    }

    @Test
    func `unplugging a panel during the waking touch leaves no state behind`() throws {
        let stage = try dark()
        let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 10, 10, at: 70_000_000).span, of: panel)
        stage.pipeline.remove(panel)
        _ = stage.drain()
        let again = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 10, 10, at: 70_500_000).span, of: again)
        #expect(stage.drain() == ["v touchesBegan"])
    }
}
