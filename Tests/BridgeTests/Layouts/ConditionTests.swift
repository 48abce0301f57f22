import Bridge
import HandlerEvents
import JSON
import LayoutRuntime
import PluginAPI
import ResponderKit
import Testing

/// Tests `when:` of handler calls, and placeholders with conversions.
struct ConditionTests {
    private func slider(_ calls: String) throws -> LayoutStage {
        try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              subviews:
                - id: volume
                  class: Slider
                  frame: [0, 0, 331, 40]
                  range: [0, 100]
                  on: { valueChanged: \(calls) }
            """,
            tracing: true
        )
    }

    /// Drags the slider's thumb to each value in turn.
    private func drag(_ stage: LayoutStage, to values: [Double]) {
        stage.down(16, 20, at: 10)
        for (index, value) in values.enumerated() { stage.move(16 + value * 3, 20, at: 20 + Int64(index)) }
    }

    @Test
    func `a call is made only for events that fulfil its condition`() throws {
        let stage = try slider(#"{ m.note: ~, when: "{{value}} > 20 and {{value}} <= 60" }"#)
        drag(stage, to: [10, 30, 60, 70])
        #expect(stage.journal.handlerEvents.map { $0.value.rounded() } == [30, 60])
        let outcomes = stage.trace.filter { $0.contains(#""kind":"handler""#) }.map {
            $0.contains(#""outcome":"accepted""#) ? "accepted" : $0.contains(#""outcome":"skipped""#) ? "skipped" : $0
        }
        #expect(outcomes == ["skipped", "accepted", "accepted", "skipped"])
    }

    @Test(arguments: [
        ("{{value}} < 20 or {{value}} >= 60", [10.0, 60, 70]),
        ("{{value / 100 : 1}} == 0.3", [30]),
        ("{{value}} != 30 and {{touch}} == true", [10, 60, 70]),
        ("{{value}} < 20 or {{value}} > 20 and {{value}} < 40", [10, 30]),
    ])
    func `comparisons are joined by and before or`(_ condition: String, _ values: [Double]) throws {
        let stage = try slider("{ m.note: ~, when: \"\(condition)\" }")
        drag(stage, to: [10, 30, 60, 70])
        #expect(stage.journal.handlerEvents.map { $0.value.rounded() } == values)
    }

    @Test
    func `the condition of a list applies to all its calls, and to no other call`() throws {
        let stage = try slider(#"[m.note, { do: [m.note, n.note], when: "{{value}} > 50" }]"#)
        drag(stage, to: [10, 60])
        #expect(stage.journal.handlerEvents.map { $0.value.rounded() } == [10, 60, 60, 60])
    }

    @Test
    func `of several fingers in one frame, those that fulfil the condition are delivered`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              id: pad
              multipleTouchEnabled: true
              on: { touchesBegan: { m.note: ~, when: "{{x}} >= 200" } }
            """
        )
        stage.send(began: [(100, 10), (300, 20), (150, 30), (200, 40)], at: 10)
        #expect(stage.journal.handlerEvents.map(\.x) == [300, 200])
        #expect(stage.journal.handlerEvents.map(\.touch) == [2, 4])
    }

    @Test(arguments: [
        ("{{x}}", JSONValue.number(30)), ("{{x * 2 + 1}}", 61), ("{{ x / 4 }}", 7.5), ("{{x - 40 * 2}}", -20),
        ("{{x / 4 : 0}}", "8"), ("{{x/8:2}} mm", "3.75 mm"), ("{{x : 30=thirty, else=other}}", "thirty"),
        ("{{y : 30=thirty, else=other}}", "other"), ("{{y : 30=thirty}}", "200"), ("{{touch : true=one}}", "one"),
        ("{{view : pad=P}}/{{view : other=O}}", "P/pad"),
        ("{{x / 10 - 2.7}}", .number(30 / 10 - 2.7)), ("{{x / 30 * 49 / 49}}", 1),
    ])
    func `placeholders scale, round and replace their values`(_ template: String, _ expected: JSONValue) throws {
        let stage = try LayoutStage(
            "screens: [{ size: [400, 400] }]\nroot: { id: pad, on: { touchesBegan: { m.note: { at: \"\(template)\" } } } }"
        )
        stage.down(30, 200, at: 10)
        let (binding, event) = (try #require(stage.journal.binding), stage.journal.handlerEvents[0])
        #expect(binding.arguments.expanded(event, binding)["at"] == expected)
    }

    @Test
    func `tree commands set scaled numbers`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              on: { touchesBegan: { tree.set: { view: volume, value: "{{x / 400 * 100 : 0}}" } } }
              subviews: [{ id: volume, class: Slider, frame: [0, 350, 100, 40], range: [0, 100] }]
            """
        )
        stage.down(30, 200, at: 10)
        #expect(try (stage.view("volume") as? Slider)?.value == 8)
    }

    @Test(arguments: [
        ("{{value : 0=1, 1=0}}", [true, false]), ("{{value : true=false, false=true}}", [true, false]),
        ("{{value : 0=1, else=0}}", [true, false]), ("{{value : 1=0}}", [false, false]), ("{{value}}", [false, true]),
    ])
    func `tree commands set Boolean properties by replaced values`(_ template: String, _ expected: [Bool]) throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root: { subviews: [{ id: lamp, class: Switch }] }
            actions: { mirror: { tree.set: { view: lamp, isOn: "\(template)", tag: "{{value : 0=7, else=9}}" } } }
            """
        )
        for (value, isOn) in zip([0.0, 1], expected) {
            #expect(stage.ask(.emit(action: "mirror", value: value)) == .done)
            #expect(try (stage.view("lamp") as? Switch)?.isOn == isOn)
            #expect(try stage.view("lamp").tag == (value == 0 ? 7 : 9))
        }
    }

    @Test(arguments: [
        (
            "{{value : 0=on, 1=off}}",
            "the replacement 'on' is not a number; write a number, true or false after each '='"
        ),
        ("{{value : 0=1, else=off}}", "the replacement 'off' is not a number"),
        ("{{action : a=1}}", "'{{action}}' is a string, not a number; write a number or only a numeric placeholder"),
        ("{{value : 0=1}}{{value}}", "a number cannot be a combination of a placeholder and other text"),
    ])
    func `replaced values of a property must be numbers`(_ template: String, _ message: String) {
        let layout =
            "root: { id: lamp, class: Switch }\nactions: { a: { tree.set: { view: lamp, isOn: \"\(template)\" } } }"
        let (plan, mistakes) = LayoutStage.read(layout)
        #expect(plan == nil && mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }

    @Test
    func `JSON arguments contain replaced numbers as texts`() throws {
        let stage = try LayoutStage("root: { on: { touchesBegan: { m.note: { at: '{{touch : 1=2}}' } } } }")
        stage.down(30, 20, at: 10)
        let (binding, event) = (try #require(stage.journal.binding), stage.journal.handlerEvents[0])
        #expect(binding.arguments.expanded(event, binding)["at"] == "2")
    }

    @Test
    func `a condition compares replaced numbers`() throws {
        let stage = try slider(#"{ m.note: ~, when: "{{value : 30=1, 60=1, else=0}} == 1" }"#)
        drag(stage, to: [10, 30, 60, 70])
        #expect(stage.journal.handlerEvents.map { $0.value.rounded() } == [30, 60])
    }

    @Test
    func `a stream whose end event has a condition may lack its end`() throws {
        func ends(_ call: String) throws -> Binding.BoundEnds? {
            let stage = try LayoutStage("screens: [{ size: [400, 400] }]\nroot: { on: { touches: \(call) } }")
            stage.down(10, 10, at: 10)
            return stage.journal.binding?.ends
        }
        #expect(try ends("m.note") == .all)
        #expect(try ends(#"[m.note, { m.note: ~, when: "{{x}} > 5" }]"#) == .all)
        #expect(try ends(#"{ m.note: ~, when: "{{x}} > 5" }"#) == Binding.BoundEnds.some)
        // Checks `ends` of the begin event's binding. The queue reserves space for the end event when it accepts the
        // begin event.
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              on: { touchesBegan: m.note, touchesEnded: { m.note: ~, when: "{{x}} < 5" }, touchesCancelled: m.note }
            """
        )
        stage.down(10, 10, at: 10)
        #expect(stage.journal.binding?.ends == Binding.BoundEnds.some)
    }
}
