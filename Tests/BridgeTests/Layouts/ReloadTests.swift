internal import Bridge
internal import InputHub
internal import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import Schema
import Testing

/// Tests the start, reload and end of plugins.
struct PluginLifeTests {
    @Test
    func `plugins are created and started in the order of the layout, with their bindings`() throws {
        let stage = try LayoutStage("root: { on: { touches: n.note, touchesBegan: m.note } }")
        #expect(stage.drain() == ["m made", "n made", "m started with 1", "n started with 4"])
        stage.pipeline.beginStopping()
        stage.pipeline.finishStopping(within: TimeSpan(microseconds: 1000))
        #expect(stage.drain() == ["m stopping", "n stopping", "m stopped", "n stopped"])
    }

    @Test
    func `at the end live touches are cancelled while plugins still receive events`() throws {
        let stage = try LayoutStage("root: { id: v, on: { touchesCancelled: m.note } }")
        _ = stage.drain()
        stage.down(10, 10, at: 0)
        stage.pipeline.beginStopping()
        #expect(stage.drain() == ["v touchesCancelled", "m stopping", "n stopping"])
    }

    @Test(arguments: [("made", "created"), ("started", "started")])
    func `a failing plugin does not affect others`(_ moment: String, _ word: String) throws {
        let stage = try LayoutStage(
            """
            plugins: { bad: { type: memo, fails: \(moment) }, good: { type: memo } }
            root: { id: v, on: { touchesBegan: [bad.note, good.note] } }
            """,
            tracing: true
        )
        #expect(stage.log.count == 1)
        #expect(stage.log.first?.hasPrefix("bad: the plugin cannot be \(word): it is") == true)
        _ = stage.drain()
        stage.down(10, 10, at: 0)
        #expect(stage.drain() == ["v touchesBegan"])
        let outcomes = stage.trace.filter { $0.contains("handler") }.map { $0.contains("accepted") }
        #expect(outcomes == [false, true])
    }

    @Test
    func `a dry run creates no plugin`() throws {
        let stage = try LayoutStage("root: { on: { touches: m.note } }", isDryRun: true)
        stage.down(10, 10, at: 0)
        #expect(stage.journal.lines.isEmpty)
        #expect(stage.pipeline.plugins.plugin("m") == nil)
    }
}

/// Tests the replacement of a layout that is in use.
struct ReloadTests {
    private let first = """
        plugins: { a: { type: memo }, b: { type: memo, mood: calm }, c: { type: memo } }
        root: { id: v, on: { touches: [a.note, c.note] } }
        """
    private let second = """
        plugins: { a: { type: memo }, b: { type: memo, mood: wild }, d: { type: memo } }
        root: { id: w, on: { touches: a.note } }
        """

    @Test
    func `plugins with unchanged settings continue, others are stopped and recreated`() throws {
        let stage = try LayoutStage(first)
        let same = stage.pipeline.plugins.plugin("a")
        _ = stage.drain()
        _ = stage.pipeline.reload(try LayoutStage.plan(second, stage.journal))
        #expect(
            stage.drain() == [
                "b stopping", "c stopping", "b stopped", "c stopped", "b made", "d made", "b started with 0",
                "d started with 0",
            ]
        )
        #expect(stage.pipeline.plugins.plugin("a") === same)
        #expect((same as? Memo)?.bindings.count == 4)
        #expect((same as? Memo)?.bindings.first?.view == "w")
    }

    @Test
    func `streams of a new layout have new groups`() throws {
        let stage = try LayoutStage(first)
        let memo = try #require(stage.pipeline.plugins.plugin("a") as? Memo)
        var known: Set<Int32> = []
        for text in [second, first, second] {
            known.formUnion(memo.bindings.map(\.group))
            _ = stage.pipeline.reload(try LayoutStage.plan(text, stage.journal))
            let highest = try #require(known.max())
            #expect(memo.bindings.allSatisfy { $0.group > highest })
        }
    }

    @Test
    func `a reload cancels live touches in the old tree and ignores their fingers until they lift`() throws {
        let stage = try LayoutStage(first)
        stage.down(10, 10, at: 0)
        _ = stage.drain()
        _ = stage.pipeline.reload(try LayoutStage.plan(second, stage.journal))
        #expect(stage.drain().prefix(2) == ["v touchesCancelled", "v touchesCancelled"])
        stage.move(20, 20, at: 10)
        stage.up(20, 20, at: 20)
        #expect(stage.drain() == [])
        stage.down(10, 10, at: 30)
        #expect(stage.drain() == ["w touchesBegan"])
    }

    @Test
    func `a touch ends in the trace at the reload`() throws {
        let stage = try LayoutStage(first, tracing: true)
        stage.down(10, 10, at: 0)
        _ = stage.pipeline.reload(try LayoutStage.plan(second, stage.journal))
        stage.move(20, 20, at: 10)
        stage.up(20, 20, at: 20)
        let phases = stage.trace.filter { $0.contains(#""kind":"touch""#) }.map { $0.contains(#""phase":"cancelled""#) }
        #expect(phases == [false, true])
    }

    @Test
    func `a reload clears pending deadlines of the former layout`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ idle: { after: 10s, do: [m.note] } }]
            root:
              gestures: [{ id: tap, type: tap }]
              sequences: [{ id: twice, steps: [tap, tap], on: { failed: m.note } }]
            """
        )
        stage.tap(10, 10, at: 0)
        #expect(stage.pipeline.nextDeadline != nil)
        _ = stage.pipeline.reload(try LayoutStage.plan("root: {}", stage.journal))
        #expect(stage.pipeline.nextDeadline == nil)
    }

    @Test
    func `a reload cancels active presses and gestures`() throws {
        let stage = try LayoutStage(
            """
            firstResponder: v
            root: { id: v, on: { presses: m.note }, gestures: [{ id: hold, type: longPress, on: { began: m.note, cancelled: m.note } }] }
            """
        )
        _ = stage.drain()
        stage.application.post([PressSample(ButtonID(code: 28), .began, type: .select)], at: 0)
        stage.down(10, 10, at: 0)
        stage.pipeline.advance(to: 600_000)
        _ = stage.pipeline.reload(try LayoutStage.plan("root: {}", stage.journal))
        #expect(Set(stage.drain()) == ["v pressesBegan", "v hold began", "v pressesCancelled", "v hold cancelled"])
    }

    @Test
    func `replaced layouts are deallocated`() throws {
        let stage = try LayoutStage(
            """
            plugins: { m: { type: memo, mood: '0' } }
            screens: [{ idle: { after: 1s, do: [m.note] } }]
            firstResponder: field
            root:
              id: v
              controller: { present: { id: sheet, view: { id: sheetView } }, children: [{ view: {} }] }
              gestures: [{ id: tap, type: tap, on: { failed: m.note }, simultaneousWith: "*" }, { id: own, type: custom, requireToFail: tap }]
              sequences: [{ steps: [tap, tap], on: { ended: m.note } }]
              actions: { copy: m.note }
              subviews: [{ id: field, class: Button, on: { touchDown: [copy, m.note], touches: m.note } }]
            """
        )
        weak var view: View?
        weak var gesture: GestureRecognizer?
        weak var controller: ViewController?
        weak var window: Window?
        weak var tree: LayoutTree?
        for round in 1...20 {
            view = stage.pipeline.tree.view("v") ?? view
            gesture = stage.pipeline.tree.gesture("tap") ?? gesture
            controller = stage.pipeline.tree.controller("sheet") ?? controller
            window = stage.application.windows[0]
            tree = stage.pipeline.tree
            stage.down(10, 10, at: Int64(round) * 1000)
            let text = "plugins: { m: { type: memo, mood: '\(round)' } }\nroot: { id: v, on: { touches: m.note } }"
            _ = stage.pipeline.reload(try LayoutStage.plan(text, stage.journal))
            stage.up(10, 10, at: Int64(round) * 1000 + 500)
            #expect(view == nil || view === stage.pipeline.tree.view("v"))
            #expect(gesture == nil)
            #expect(controller == nil)
            #expect(window == nil)
            #expect(tree == nil)
        }
        #expect(stage.application.windows.count == 1)
        #expect(stage.journal.plugins.count { $0.plugin != nil } == 1)
    }

    @Test
    func `a released pipeline is deallocated`() throws {
        weak var application: Application?
        let journal = Journal()
        do {
            let stage = try LayoutStage(first, journal: journal, tracing: true)
            stage.down(10, 10, at: 0)
            application = stage.application
        }
        #expect(application == nil)
        journal.contexts = [:]
        #expect(journal.plugins.allSatisfy { $0.plugin == nil })
    }
}
