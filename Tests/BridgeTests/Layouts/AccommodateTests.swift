internal import Bridge
import InputEvents
internal import InputHub
import PluginAPI
import TestTraits
import Testing

/// `tree.accommodate` switches the accommodations of screens.
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

    // MARK: Check

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
            "error: 'tree.accommodate' needs 'enabled'"
        ),
        ("holdDuration: 1s", "[]", "write it in 'accommodations:'"),
    ])
    func `mistakes are reported with the remedy`(_ screen: String, _ calls: String, _ message: String) {
        let mistakes = mistakes(screen, calls)
        #expect(mistakes.count == 1 && mistakes[0].contains(message), "\(mistakes)")
    }
}
