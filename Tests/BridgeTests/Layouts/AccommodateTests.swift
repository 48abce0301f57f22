internal import Bridge
import HandlerEvents
import InputEvents
internal import InputHub
import PluginAPI
import TestSupport
import TestTraits
import Testing

/// Tests that `tree.accommodate` enables and disables the accommodations of screens.
struct AccommodateTests {
    private func layout(_ call: String, enabled: Bool = false, hold: String = "100ms") -> String {
        """
        screens:
          - name: left
            size: [1000, 1000]
            input: { name: left }
            accommodations: { enabled: \(enabled), holdDuration: \(hold) }
            root: { on: { touchesBegan: m.note } }
          - { name: right, size: [1000, 1000], input: { name: right }, accommodations: { enabled: false, ignoreRepeat: 1s }, root: {} }
          - { name: plain, size: [1000, 1000], input: { name: plain }, root: {} }
        actions: { switch: \(call) }
        """
    }

    private func stage(_ call: String, enabled: Bool = false) throws -> LayoutStage {
        try LayoutStage(layout(call, enabled: enabled), tracing: true)
    }

    private func add(_ name: String, to stage: LayoutStage) throws -> Int32 {
        try #require(stage.pipeline.add(Streams.panel(name: name)) { _ in })
    }

    private func accommodates(_ panel: Int32, of stage: LayoutStage) -> Bool? {
        stage.pipeline.hub.panel(panel)?.accommodates
    }

    private func emit(_ value: Double = 0, on stage: LayoutStage) {
        #expect(stage.ask(.emit(action: "switch", value: value)) == .done)
    }

    @Test(.rule("V22")) func `a command switches all screens with accommodations, and their panels`() throws {
        let stage = try stage("{ tree.accommodate: toggle }")
        let panels = try ["left", "right", "plain"].map { try add($0, to: stage) }
        #expect(panels.map { accommodates($0, of: stage) } == [false, false, false])
        emit(on: stage)
        #expect(panels.map { accommodates($0, of: stage) } == [true, true, false])
        #expect(
            stage.trace.filter { $0.contains("tree.accommodate") && $0.contains(#""kind":"command""#) } == [
                #"{"t":0,"kind":"command","command":"tree.accommodate","target":"left","enabled":true,"outcome":"done"}"#,
                #"{"t":0,"kind":"command","command":"tree.accommodate","target":"right","enabled":true,"outcome":"done"}"#,
            ]
        )
        emit(on: stage)
        #expect(panels.map { accommodates($0, of: stage) } == [false, false, false])
    }

    @Test(.rule("V22")) func `a command switches one screen to a value, also for panels that are connected later`()
        throws
    {
        let stage = try stage("{ tree.accommodate: { screen: left, enabled: '{{value}}' } }")
        let right = try add("right", to: stage)
        emit(1, on: stage)
        let left = try add("left", to: stage)
        #expect(accommodates(left, of: stage) == true && accommodates(right, of: stage) == false)
        emit(0, on: stage)
        #expect(accommodates(left, of: stage) == false)
    }

    @Test(.rule("V22")) func `a touch's handler switches the accommodations for the next touch`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 1000], accommodations: { enabled: false, holdDuration: 100ms } }]
            root: { on: { touchesBegan: [m.note: down, tree.accommodate: true], touchesEnded: { m.note: up } } }
            """
        )
        let panel = try add("panel", to: stage)
        stage.pipeline.take(Streams.down(0, 1, 100, 100, at: 1000).span, of: panel)
        stage.pipeline.take(Streams.up(0, at: 1050).span, of: panel)
        #expect(stage.drain().count { $0.contains("down") || $0.contains("up") } == 2)
        stage.pipeline.take(Streams.down(0, 2, 100, 100, at: 300_000).span, of: panel)
        stage.pipeline.take(Streams.up(0, at: 300_050).span, of: panel)
        #expect(stage.drain() == [])
    }

    @Test(.rule("V20"), arguments: [0, 20_000])
    func `with final, a tap with two fingers that is shorter than the delay is recognized`(_ pause: Int64) throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 1000], accommodations: { tapAssistance: final, gestureDelay: 200ms } }]
            root: { id: page, gestures: [{ type: tap, touches: 2, on: { recognized: m.note } }] }
            """
        )
        let panel = try add("panel", to: stage)
        func send(_ events: [RawEvent]) { stage.pipeline.take(events.span, of: panel) }
        send(Streams.down(0, 1, 100, 100, at: 0))
        send(Streams.down(1, 2, 300, 100, at: 10_000))
        send(Streams.up(0, at: 90_000).filter { pause > 0 || !$0.isMark(.report) })
        send(Streams.up(1, at: 90_000 + pause))
        #expect(stage.journal.handlerEvents.map(\.touchCount) == [2])
    }

    @Test func `a name that no screen with accommodations has is refused with a message`() throws {
        let stage = try stage("{ tree.accommodate: { screen: '{{action}}', enabled: true } }")
        emit(on: stage)
        #expect(stage.log.contains { $0.contains("there is no screen 'switch' with 'accommodations'") })
        #expect(stage.trace.contains { $0.contains(#""target":null,"outcome":"refused""#) })
    }

    @Test(.rule("V22")) func `a reload retains the state unless the new layout changes 'enabled'`() throws {
        let stage = try stage("{ tree.accommodate: true }")
        let panel = try add("left", to: stage)
        emit(on: stage)
        func reload(enabled: Bool, hold: String = "100ms") throws -> Bool? {
            let text = layout("{ tree.accommodate: true }", enabled: enabled, hold: hold)
            _ = stage.pipeline.reload(try LayoutStage.plan(text, stage.journal))
            return accommodates(panel, of: stage)
        }
        #expect(try reload(enabled: false) == true)
        #expect(try reload(enabled: false, hold: "200ms") == true)
        #expect(try reload(enabled: true) == true)
        #expect(try reload(enabled: false) == false)
    }

    @Test(.rule("V22")) func `after a reload, a command still switches the panels`() throws {
        let stage = try stage("{ tree.accommodate: toggle }")
        let panel = try add("left", to: stage)
        _ = stage.pipeline.reload(try LayoutStage.plan(layout("{ tree.accommodate: toggle }"), stage.journal))
        emit(on: stage)
        #expect(accommodates(panel, of: stage) == true)
    }

    @Test(.rule("V18", "L2")) func `a reload and a suspend reject contacts that are withheld`() throws {
        let stage = try stage("{ tree.accommodate: true }", enabled: true)
        func calls() -> Int { stage.drain().count { $0.contains("touchesBegan") } }
        let panel = try add("left", to: stage)
        stage.pipeline.take(Streams.down(0, 1, 100, 100, at: 1000).span, of: panel)
        _ = stage.pipeline.reload(try LayoutStage.plan(layout("[]", enabled: true), stage.journal))
        stage.pipeline.advance(to: 1_000_000)
        stage.pipeline.take(Streams.up(0, at: 1_100_000).span, of: panel)
        stage.pipeline.take(Streams.down(0, 2, 100, 100, at: 2_000_000).span, of: panel)
        stage.pipeline.pause()
        stage.pipeline.resume()
        stage.pipeline.advance(to: 3_000_000)
        #expect(calls() == 0)
        stage.pipeline.take(Streams.up(0, at: 3_100_000).span, of: panel)
        stage.pipeline.take(Streams.down(0, 3, 100, 100, at: 4_000_000).span, of: panel)
        stage.pipeline.advance(to: 5_000_000)
        #expect(calls() == 1)
    }

    @Test(.rule("V18", "L2"), arguments: ["holdDuration: 100ms", "tapAssistance: final"])
    func `a contact that goes down during a suspend begins no touch after it`(_ setting: String) throws {
        let stage = try LayoutStage(
            "screens: [{ size: [1000, 1000], accommodations: { \(setting) } }]\nroot: { on: { touches: m.note } }"
        )
        let panel = try add("panel", to: stage)
        stage.pipeline.pause()
        stage.pipeline.take(Streams.down(0, 1, 100, 100, at: 1000).span, of: panel)
        stage.pipeline.resume()
        stage.pipeline.advance(to: 2_000_000)
        stage.pipeline.take(Streams.up(0, at: 2_000_000).span, of: panel)
        #expect(!stage.drain().contains { $0.contains("touches") })
        stage.pipeline.take(Streams.down(0, 2, 100, 100, at: 3_000_000).span, of: panel)
        stage.pipeline.advance(to: 4_000_000)
        #expect(stage.drain().count { $0.contains("touchesBegan") } == 1)
    }

    @Test(.rule("V22")) func `a handler that switches while another contact is withheld changes only later contacts`()
        throws
    {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 1000], accommodations: { holdDuration: 100ms, minimumMovement: 50 } }]
            root: { multipleTouchEnabled: true, on: { touchesBegan: [m.note, tree.accommodate: toggle], touchesMoved: m.note } }
            """
        )
        _ = stage.drain()
        let panel = try add("panel", to: stage)
        func send(_ events: [RawEvent]) { stage.pipeline.take(events.span, of: panel) }
        send(Streams.down(0, 1, 100, 100, at: 0))
        send(Streams.down(1, 2, 300, 100, at: 60_000))
        // The first touch begins at 100 ms and disables the accommodations. The second contact is still delayed.
        send(Streams.down(2, 3, 500, 100, at: 120_000))
        #expect(stage.journal.handlerEvents.map(\.time) == [100_000, 120_000])
        // The third touch has enabled the accommodations again.
        send(Streams.move(2, 510, 100, at: 130_000))
        send(Streams.move(1, 340, 100, at: 140_000))
        stage.pipeline.advance(to: 160_000)
        send(Streams.move(1, 360, 100, at: 170_000))
        #expect(stage.journal.handlerEvents.map(\.time) == [100_000, 120_000, 130_000, 160_000])
        #expect(stage.journal.handlerEvents.map(\.x) == [100, 500, 510, 340])
        send(Streams.move(1, 391, 100, at: 180_000))
        #expect(stage.journal.handlerEvents.last?.x == 391)
    }

    // MARK: Errors reported by the check

    private func mistakes(_ screen: String, _ calls: String = "[]") -> [String] {
        LayoutStage.read("screens: [{ name: kiosk, \(screen) }]\nroot: { on: { touchesBegan: \(calls) } }").mistakes
    }

    @Test(.atLimit("accommodation-time"), .pastLimit("accommodation-time"))
    func `times of accommodations are at most 10 s`() {
        for key in ["holdDuration", "ignoreRepeat", "tapAssistance: initial, gestureDelay"] {
            #expect(mistakes("accommodations: { \(key): 10s }") == [])
            let name = key.split(separator: " ").last!
            #expect(
                mistakes("accommodations: { \(key): 10.001s }")
                    == ["error: '\(name)' must be a time of at most 10s, such as 300ms, not '10.001s'"]
            )
        }
    }

    @Test(arguments: [
        ("accommodations: {}", "[]", "warning: these accommodations have no effect"),
        ("accommodations: { gestureDelay: 1s }", "[]", "error: 'gestureDelay' has no effect without 'tapAssistance'"),
        ("accommodations: { tapAssistance: last }", "[]", "error: 'tapAssistance' must be"),
        ("accommodations: { minimumMovement: 201 }", "[]", "error: 'minimumMovement' must be a number from 0 to 200"),
        ("size: [9, 9]", "{ tree.accommodate: true }", "error: no screen has 'accommodations'; add"),
        (
            "accommodations: { holdDuration: 1s }", "{ tree.accommodate: { screen: kisok, enabled: true } }",
            "error: there is no screen 'kisok'; did you mean 'kiosk'?"
        ),
        (
            "size: [9, 9]", "{ tree.accommodate: { screen: kiosk, enabled: true } }",
            "error: the screen 'kiosk' has no 'accommodations'; add them"
        ),
        (
            "accommodations: { holdDuration: 1s }", "{ tree.accommodate: flip }",
            "error: 'tree.accommodate' needs true, false, toggle, a number such as"
        ),
        (
            "accommodations: { holdDuration: 1s }", "{ tree.accommodate: { screen: kiosk } }",
            "error: 'tree.accommodate' needs 'enabled': true, false or toggle"
        ),
        (
            "accommodations: { holdDuration: 1s }", "{ tree.accommodate: { enabled: true } }",
            "error: 'tree.accommodate' needs 'screen': a name"
        ),
        (
            "accommodations: { holdDuration: 1s }", "{ tree.accommodate: { screen: [], enabled: true } }",
            "error: the list of ids is empty; write at least one id"
        ),
        ("accommodations: { tapAssistance: final, gestureDelay: 0s }", "[]", "warning: 'gestureDelay: 0s' switches"),
        ("holdDuration: 1s", "[]", "write it in 'accommodations:'"),
    ])
    func `mistakes are reported with the remedy`(_ screen: String, _ calls: String, _ message: String) {
        let mistakes = mistakes(screen, calls)
        #expect(mistakes.count == 1 && mistakes[0].contains(message), "\(mistakes)")
    }
}
