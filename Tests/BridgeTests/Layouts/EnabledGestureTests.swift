import Bridge
import HandlerEvents
import JSON
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import Testing

/// Tests commands that enable and disable gestures.
struct EnabledGestureTests {
    private static func text(_ gesture: String = "{ id: drag, type: pan, on: { began: m.note, cancelled: m.note } }")
        -> String
    {
        """
        screens: [{ size: [400, 400] }]
        root:
          subviews:
            - { id: page, frame: [0, 100, 400, 300], gestures: [\(gesture)] }
            - { id: off, class: Button, frame: [0, 0, 50, 50], on: { touchUpInside: { tree.disable: drag } } }
            - { id: on, class: Button, frame: [50, 0, 50, 50], on: { touchUpInside: { tree.enable: [drag, off] } } }
            - { id: swap, class: Button, frame: [100, 0, 50, 50], on: { touchUpInside: { tree.toggle: { view: drag, property: enabled } } } }
            - { id: free, class: Switch, frame: [200, 0, 50, 31], on: { valueChanged: { tree.set: { view: drag, enabled: "{{value}}" } } } }
            - { id: named, class: Button, frame: [300, 0, 50, 50], on: { touchUpInside: { tree.disable: "drag{{code : 0=}}" } } }
        """
    }

    private func stage(tracing: Bool = false) throws -> LayoutStage {
        let stage = try LayoutStage(Self.text(), tracing: tracing)
        _ = stage.drain()
        return stage
    }

    /// Drags a finger. Returns whether the gesture began.
    private func drags(_ stage: LayoutStage, at time: Int64) -> Bool {
        _ = stage.drain()
        stage.down(100, 200, at: time)
        stage.move(200, 200, at: time + 1000)
        stage.up(200, 200, at: time + 2000)
        return stage.drain().contains("page drag began")
    }

    @Test
    func `tree commands enable, disable and toggle a gesture`() throws {
        let stage = try stage(tracing: true)
        #expect(drags(stage, at: 0))
        stage.tap(20, 20, at: 1_000_000)
        #expect(!drags(stage, at: 2_000_000))
        stage.tap(70, 20, at: 3_000_000)
        #expect(drags(stage, at: 4_000_000))
        stage.tap(120, 20, at: 5_000_000)
        #expect(!drags(stage, at: 6_000_000))
        stage.tap(120, 20, at: 7_000_000)
        #expect(drags(stage, at: 8_000_000))
        let commands = stage.trace.filter { $0.contains(#""kind":"command""#) }
        #expect(
            commands[0] == #"{"t":1050000,"kind":"command","command":"tree.disable","target":"drag","outcome":"done"}"#
        )
        #expect(
            commands[2] == #"{"t":3050000,"kind":"command","command":"tree.enable","target":"off","outcome":"done"}"#
        )
    }

    @Test
    func `the value of an event enables a gesture`() throws {
        let stage = try stage()
        stage.tap(225, 15, at: 0)
        #expect(stage.pipeline.tree.gesture("drag")?.isEnabled == true)
        stage.tap(225, 15, at: 1_000_000)
        #expect(stage.pipeline.tree.gesture("drag")?.isEnabled == false)
    }

    @Test
    func `an id with a placeholder can name a gesture`() throws {
        let stage = try stage()
        stage.tap(320, 20, at: 0)
        #expect(stage.pipeline.tree.gesture("drag")?.isEnabled == false)
    }

    @Test
    func `disabling a gesture that has begun cancels it`() throws {
        let stage = try stage()
        stage.down(100, 200, at: 0)
        stage.move(200, 200, at: 1000)
        #expect(stage.ask(.set(view: "drag", properties: ["enabled": false])) == .done)
        #expect(stage.drain() == ["page drag began", "page drag cancelled"])
        stage.move(300, 200, at: 2000)
        stage.up(300, 200, at: 3000)
        #expect(stage.drain() == [])
    }

    @Test
    func `the command set changes only enabled of a gesture, and suggests its id`() throws {
        let stage = try stage()
        #expect(stage.ask(.set(view: "drag", properties: ["enabled": false])) == .done)
        #expect(!drags(stage, at: 0))
        let unknown = stage.ask(.set(view: "drga", properties: ["enabled": true]))
        #expect(unknown == .refused("there is no view or gesture 'drga'; did you mean 'drag'?"))
        #expect(stage.ask(.set(view: "drag", properties: ["alpha": 1])) != .done)
        #expect(stage.ask(.set(view: "drag", properties: ["enabled": true, "alpha": 1])) != .done)
    }

    @Test
    func `a control with the id of a gesture is changed instead of the gesture`() throws {
        let stage = try LayoutStage(
            """
            root:
              subviews: [{ id: same, class: Button, gestures: [{ id: same, type: tap }], on: { touchDown: { tree.disable: same } } }]
            """
        )
        #expect(stage.ask(.set(view: "same", properties: ["enabled": false])) == .done)
        #expect(try (stage.view("same") as? Control)?.isEnabled == false)
        #expect(stage.pipeline.tree.gesture("same")?.isEnabled == true)
    }

    @Test
    func `the value survives a reload, unless the new layout changes the gesture`() throws {
        let stage = try stage()
        stage.tap(20, 20, at: 0)
        func reload(_ gesture: String) throws -> Bool? {
            _ = stage.pipeline.reload(try LayoutStage.plan(Self.text(gesture), stage.journal), at: 1_000_000)
            return stage.pipeline.tree.gesture("drag")?.isEnabled
        }
        #expect(try reload("{ id: drag, type: pan }") == false)
        #expect(try reload("{ id: drag, type: pan, enabled: true }") == false)
        #expect(try reload("{ id: drag, type: swipe }") == true)
        #expect(stage.ask(.set(view: "drag", properties: ["enabled": false])) == .done)
        #expect(try reload("{ id: drag, type: swipe, enabled: false }") == false)
        #expect(try reload("{ id: drag, type: swipe }") == true)
    }

    @Test
    func `a removed view's gesture is unknown`() throws {
        let stage = try stage()
        #expect(stage.ask(.remove(view: "page")) == .done)
        stage.tap(20, 20, at: 0)
        #expect(stage.log.contains { $0.contains("there is currently no view 'drag'") }, "\(stage.log)")
    }

    @Test
    func `the value of a removed view's gesture is not retained`() throws {
        let stage = try stage()
        stage.tap(20, 20, at: 0)
        #expect(stage.ask(.remove(view: "page")) == .done)
        _ = stage.pipeline.reload(try LayoutStage.plan(Self.text(), stage.journal), at: 1_000_000)
        #expect(stage.pipeline.tree.gesture("drag")?.isEnabled == true)
    }

    @Test
    func `a gesture that its own handlers disable and enable is cancelled once for each touch`() throws {
        let stage = try LayoutStage(
            Self.text(
                """
                { id: drag, type: pan, on: { began: [m.note, tree.disable: drag], cancelled: [m.note, tree.enable: drag] } }
                """
            )
        )
        for touch in 0..<3 {
            _ = stage.drain()
            let time = Int64(touch) * 1_000_000
            stage.down(100, 200, at: time)
            for step in 1...5 { stage.move(100 + Double(step) * 40, 200, at: time + Int64(step) * 1000) }
            stage.up(300, 200, at: time + 9000)
            #expect(stage.drain() == ["page drag began", "page drag cancelled"])
        }
        #expect(stage.pipeline.tree.gesture("drag")?.isEnabled == true)
    }

    @Test
    func `a sequence waits for a disabled step only for its time`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              gestures:
                - { id: one, type: tap, on: { recognized: { tree.disable: two } } }
                - { id: two, type: swipe, directions: [right] }
              sequences: [{ steps: [one, two], within: 1s, on: { ended: m.note, failed: n.note } }]
            """
        )
        _ = stage.drain()
        stage.tap(100, 100, at: 0)
        stage.down(100, 200, at: 200_000)
        stage.move(200, 200, at: 210_000)
        stage.up(200, 200, at: 220_000)
        stage.pipeline.advance(to: 5_000_000)
        #expect(stage.drain().count == 1)
    }

    @Test
    func `a sequence with a disabled gesture is an error only if nothing enables the gesture`() {
        func warnings(_ call: String) -> [String] {
            LayoutStage.read(
                """
                root:
                  gestures: [{ id: one, type: tap, enabled: false }]
                  sequences: [{ steps: [one, one], on: { recognized: m.note } }]
                  subviews: [{ class: Button, on: { touchDown: [n.note, \(call)] } }]
                """
            ).mistakes.filter { $0.contains("is disabled") }
        }
        #expect(warnings("m.note").count == 2)
        #expect(warnings("{ tree.enable: one }") == [])
        #expect(warnings("{ tree.toggle: { view: [one], property: enabled } }") == [])
        #expect(warnings("{ tree.disable: one }").count == 2)
    }
}
