internal import Bridge
import HandlerEvents
import InputEvents
internal import InputHub
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import TestSupport
import Testing

/// Tests that handler event times never decrease.
struct HandlerTimeTests {
    @Test
    func `a panel that is removed after another one was used has the later time`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 1000] }]
            root: { multipleTouchEnabled: true, on: { touchesBegan: m.note } }
            on: { deviceAdded: m.note, deviceRemoved: m.note }
            """
        )
        var times: [Int64] { stage.journal.handlerEvents.map(\.time) }
        let silent = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        let busy = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 10, 10, at: 1000).span, of: silent)
        stage.pipeline.take(Streams.down(0, 1, 10, 10, at: 5000).span, of: busy)
        stage.pipeline.remove(silent)
        #expect(times == [1000, 1000, 5000, 5000, 5000])
        // This device's first event is earlier than the other device's last event.
        let late = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 20, 20, at: 4000).span, of: late)
        #expect(times.dropFirst(5) == [5000, 5000])
    }

    @Test
    func `touches before a late ghost report have the current time`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 1000], input: { filters: { ghosts: 10s } }, on: { ghost: m.note } }]
            root: { on: { touchesBegan: m.note } }
            """
        )
        var times: [Int64] { stage.journal.handlerEvents.map(\.time) }
        let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        stage.application.advance(to: 9_000_000)
        for number in 0..<40 as Range<Int32> {
            let time = 1_000_000 + Int64(number) * 16_000
            stage.pipeline.take(Streams.down(0, number, 300, 400, at: time).span, of: panel)
            stage.pipeline.take(Streams.up(0, at: time).span, of: panel)
        }
        #expect(times.count == 13 && times.allSatisfy { $0 == 9_000_000 })
    }

    @Test
    func `a control event or action without input has the current time`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 1000] }]
            root:
              controller:
                class: NavigationController
                id: stack
                viewControllers:
                  - id: first
                    view: { id: page, subviews: [{ id: ring, class: Button, frame: [0, 0, 50, 50], on: { touchDown: m.note } }] }
            """
        )
        var times: [Int64] { stage.journal.handlerEvents.map(\.time) }
        stage.application.advance(to: 7000)
        let stack = try #require(stage.pipeline.tree.controller("stack") as? NavigationController)
        stack.pushViewController(ViewController(), animated: false)
        #expect(try stage.view("ring").window == nil)
        #expect(stage.ask(.send(view: "ring", event: "touchDown")) == .done)
        #expect(times == [7000])
    }

    @Test
    func `a cancellation by a plugin's gesture has the current time`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 1000] }]
            root: { on: { touches: m.note }, gestures: [{ id: own, type: custom }] }
            """
        )
        stage.down(10, 10, at: 1000)
        stage.application.advance(to: 9000)
        #expect(stage.ask(.raise(gesture: "own", state: "ended")) == .done)
        #expect(stage.journal.handlerEvents.map(\.time) == [1000, 9000])
    }
}
