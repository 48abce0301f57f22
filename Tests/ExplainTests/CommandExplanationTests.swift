internal import Bridge
import Explain
import JSON
import PluginAPI
import ResponderKit
import Testing

/// Tests explanations of commands that make a view receive touches or stop receiving them.
struct CommandExplanationTests {
    private static let layout = """
        root:
          id: page
          on: { touchesBegan: [{ tree.hide: menu }, { tree.bringToFront: menu }, { tree.disable: order }] }
          subviews:
            - { id: menu, frame: [0, 0, 400, 300], on: { touchesBegan: out.write } }
            - { id: order, class: Button, frame: [100, 100, 200, 100], on: { touchUpInside: out.write } }
        """

    private func set(_ stage: ExplainStage, _ view: String, _ properties: JSONValue, at time: Int64) {
        stage.pipeline.advance(to: time)
        stage.pipeline.application.advance(to: time)
        stage.pipeline.commands.submit(.set(view: view, properties: properties), from: "mqtt", reply: nil)
        stage.pipeline.carryOutCommands()
    }

    @Test
    func `a command of a plugin that shows, hides, enables or disables a view is named`() throws {
        let stage = try ExplainStage(Self.layout)
        stage.tap(5, 5, at: 1_000_000)
        set(stage, "menu", ["hidden": true], at: 2_000_000)
        set(stage, "menu", ["hidden": false], at: 3_000_000)
        set(stage, "order", ["enabled": false], at: 4_000_000)
        set(stage, "order", ["enabled": true], at: 5_000_000)
        set(stage, "order", ["enabled": true, "alpha": 0.5], at: 6_000_000)
        let notes = stage.explanations.filter { $0.kind == .note }.map(\.title)
        let expected = [
            "`mqtt` hid the View `menu`", "`mqtt` showed the View `menu`", "`mqtt` disabled the Button `order`",
            "`mqtt` enabled the Button `order`", "`mqtt` changed the Button `order`",
        ]
        #expect(notes.count == 5, "\(notes)")
        for (note, words) in zip(notes, expected) {
            #expect(note.contains(words.replacing("the View ", with: "").replacing("the Button ", with: "")), "\(note)")
        }
    }

    @Test
    func `the command that hid a view explains why the view was not hit`() throws {
        let stage = try ExplainStage(Self.layout.replacing("{ tree.hide: menu }, ", with: ""))
        set(stage, "menu", ["hidden": true], at: 1_000_000)
        stage.tap(5, 5, at: 2_000_000)
        let touch = try #require(stage.explanations.first { $0.kind == .touch })
        #expect(touch.text.contains("the plugin `mqtt` hid `menu` at 0.000 s"), "\(touch.text)")
    }

    @Test
    func `a later command on another aspect of the view does not replace the cause`() throws {
        let stage = try ExplainStage(
            Self.layout.replacing("menu, frame: [0, 0, 400, 300]", with: "menu, frame: [0, 200, 400, 100]")
        )
        // The first tap calls `tree.hide` and `tree.bringToFront` for the same view, in this order.
        stage.tap(5, 5, at: 1_000_000)
        stage.tap(50, 250, at: 2_000_000)
        let touches = stage.explanations.filter { $0.kind == .touch }
        #expect(touches[1].text.contains("`tree.hide` changed `menu`"), "\(touches[1].text)")
    }
}
