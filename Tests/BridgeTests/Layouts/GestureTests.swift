import Bridge
import HandlerEvents
import PluginAPI
import ResponderKit
import Testing

/// Tests the values of a layout's gestures, and the relations between gestures.
struct GestureTests {
    @Test
    func `gestures report their states with their values`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: v
              multipleTouchEnabled: true
              gestures:
                - id: drag
                  type: pan
                  on: { began: { m.keep: "{{translationX}}" }, changed: { m.keep: "{{translationX}},{{velocityY}} {{gesture}}" }, ended: m.note }
            """
        )
        _ = stage.drain()
        stage.down(100, 100, at: 0)
        stage.move(120, 100, at: 10_000)
        stage.move(150, 100, at: 20_000)
        stage.up(150, 100, at: 30_000)
        #expect(stage.drain() == [#"v drag began "20""#, #"v drag changed "50,0 drag""#, "v drag ended"])
        #expect(Set(stage.journal.handlerEvents.map(\.stream)) == [1])
        #expect(stage.journal.handlerEvents[1].x == 150)
        stage.down(100, 100, at: 1_000_000)
        stage.move(120, 100, at: 1_010_000)
        #expect(stage.journal.handlerEvents.last?.stream == 2)
    }

    @Test
    func `failed and possible are sent to handlers bound to them`() throws {
        let stage = try LayoutStage(
            "root: { id: v, gestures: [{ id: tap, type: tap, on: { failed: m.note, possible: m.note } }] }"
        )
        _ = stage.drain()
        stage.down(100, 100, at: 0)
        stage.move(200, 100, at: 10_000)
        stage.up(200, 100, at: 20_000)
        #expect(stage.drain() == ["v tap failed", "v tap possible"])
    }

    @Test(arguments: [false, true])
    func `gestures recognize simultaneously only where the layout allows it`(_ isAllowed: Bool) throws {
        let line = isAllowed ? ", simultaneousWith: drag" : ""
        let stage = try LayoutStage(
            """
            root:
              id: v
              multipleTouchEnabled: true
              gestures:
                - { id: drag, type: pan, on: { began: m.note } }
                - { id: zoom, type: pinch\(line), on: { began: m.note } }
            """
        )
        _ = stage.drain()
        stage.down(100, 100, at: 0)
        stage.down(200, 100, at: 5_000, finger: 1)
        stage.move(200, 160, at: 10_000, finger: 1)
        stage.move(200, 300, at: 20_000, finger: 1)
        #expect(stage.drain().count == (isAllowed ? 2 : 1))
    }

    @Test
    func `a gesture waits for the required ones to fail, also those listed later`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: v
              gestures:
                - { id: one, type: tap, requireToFail: two, on: { ended: m.note } }
                - { id: two, type: tap, taps: 2, on: { ended: m.note } }
            """
        )
        _ = stage.drain()
        stage.tap(100, 100, at: 0)
        #expect(stage.drain() == [])
        stage.pipeline.advance(to: 1_000_000)
        #expect(stage.drain() == ["v one ended"])
        stage.tap(100, 100, at: 2_000_000)
        stage.tap(100, 100, at: 2_200_000)
        #expect(stage.drain() == ["v two ended"])
    }

    @Test
    func `a tap that waited, or whose fingers lifted one by one, has all its touches`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: v
              gestures:
                - { id: one, type: tap, touches: 2, requireToFail: two, on: { ended: m.note } }
                - { id: two, type: tap, touches: 2, taps: 2, on: { ended: m.note } }
            """
        )
        _ = stage.drain()
        func tap(at time: Int64) {
            stage.down(100, 100, at: time, finger: 1)
            stage.down(200, 100, at: time + 10_000, finger: 2)
            stage.up(100, 100, at: time + 40_000, finger: 1)
            stage.up(200, 100, at: time + 60_000, finger: 2)
        }
        tap(at: 0)
        #expect(stage.journal.handlerEvents.isEmpty)
        stage.pipeline.advance(to: 1_000_000)
        tap(at: 2_000_000)
        tap(at: 2_200_000)
        #expect(stage.journal.handlerEvents.map(\.touchCount) == [2, 2])
        #expect(stage.drain() == ["v one ended", "v two ended"])
    }

    // MARK: Custom gestures

    @Test
    func `a custom gesture follows its plugin and cancels touches like any other`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: v
              on: { touches: m.note }
              gestures: [{ id: own, type: custom, on: { began: m.note, changed: m.note, ended: m.note } }]
            """,
            tracing: true
        )
        _ = stage.drain()
        stage.down(10, 10, at: 0)
        #expect(stage.ask(.raise(gesture: "own", state: "began")) == .done)
        #expect(stage.ask(.raise(gesture: "own", state: "changed")) == .done)
        #expect(stage.ask(.raise(gesture: "own", state: "ended")) == .done)
        #expect(
            stage.drain() == ["v touchesBegan", "v own began", "v touchesCancelled", "v own changed", "v own ended"]
        )
        let type = "\"gesture\":\"own\",\"type\":\"CustomGestureRecognizer\",\"view\":\"v\""
        #expect(stage.trace.contains { $0.contains(type) })
    }

    @Test
    func `a custom gesture needs no finger, and ends when its plugin is silent`() throws {
        let stage = try LayoutStage(
            "root: { id: v, gestures: [{ id: own, type: custom, on: { began: m.note, cancelled: m.note, ended: m.note } }] }"
        )
        _ = stage.drain()
        #expect(stage.ask(.raise(gesture: "own", state: "began")) == .done)
        #expect(stage.ask(.raise(gesture: "own", state: "ended")) == .done)
        #expect(stage.ask(.raise(gesture: "own", state: "began")) == .done)
        #expect(stage.pipeline.nextDeadline == 60_000_000)
        stage.pipeline.advance(to: 60_000_000)
        #expect(stage.drain() == ["v own began", "v own ended", "v own began", "v own cancelled"])
    }

    @Test
    func `an illegal state is rejected`() throws {
        let stage = try LayoutStage(
            "root: { gestures: [{ id: own, type: custom }, { id: tap, type: tap }] }"
        )
        #expect(
            stage.ask(.raise(gesture: "own", state: "changed"))
                == .refused("the state of 'own' cannot change from possible to changed; use began, ended or failed")
        )
        #expect(
            stage.ask(.raise(gesture: "own", state: "done"))
                == .refused("'done' is not a state; use began, changed, ended, cancelled or failed")
        )
        let problem = "'tap' is not a custom gesture, so a command cannot set its state"
        #expect(
            stage.ask(.raise(gesture: "tap", state: "began"))
                == .refused("\(problem); use a gesture with 'type: custom'")
        )
        #expect(
            stage.ask(.raise(gesture: "owm", state: "began"))
                == .refused("there is no gesture 'owm'; did you mean 'own'?")
        )
    }
}
