import CAllocationCount
import Geometry
import JSON
import Platform
import PluginAPI
import ResponderKit
import Schema
import Synchronization
import TestTraits
import Testing

@testable import Bridge
@testable import LayoutRuntime
@testable import TouchTrace

/// The part of a plugin command that runs on the input thread.
struct CommandBoundTests {
    private let text = """
        screens: [{ size: [400, 400] }]
        root: { id: page, subviews: [{ id: panel }, { id: volume, class: Slider }] }
        """

    private func refused(_ reply: TreeReply?) -> CommandRejection? {
        if case .refused(let refusal)? = reply { refusal } else { nil }
    }

    @Test(arguments: [
        (TreeCommand.set(view: "panel", properties: ["alhpa": 1]), "View has no key 'alhpa'; did you mean 'alpha'?"),
        (.set(view: "nowhere", properties: ["alpha": 2]), "alpha: the value must be a number from 0 to 1, not '2'"),
        (.add(["alpha": 2], to: "nowhere", at: nil), "alpha: the value must be a number from 0 to 1"),
        (.raise(gesture: "nowhere", state: "began?"), "'began?' is not a state"),
        (
            .send(view: "nowhere", event: "touchdown"),
            "'touchdown' is not a control event; write an event such as touchUpInside"
        ),
    ])
    func `errors that need no tree are found on the submitting thread`(
        _ command: TreeCommand,
        _ reason: String
    ) {
        guard case .refused(let refusal) = CheckedCommand(command) else {
            Issue.record("the command was accepted on the submitting thread")
            return
        }
        #expect(refusal.description.hasPrefix(reason), "\(refusal)")
    }

    @Test
    func `a rejection on either thread keeps its order among the replies`() throws {
        let stage = try LayoutStage(text)
        let order = Mutex<[Int]>([])
        let commands: [TreeCommand] = [
            .set(view: "panel", properties: ["alpha": 0.5]), .set(view: "panel", properties: ["alpha": 2]),
            .set(view: "nowhere", properties: [:]), .remove(view: "panel"),
        ]
        for (number, command) in commands.enumerated() {
            let isTaken = stage.pipeline.commands.submit(command, from: "m") { _ in order.withLock { $0.append(number) }
            }
            #expect(isTaken)
        }
        #expect(order.withLock { $0 } == [])
        stage.pipeline.carryOutCommands()
        #expect(order.withLock { $0 } == [0, 1, 2, 3])
    }

    @Test
    func `the suggestion is computed on the thread that reads the rejection`() throws {
        let stage = try LayoutStage(text)
        let refusal = try #require(refused(stage.ask(.remove(view: "volum"))))
        #expect(refusal.reason == "there is no view 'volum'")
        #expect(refusal.description == "there is no view 'volum'; did you mean 'volume'?")
    }

    @Test
    func `an unknown name is truncated, and known names are copied only after changes`() throws {
        let stage = try LayoutStage(text)
        let long = String(repeating: "a", count: 16_000)
        for command: TreeCommand in [.remove(view: long), .focus(view: long), .raise(gesture: long, state: "ended")] {
            let refusal = try #require(refused(stage.ask(command)))
            #expect(refusal.description.utf8.count < 200)
        }
        func address(_ names: [String]) -> UnsafeRawPointer? { names.withUnsafeBytes(\.baseAddress) }
        // Retained, so that no copy is allocated at the same address.
        let first = stage.pipeline.tree.viewSnapshot()
        _ = stage.ask(.set(view: "panel", properties: ["alpha": 0.5]))
        #expect(address(stage.pipeline.tree.viewSnapshot()) == address(first))
        _ = stage.ask(.add(["id": "new"], to: "panel", at: nil))
        #expect(stage.pipeline.tree.viewSnapshot().contains("new"))
    }

    @Test(.atLimit("refusal-bytes"), .pastLimit("refusal-bytes"))
    func `a rejection is short, whatever the number of errors`() throws {
        let stage = try LayoutStage(text)
        let keys: JSONValue = .object((0..<1500).map { .init("key\($0)", 1) })
        let reason = try #require(refused(stage.ask(.set(view: "panel", properties: keys)))).description
        #expect(reason.utf8.count <= 1003)
        #expect(reason.contains("'key0'") && reason.hasSuffix("; and 1495 more errors"), "\(reason)")
        let long: JSONValue = .object([.init(String(repeating: "é", count: 30_000), 1)])
        let other = try #require(refused(stage.ask(.set(view: "panel", properties: long))))
        #expect(other.description.utf8.count <= 1003)
    }

    @Test(.atLimit("added-per-command"), .pastLimit("added-per-command"))
    func `a command can add 100 views, and one with more adds none`() throws {
        let stage = try LayoutStage(text)
        func views(_ count: Int) -> JSONValue {
            ["subviews": .list((1..<count).map { .object([.init("id", .text("v\($0)"))]) })]
        }
        let before = stage.pipeline.tree.description
        let reason = refused(stage.ask(.add(views(101), to: "panel", at: nil)))
        #expect(reason == "a command can add at most 100 views, but this command adds 101; send several commands")
        #expect(stage.pipeline.tree.description == before)
        #expect(stage.ask(.add(views(100), to: "panel", at: nil)) == .done)
        #expect(stage.pipeline.tree.view("v99") != nil)
    }

    @Test
    func `views are counted before other errors are reported`() throws {
        let nested: JSONValue = ["subviews": .list((0..<200).map { _ in ["subviews": 5] }), "alpha": 7]
        guard case .refused(let refusal) = CheckedCommand(.add(nested, to: "panel", at: nil)) else {
            Issue.record("the command was accepted")
            return
        }
        #expect(refusal == "a command can add at most 100 views, but this command adds 201; send several commands")
    }

    @Test(.atLimit("removed-at-once"), .pastLimit("removed-at-once"))
    func `100 views are removed at once, and further ones after the next events`() throws {
        let (time, wakes) = (Number(), Number())
        let many = (0..<249).map { "{ id: v\($0) }" }.joined(separator: ", ")
        let root = "root: { id: page, subviews: [{ id: grid, subviews: [{ id: deep, subviews: [\(many)] }] }] }"
        let stage = try stage("screens: [{ size: [400, 400] }]\n\(root)", commandTime: 10, time, wakes)
        let (pipeline, tree) = (stage.pipeline, stage.pipeline.tree)
        weak let grid = tree.view("grid")
        let replies = Mutex<[TreeReply]>([])
        for view in ["grid", "grid"] {
            #expect(
                pipeline.commands.submit(.remove(view: view), from: "m") { reply in
                    replies.withLock { $0.append(reply) }
                }
            )
        }
        func count() -> Int { tree.viewNames.count { $0 != "page" } }
        let limit = TimeSpan(microseconds: 0)
        // The first command uses up the time of each turn.
        for left in [151, 51] {
            #expect(pipeline.carryOutCommands(at: 0, within: limit))
            #expect(count() == left && grid?.isHidden == true)
            #expect(pipeline.commands.count == 2 && replies.withLock { $0 }.isEmpty)
        }
        #expect(pipeline.carryOutCommands(at: 0, within: limit))
        #expect(count() == 0 && grid == nil && tree.view("page")?.subviews.isEmpty == true)
        #expect(replies.withLock { $0 } == [.done])
        // Later commands wait until this command has been executed completely.
        #expect(!pipeline.carryOutCommands(at: 0, within: limit))
        #expect(refused(replies.withLock { $0.last })?.reason == "there is no view 'grid'")
    }

    @Test
    func `touches on a view removed in portions are cancelled at once, and no touch hits it afterwards`() throws {
        let (time, wakes) = (Number(), Number())
        let many = (0..<150).map { "{ id: v\($0) }" }.joined(separator: ", ")
        let root = "root: { id: page, subviews: [{ id: grid, on: { touches: m.note }, subviews: [\(many)] }] }"
        let stage = try stage("screens: [{ size: [400, 400] }]\n\(root)", commandTime: 10, time, wakes)
        let pipeline = stage.pipeline
        _ = stage.drain()
        stage.down(200, 200, at: 0)
        #expect(stage.drain() == ["grid touchesBegan"])
        #expect(pipeline.commands.submit(.remove(view: "grid"), from: "m", reply: nil))
        #expect(pipeline.carryOutCommands(at: 0, within: TimeSpan(microseconds: 0)))
        #expect(stage.drain() == ["grid touchesCancelled"])
        let window = try #require(pipeline.application.windows.first)
        #expect(window.hitTest(Point(x: 200, y: 200), with: nil) === pipeline.tree.view("page"))
        // The new layout lacks the view, so no work remains.
        _ = pipeline.reload(try LayoutStage.plan("root: { id: page }"))
        #expect(!pipeline.carryOutCommands(at: 0, within: TimeSpan(microseconds: 0)))
        #expect(pipeline.commands.count == 0)
    }

    private final class Number: Sendable {
        let value = Mutex<Int64>(0)
    }

    /// Creates a stage in which each command takes this many microseconds, on a stopped clock.
    private func stage(
        _ layout: String? = nil,
        commandTime: Int64,
        _ time: Number,
        _ wakes: Number
    ) throws -> LayoutStage {
        var options = Pipeline.Options()
        options.clock = { time.value.withLock { $0 } }
        let worked = Number()
        // The pipeline reads this clock before and after each command.
        options.processorTime = {
            worked.value.withLock { worked in
                worked += commandTime
                return worked
            }
        }
        options.wake = { wakes.value.withLock { $0 += 1 } }
        return try LayoutStage(layout ?? text, options: options)
    }

    @Test(.atLimit("slow-commands"), .pastLimit("slow-commands"))
    func `slow commands of a plugin wait after 2 ms, those of other plugins do not`() throws {
        let (time, wakes) = (Number(), Number())
        let pipeline = try stage(commandTime: 1000, time, wakes).pipeline
        let replies = Mutex<[String]>([])
        for plugin in ["slow", "slow", "slow", "other"] {
            let command = TreeCommand.set(view: "panel", properties: ["alpha": 0.5])
            #expect(pipeline.commands.submit(command, from: plugin) { _ in replies.withLock { $0.append(plugin) } })
        }
        let limit = TimeSpan(microseconds: 1_000_000)
        #expect(!pipeline.carryOutCommands(at: 0, within: limit))
        #expect(replies.withLock { $0 } == ["slow", "slow", "other"])
        // The budget grows by 150 µs per second, so one microsecond takes 6667 µs.
        let end = try #require(pipeline.commandTime)
        #expect(end == 6667)
        time.value.withLock { $0 = end - 2 }
        #expect(!pipeline.carryOutCommands(at: end - 2, within: limit))
        #expect(replies.withLock { $0.count } == 3)
        time.value.withLock { $0 = end }
        #expect(!pipeline.carryOutCommands(at: end, within: limit))
        #expect(replies.withLock { $0 } == ["slow", "slow", "other", "slow"])
        #expect(pipeline.commandTime == nil)
        // The third command exceeded the time by a millisecond.
        #expect(pipeline.commands.submit(.remove(view: "nowhere"), from: "slow", reply: nil))
        #expect(!pipeline.carryOutCommands(at: end, within: limit))
        #expect(try #require(pipeline.commandTime) > 6_666_000)
    }

    @Test func `the log names a plugin whose commands must wait for a second`() throws {
        let (time, wakes) = (Number(), Number())
        let stage = try stage(commandTime: 1075, time, wakes)
        let pipeline = stage.pipeline
        let limit = TimeSpan(microseconds: 1_000_000)
        let command = TreeCommand.set(view: "panel", properties: ["alpha": 0.5])
        #expect(pipeline.commands.submit(command, from: "page", reply: nil))
        #expect(!pipeline.carryOutCommands(at: 0, within: limit))
        #expect(stage.log == [])
        // The second command exceeds the budget by 150 µs, which the budget regains in one second.
        #expect(pipeline.commands.submit(command, from: "page", reply: nil))
        #expect(!pipeline.carryOutCommands(at: 0, within: limit))
        let cost = ": a command of 'page' used 1075 µs of the input thread; "
        let delay = "the next command of 'page' waits up to 2 s: send fewer slow commands, such as 'describe'"
        #expect(stage.log == [cost + delay])
    }

    @Test(.atLimit("slow-commands"), .pastLimit("slow-commands"))
    func `a client waits after its share of the budget, other clients do not`() throws {
        let (time, wakes) = (Number(), Number())
        let pipeline = try stage(commandTime: 600, time, wakes).pipeline
        let replies = Mutex<[Int]>([])
        func submit(_ client: Int) {
            let isTaken = pipeline.commands.submit(.focus(view: "panel"), from: "page", client: client) { _ in
                replies.withLock { $0.append(client) }
            }
            #expect(isTaken)
        }
        for _ in 0..<4 { submit(1) }
        let limit = TimeSpan(microseconds: 1_000_000)
        #expect(!pipeline.carryOutCommands(at: 0, within: limit))
        #expect(replies.withLock { $0 } == [1, 1])
        wakes.value.withLock { $0 = 0 }
        submit(2)
        // Without the wake-up, the input thread sleeps until the first client's time.
        #expect(wakes.value.withLock { $0 } == 1)
        #expect(!pipeline.carryOutCommands(at: 0, within: limit))
        #expect(replies.withLock { $0 } == [1, 1, 2])
        // Client 1 used 1200 µs, 200 µs are left; both change by 150 µs per second, equal after 3.3 s.
        let end = try #require(pipeline.commandTime)
        #expect(end == 3_333_334)
        for (now, count) in [(end - 2, 3), (end, 4)] {
            time.value.withLock { $0 = now }
            #expect(!pipeline.carryOutCommands(at: now, within: limit))
            #expect(replies.withLock { $0.count } == count)
        }
    }

    @Test(
        .atLimit("waiting-commands"),
        .pastLimit("waiting-commands"),
        .atLimit("reserved-commands"),
        .pastLimit("reserved-commands")
    )
    func `a client can use half of the free queue, and each client has reserved commands`() throws {
        let commands = try LayoutStage(text).pipeline.commands
        func take(_ client: Int?) -> Int {
            (0..<300).count { _ in commands.submit(.focus(view: "panel"), from: "page", client: client, reply: nil) }
        }
        #expect([take(1), take(2), take(3), take(nil)] == [128, 64, 32, 32])
        #expect([take(4), take(5), take(nil)] == [4, 4, 0])
    }

    @Test
    func `a reload rejects queued commands of removed plugins`() throws {
        let (time, wakes) = (Number(), Number())
        let stage = try stage(commandTime: 3000, time, wakes)
        let replies = Mutex<[TreeReply]>([])
        for _ in 0..<2 {
            let isTaken = stage.pipeline.commands.submit(.remove(view: "panel"), from: "gone") { reply in
                replies.withLock { $0.append(reply) }
            }
            #expect(isTaken)
        }
        #expect(!stage.pipeline.carryOutCommands(at: 0, within: TimeSpan(microseconds: 1_000_000)))
        #expect(stage.pipeline.commandTime != nil)
        _ = stage.pipeline.reload(try LayoutStage.plan(text))
        #expect(replies.withLock { $0.count } == 2)
        #expect(refused(replies.withLock { $0.last })?.reason == "a reload removed or replaced this plugin")
        #expect(stage.pipeline.commands.count == 0)
    }

    @Test
    func `a command wakes the input thread once per plugin without queued commands`() throws {
        let (time, wakes) = (Number(), Number())
        let pipeline = try stage(commandTime: 3000, time, wakes).pipeline
        wakes.value.withLock { $0 = 0 }
        for plugin in ["a", "a", "b", "a"] {
            #expect(pipeline.commands.submit(.remove(view: "nowhere"), from: plugin, reply: nil))
        }
        #expect(wakes.value.withLock { $0 } == 2)
    }

    @Test
    func `the time of a reply on the input thread counts for its command`() throws {
        let worked = Number()
        var options = Pipeline.Options()
        options.processorTime = { worked.value.withLock { $0 } }
        let stage = try LayoutStage(text, options: options)
        for _ in 0..<2 {
            // Cost of a shared object's reply, which is encoded as JSON in this callback.
            #expect(
                stage.pipeline.commands.submit(.describe(view: nil), from: "m") { _ in
                    worked.value.withLock { $0 += 2000 }
                }
            )
        }
        #expect(!stage.pipeline.carryOutCommands(at: 0, within: TimeSpan(microseconds: 1_000_000)))
        #expect(stage.pipeline.commands.count == 1 && stage.pipeline.commandTime != nil)
    }

    @Test
    func `commands below 50 µs never wait`() throws {
        let (time, wakes) = (Number(), Number())
        let pipeline = try stage(commandTime: 49, time, wakes).pipeline
        for _ in 0..<200 {
            #expect(pipeline.commands.submit(.remove(view: "nowhere"), from: "fast", reply: nil))
        }
        #expect(!pipeline.carryOutCommands(at: 0, within: TimeSpan(microseconds: 1_000_000)))
        #expect(pipeline.commands.count == 0)
        #expect(pipeline.commandTime == nil)
    }

    @Test
    func `a description is encoded by the reading thread, with the state at the command`() throws {
        let many = (0..<100).map { "{ id: v\($0), gestures: [{ id: g\($0), type: tap }] }" }.joined(separator: ", ")
        let stage = try LayoutStage("root: { id: page, subviews: [\(many)] }")
        let tree = stage.pipeline.tree
        let before = tree.describe(try stage.view("page"))
        let start = allocation_count()
        let reply = tree.perform(CheckedCommand(.describe(view: "page")), from: "m")
        let onInputThread = allocation_count() - start
        guard case .value(let value)? = reply else {
            Issue.record("the command was refused")
            return
        }
        #expect(stage.ask(.set(view: "v7", properties: ["alpha": 0.5])) == .done)
        #expect(stage.ask(.remove(view: "v9")) == .done)
        let middle = allocation_count()
        #expect(value.json == before)
        // One list per view for its gestures; their JSON takes a dozen allocations.
        #expect(3 * onInputThread <= allocation_count() - middle)
    }

    @Test
    func `removing a view removes its sequences`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: page
              subviews: [{ id: a, gestures: [{ id: t, type: tap }], sequences: [{ id: code, steps: [t, t] }] }]
            """
        )
        let tree = stage.pipeline.tree
        let own = ObjectIdentifier(try stage.view("a"))
        #expect(tree.sequencesByView[own]?.map(\.id) == ["code"])
        #expect(tree.describe(try stage.view("a"))["sequences"]?.list?.first?["steps"] == ["t", "t"])
        #expect(stage.ask(.remove(view: "a")) == .done)
        #expect(tree.sequencesByView.isEmpty)
    }

    @Test
    func `a rejected command changes nothing, not even its valid parts`() throws {
        let stage = try LayoutStage(text)
        let properties: JSONValue = ["canBecomeFirstResponder": true, "transform": [1e308, 0, 0, 1, 0, 0]]
        #expect(refused(stage.ask(.set(view: "panel", properties: properties))) != nil)
        #expect(try !stage.view("panel").canBecomeFirstResponder)
    }
}
