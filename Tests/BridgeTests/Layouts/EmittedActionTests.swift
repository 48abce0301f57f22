internal import Bridge
import HandlerEvents
import JSON
internal import LayoutRuntime
import Platform
import PluginAPI
import Synchronization
import TestTraits
import Testing

/// Tests actions that plugins send to the application.
struct EmittedActionTests {
    private let text = """
        screens: [{ size: [400, 400] }]
        root:
          id: page
          subviews:
            - { id: lamp, class: Switch, frame: [0, 0, 60, 40], on: { valueChanged: m.note } }
            - { id: other, class: Button, frame: [0, 100, 100, 100], on: { touchUpInside: ring } }
        actions:
          ring: { m.note: ["{{action}}", "{{value}}"] }
          light: { tree.set: { view: lamp, isOn: "{{value}}" }, tree.send: { view: lamp, event: valueChanged } }
          hot: { m.note: hot, when: "{{value}} > 50" }
        """

    private final class Clock: Sendable {
        let now = Mutex<Int64>(0)
    }

    @Test
    func `an action calls its handlers with the value, and a condition tests the value`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        #expect(stage.ask(.emit(action: "ring", value: 2.5)) == .done)
        #expect(stage.drain() == [#"application action ["ring",2.5]"#])
        #expect(stage.ask(.emit(action: "hot", value: 50)) == .done)
        #expect(stage.drain() == [])
        #expect(stage.ask(.emit(action: "hot", value: 51)) == .done)
        #expect(stage.drain() == [#"application action "hot""#])
    }

    @Test
    func `tree commands of an action are executed before the next command`() throws {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        #expect(stage.ask(.emit(action: "light", value: 1)) == .done)
        #expect(stage.drain() == ["lamp valueChanged"])
        guard case .value(let reply) = stage.ask(.describe(view: "lamp")) else {
            Issue.record("no description")
            return
        }
        #expect(reply.json["isOn"] == true)
    }

    @Test
    func `an action has the time at which the commands are executed`() throws {
        let stage = try LayoutStage(text, tracing: true)
        _ = stage.pipeline.commands.submit(.emit(action: "ring", value: 1), from: "m", reply: nil)
        _ = stage.pipeline.carryOutCommands(at: 1_250_000, within: .init(microseconds: 1000))
        #expect(stage.journal.handlerEvents.map(\.time) == [1_250_000])
        let lines = stage.trace.filter { $0.contains("ring") }
        #expect(
            lines == [
                #"{"t":1250000,"kind":"action","action":"ring","sender":"m","target":"application"}"#,
                #"{"t":1250000,"kind":"handler","plugin":"m","handler":"note","view":"application","#
                    + #""on":"action","arguments":["ring",1],"outcome":"accepted"}"#,
            ]
        )
    }

    @Test
    func `an unknown action is refused`() throws {
        let stage = try LayoutStage(text)
        #expect(
            stage.ask(.emit(action: "rong", value: 0))
                == .refused("the layout has no action 'rong'; add it to the top-level 'actions:'")
        )
        #expect(stage.pipeline.commands.refusedCount(of: "m") == 1)
    }

    /// The waiting action can be the answer of a program to a call from the former layout, for example.
    @Test
    func `an action that waits during a reload is refused if the new layout does not bind it`() throws {
        let stage = try LayoutStage(text)
        let replies = Mutex<[TreeReply]>([])
        for action in ["ring", "hot"] {
            _ = stage.pipeline.commands.submit(.emit(action: action, value: 60), from: "m") { reply in
                replies.withLock { $0.append(reply) }
            }
        }
        _ = stage.pipeline.reload(try LayoutStage.plan("root: { id: page }\nactions: { hot: m.note }", stage.journal))
        _ = stage.drain()
        stage.pipeline.carryOutCommands()
        let refusal = TreeReply.refused("the layout has no action 'ring'; add it to the top-level 'actions:'")
        #expect(replies.withLock { $0 } == [refusal, .done])
        #expect(stage.drain() == ["application action"])
    }

    @Test(.atLimit("emitted-actions"), .pastLimit("emitted-actions"))
    func `a plugin sends at most 50 actions per second, and further actions are counted`() throws {
        let clock = Clock()
        var options = Pipeline.Options()
        options.clock = { clock.now.withLock { $0 } }
        let stage = try LayoutStage(text, options: options)
        _ = stage.drain()
        let refusal = TreeReply.refused("the plugin sends more than 50 actions per second; send fewer actions")
        for _ in 0..<50 { #expect(stage.ask(.emit(action: "ring", value: 0)) == .done) }
        #expect(stage.ask(.emit(action: "ring", value: 0)) == refusal)
        #expect(stage.pipeline.commands.refusedCount(of: "m") == 1)
        // One plugin's limit does not affect other plugins or other commands.
        #expect(stage.ask(.emit(action: "ring", value: 0), from: "n") == .done)
        #expect(stage.ask(.set(view: "lamp", properties: ["isOn": true])) == .done)
        #expect(stage.drain().count == 51)
        clock.now.withLock { $0 = 20_000 }
        #expect(stage.ask(.emit(action: "ring", value: 0)) == .done)
        #expect(stage.ask(.emit(action: "ring", value: 0)) == refusal)
    }

    @Test
    func `commands that a full queue refuses are counted`() throws {
        let stage = try LayoutStage(text)
        for _ in 0..<300 { _ = stage.pipeline.commands.submit(.focus(view: "page"), from: "m", reply: nil) }
        #expect(stage.pipeline.commands.refusedCount(of: "m") == 44)
        let health = stage.pipeline.plugins.health
        #expect(health.map(\.health.refusedCommands) == [44, 0])
    }
}
