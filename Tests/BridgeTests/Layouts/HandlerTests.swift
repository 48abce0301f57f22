import Bridge
import HandlerEvents
import JSON
import LayoutRuntime
import PluginAPI
import ResponderKit
import Testing
import TimeLimits

/// Tests which events plugins receive, and whether the events propagate afterwards.
struct HandlerTests {
    private let nested = """
        screens: [{ size: [400, 400] }]
        root:
          id: outer
          on: { touches: m.note }
          subviews:
            - { id: inner, frame: [100, 100, 200, 200], on: { touches: { n.note: ~, pass: PASS } } }
        """

    private func stage(pass: Bool) throws -> LayoutStage {
        let stage = try LayoutStage(nested.replacing("PASS", with: pass ? "true" : "false"))
        _ = stage.drain()
        return stage
    }

    @Test
    func `a bound method stops touches like an override without super`() throws {
        let stage = try stage(pass: false)
        stage.down(150, 150, at: 10)
        stage.move(160, 150, at: 20)
        stage.up(160, 150, at: 30)
        #expect(stage.drain() == ["inner touchesBegan", "inner touchesMoved", "inner touchesEnded"])
    }

    @Test
    func `pass: true passes touches on like a call of super`() throws {
        let stage = try stage(pass: true)
        stage.down(150, 150, at: 10)
        #expect(stage.drain() == ["inner touchesBegan", "outer touchesBegan"])
    }

    @Test(arguments: [true, false])
    func `a plugin's result overrides pass of the layout`(_ passes: Bool) throws {
        let stage = try stage(pass: !passes)
        stage.journal.answer = HandlerResult(passes: passes)
        stage.down(150, 150, at: 10)
        #expect(stage.drain() == ["inner touchesBegan"] + (passes ? ["outer touchesBegan"] : []))
    }

    @Test
    func `a control that is disabled while pressed ends its stream`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              subviews:
                - { id: ring, class: Button, frame: [100, 0, 100, 50], on: { touchDown: m.note, touchCancel: m.note } }
            """
        )
        stage.down(10, 300, at: 10, finger: 5)
        stage.down(120, 30, at: 20)
        stage.application.advance(to: 90)
        #expect(stage.ask(.set(view: "ring", properties: ["enabled": false])) == .done)
        stage.up(120, 30, at: 100)
        let (down, cancel) = (stage.journal.handlerEvents[0], stage.journal.handlerEvents[1])
        #expect(stage.journal.handlerEvents.map(\.event) == [.touchDown, .touchCancel])
        #expect((cancel.stream, cancel.touch, cancel.time) == (down.stream, 2, 90))
        #expect((cancel.x, cancel.y, cancel.screenX) == (20, 30, 120))
        // Control events from a command belong to no touch.
        #expect(stage.ask(.send(view: "ring", event: "touchCancel")) == .done)
        #expect(stage.journal.handlerEvents[2].touch == 0)
    }

    @Test
    func `a control that missed the end of its touch ends the stream at the next touch`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              subviews:
                - id: ring
                  class: Button
                  frame: [0, 0, 200, 200]
                  on: { touchesEnded: m.note, touchDown: m.note, touchCancel: m.note }
            """
        )
        stage.down(10, 10, at: 10, finger: 3)
        stage.up(10, 10, at: 20, finger: 3)
        stage.down(20, 20, at: 30, finger: 4)
        let heard = stage.journal.handlerEvents
        #expect(heard.map(\.event) == [.touchDown, .touchesEnded, .touchCancel, .touchDown])
        #expect(heard.map(\.touch) == [1, 1, 1, 2])
        #expect(heard.map(\.slot) == [3, 3, 3, 4] && heard.allSatisfy { $0.device == 1 })
        #expect(heard.map(\.stream) == [1, 1, 1, 2])
    }

    @Test
    func `the events of a control belong to the touch that it tracks`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              subviews:
                - id: ring
                  class: Button
                  frame: [0, 0, 200, 200]
                  multipleTouchEnabled: true
                  on: { touchDown: m.note, touchDragInside: m.note, touchUpInside: m.note }
            """
        )
        stage.down(10, 10, at: 10, finger: 1)
        stage.down(20, 20, at: 20, finger: 2)
        stage.up(10, 10, at: 30, finger: 1)
        stage.down(30, 30, at: 40, finger: 3)
        let moves = [(2, 25.0), (3, 35.0)].map {
            TouchSample(FingerID(device: 1, contact: $0), .moved, at: Point(x: $1, y: $1))
        }
        stage.application.send(TouchFrame(time: 50, moves))
        #expect(stage.journal.handlerEvents.map(\.touch) == [1, 1, 3, 3])
        #expect(stage.journal.handlerEvents.last?.x == 35)
    }

    @Test
    func `every touch has its own event with its locations in view and screen`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400], position: [1000, 0] }]
            root:
              subviews:
                - { id: pad, frame: [100, 50, 200, 200], multipleTouchEnabled: true, on: { touchesBegan: m.note } }
            """
        )
        stage.application.send(
            TouchFrame(
                time: 70,
                [
                    TouchSample(FingerID(device: 3, contact: 0), .began, at: Point(x: 1110, y: 60)),
                    TouchSample(FingerID(device: 3, contact: 1), .began, at: Point(x: 1120, y: 80)),
                ]
            )
        )
        let handlerEvents = stage.journal.handlerEvents
        #expect(handlerEvents.map(\.touch) == [1, 2])
        #expect(handlerEvents.map(\.stream) == [1, 2])
        #expect(handlerEvents.map(\.x) == [10, 20])
        #expect(handlerEvents.map(\.y) == [10, 30])
        #expect(handlerEvents.map(\.screenX) == [110, 120])
        #expect(handlerEvents.map(\.screenY) == [60, 80])
        #expect(handlerEvents.allSatisfy { $0.touchCount == 2 && $0.device == 3 && $0.time == 70 && $0.tapCount == 1 })
    }

    @Test
    func `every call has its own arguments, at every position`() throws {
        let stage = try LayoutStage(
            """
            screens:
              - idle: { after: 1s, do: [{ m.note: 1 }] }
                on: { active: { m.note: 2 } }
                root: { id: v, on: { touchesBegan: { m.note: 3 } }, controller: { on: { touchesEnded: { m.note: 4 } } } }
                windows: [{ level: 1, frame: [0, 0, 9, 9], on: { touchesBegan: { m.note: 5 } } }]
            actions: { ring: { m.note: 6 } }
            """
        )
        stage.pipeline.advance(to: 2_000_000)
        _ = stage.drain()
        stage.pipeline.advance(to: 3_000_000)
        stage.down(50, 50, at: 3_000_000)
        stage.up(50, 50, at: 3_000_001)
        stage.down(5, 5, at: 3_000_002)
        #expect(
            stage.drain() == [
                "screen active 2", "v touchesBegan 3", "ViewController touchesEnded 4", "Window touchesBegan 5",
            ]
        )
        stage.application.sendAction("ring", to: nil, from: nil, for: nil)
        #expect(stage.drain() == ["application action 6"])
    }

    @Test
    func `several calls are made in the order of the layout`() throws {
        let stage = try LayoutStage(
            "root: { id: v, on: { touchesBegan: [{ m.note: 1 }, { n.note: 2 }, { m.note: 3 }] } }"
        )
        _ = stage.drain()
        stage.down(10, 10, at: 10)
        #expect(stage.drain() == ["v touchesBegan 1", "v touchesBegan 2", "v touchesBegan 3"])
    }

    @Test
    func `a touch that no view handles reaches the bindings of window and layout`() throws {
        let stage = try LayoutStage(
            """
            root: { id: v }
            windows: [{ id: top, level: 1, frame: [0, 0, 100, 100], on: { touchesBegan: { m.note: ~, pass: true } } }]
            on: { touchesBegan: n.note }
            """
        )
        _ = stage.drain()
        stage.down(10, 10, at: 10)
        #expect(stage.drain() == ["top touchesBegan", "application touchesBegan"])
    }

    @Test
    func `control events carry the control's values`() throws {
        let stage = try LayoutStage(
            """
            root:
              subviews:
                - { id: b, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: m.note } }
                - { id: s, class: Slider, frame: [0, 100, 331, 31], range: [0, 100], on: { valueChanged: { m.keep: "{{value}}" } } }
                - { id: t, class: Switch, frame: [0, 200, 100, 100], on: { valueChanged: { m.keep: "{{value}} {{tapCount}}" } } }
            """
        )
        _ = stage.drain()
        stage.tap(50, 50, at: 10)
        stage.down(15, 115, at: 1_000_000)
        stage.move(165, 115, at: 1_010_000)
        stage.up(165, 115, at: 1_020_000)
        stage.tap(50, 250, at: 2_000_000)
        #expect(stage.drain() == ["b touchUpInside", #"s valueChanged "50""#, #"t valueChanged "1 1""#])
    }

    @Test
    func `a control whose handlers stop its touches does not track unless they pass`() throws {
        for (pass, expected) in [(false, ["b touchesBegan"]), (true, ["b touchesBegan", "b touchUpInside"])] {
            let stage = try LayoutStage(
                "root: { id: b, class: Button, on: { touchesBegan: { m.note: ~, pass: \(pass) }, touchUpInside: m.note } }"
            )
            _ = stage.drain()
            stage.tap(50, 50, at: 10)
            #expect(stage.drain() == expected)
        }
    }

    @Test
    func `an action goes to the first responder up the chain that has it`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: root
              actions: { copy: { m.keep: "{{action}} from {{view}}" }, paste: m.note }
              controller: { id: boss, actions: { ring: m.note } }
              subviews:
                - { id: b, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: copy } }
                - { id: c, class: Button, frame: [0, 100, 100, 100], on: { touchUpInside: [ring, n.note] } }
            """
        )
        _ = stage.drain()
        stage.tap(50, 50, at: 10)
        #expect(stage.drain() == [#"root action "copy from root""#])
        stage.tap(50, 150, at: 2_000_000)
        #expect(Set(stage.drain()) == ["boss action", "c touchUpInside"])
    }

    @Test
    func `presses, shakes and remote commands start at the first responder`() throws {
        let stage = try LayoutStage(
            """
            firstResponder: field
            root:
              id: root
              on: { motionBegan: m.note, remoteControlReceived: { m.keep: "{{code}}" } }
              subviews:
                - { id: field, on: { pressesBegan: { m.keep: "{{code}}" }, pressesEnded: { m.note: ~, pass: true } } }
            """
        )
        _ = stage.drain()
        let application = stage.application
        application.post([PressSample(ButtonID(device: 2, code: 28), .began, type: .select)], at: 5)
        application.post([PressSample(ButtonID(device: 2, code: 28), .ended, type: .select)], at: 6)
        application.post(motion: .began, at: 7)
        application.post(remoteControl: .remoteControlPause, at: 8)
        application.dispatchPending()
        #expect(
            stage.drain() == [
                #"field pressesBegan "28""#, "field pressesEnded", "root motionBegan",
                #"root remoteControlReceived "\#(Event.EventSubtype.remoteControlPause.rawValue)""#,
            ]
        )
    }

    @Test
    func `handler calls are traced identically live and in a dry run`() throws {
        let text = """
            screens: [{ name: lobby, size: [400, 400] }]
            root: { id: v, on: { touches: { m.note: { at: "{{x:1}},{{y}}", x: "{{screenX}}", host: "{{host}}", on: "{{screen}}" } } } }
            """
        let stages = try [false, true].map { try LayoutStage(text, isDryRun: $0, tracing: true) }
        for stage in stages {
            stage.down(10.25, 20, at: 1000)
            stage.up(10.25, 20, at: 2000)
        }
        let lines = stages[0].trace.filter { $0.contains(#""kind":"handler""#) }
        #expect(stages[0].trace == stages[1].trace)
        #expect(stages[1].journal.lines.isEmpty)
        #expect(
            lines.first
                == #"{"t":1000,"kind":"handler","plugin":"m","handler":"note","view":"v","on":"touchesBegan","arguments":{"at":"10.3,20","x":10.25,"host":"kiosk","on":"lobby"},"outcome":"accepted"}"#
        )
        #expect(lines.count == 2)
    }

    @Test
    func `a call that the plugin rejects is traced as dropped`() throws {
        let stage = try LayoutStage("root: { id: v, on: { touches: m.note } }", tracing: true)
        stage.journal.answer = .refused
        stage.down(10, 20, at: 1000)
        #expect(stage.trace.contains { $0.contains(#""arguments":null,"outcome":"dropped""#) })
    }

    @Test
    func `calls on several screens keep their own arguments`() throws {
        let stage = try LayoutStage(
            """
            screens:
              - { size: [100, 100], root: { id: l, on: { touchesBegan: { m.note: 1 } } }, on: { idle: { m.note: 2 } } }
              - { size: [100, 100], root: { id: r, on: { touchesBegan: { m.note: 3 } } } }
            """
        )
        _ = stage.drain()
        stage.down(150, 50, at: 10)
        #expect(stage.drain() == ["r touchesBegan 3"])
    }

    @Test
    func `streams of one binding location share a group`() throws {
        let stage = try LayoutStage(
            "root: { class: Button, on: { touches: m.note, touchDown: m.note }, subviews: [{ on: { touches: m.note } }] }"
        )
        let memo = try #require(stage.pipeline.plugins.plugin("m") as? Memo)
        let groups = Dictionary(grouping: memo.bindings, by: \.group)
        #expect(groups.values.map(\.count).sorted() == [1, 4, 4])
    }

    @Test
    func `a binding knows how many calls its plugin has for the event`() throws {
        let stage = try LayoutStage(
            "root: { id: v, on: { touches: [{ m.note: 1 }, { n.note: 2 }], touchesEnded: { m.note: 3 } } }"
        )
        let m = try #require(stage.pipeline.plugins.plugin("m") as? Memo)
        let n = try #require(stage.pipeline.plugins.plugin("n") as? Memo)
        #expect(Set(m.bindings.map(\.width)) == [2])
        #expect(Set(n.bindings.map(\.width)) == [1])
    }

    @Test
    func `a binding knows which ends its plugin receives, and whether it has a value`() throws {
        let stage = try LayoutStage(
            """
            root:
              on: { touches: m.note }
              subviews:
                - { on: { touchesBegan: [m.note, n.note], touchesEnded: m.note } }
                - { class: Slider, on: { touchDown: m.note, valueChanged: m.note } }
            """
        )
        let m = try #require(stage.pipeline.plugins.plugin("m") as? Memo)
        let n = try #require(stage.pipeline.plugins.plugin("n") as? Memo)
        #expect(m.bindings.map(\.ends) == [.all, .all, .all, .all, .some, .some, .none, .none])
        #expect(n.bindings.map(\.ends) == [.none])
        #expect(m.bindings.map(\.bindsValue) == Array(repeating: false, count: 7) + [true])
    }

    @Test
    func `every view has a ResponderKit class, and only bound views have an interceptor`() throws {
        let stage = try LayoutStage(
            "root: { id: a, subviews: [{ id: b, on: { touches: m.note } }, { id: c, class: Slider }] }"
        )
        #expect(type(of: try stage.view("a")) == View.self)
        #expect(type(of: try stage.view("b")) == View.self)
        #expect(type(of: try stage.view("c")) == Slider.self)
        let bound = try ["a", "b", "c"].filter { try stage.view($0).interceptor != nil }
        #expect(bound == ["b"])
    }

    @Test(.timeLimit(.minutes(TimeLimits.testMinutes)))
    func `30,000 calls for one event are bound quickly, and all of them made`() throws {
        let calls = [String](repeating: "m.note", count: 30_000).joined(separator: ", ")
        let stage = try LayoutStage(
            "screens: [{ size: [100, 100] }]\nroot: { on: { touchesBegan: [\(calls)] }, actions: { copy: [\(calls)] } }"
        )
        _ = stage.drain()
        stage.down(10, 10, at: 0)
        #expect(stage.drain().count == 30_000)
    }
}
