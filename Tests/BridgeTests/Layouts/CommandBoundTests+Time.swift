import Geometry
import JSON
import Platform
import PluginAPI
import ResponderKit
import Synchronization
import TestTraits
import Testing

@testable import Bridge
@testable import LayoutRuntime

/// Tests commands that are postponed or executed in several steps, because of the input thread's time budget.
extension CommandBoundTests {
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
        // The first command uses all time of each turn.
        for left in [151, 51] {
            #expect(pipeline.carryOutCommands(at: 0, within: limit))
            #expect(count() == left && grid?.isHidden == true)
            #expect(pipeline.commands.count == 2 && replies.withLock { $0 }.isEmpty)
        }
        #expect(pipeline.carryOutCommands(at: 0, within: limit))
        #expect(count() == 0 && grid == nil && tree.view("page")?.subviews.isEmpty == true)
        #expect(replies.withLock { $0 } == [.done])
        // Later commands wait for the completion of this command.
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

    /// Creates a stage in which each command uses `commandTime` microseconds of processor time. The clock shows `time`,
    /// which changes only in the test.
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
        // The budget grows by 150 µs per second, that is, by 1 µs in 6667 µs.
        let end = try #require(pipeline.commandTime)
        #expect(end == 6667)
        time.value.withLock { $0 = end - 2 }
        #expect(!pipeline.carryOutCommands(at: end - 2, within: limit))
        #expect(replies.withLock { $0.count } == 3)
        time.value.withLock { $0 = end }
        #expect(!pipeline.carryOutCommands(at: end, within: limit))
        #expect(replies.withLock { $0 } == ["slow", "slow", "other", "slow"])
        #expect(pipeline.commandTime == nil)
        // The third command of 'slow' exceeded the budget by almost a millisecond.
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
        // The second command exceeds the budget by 150 µs, which takes one second to regain.
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
        // Without this wake-up, the input thread would sleep until the first client's time.
        #expect(wakes.value.withLock { $0 } == 1)
        #expect(!pipeline.carryOutCommands(at: 0, within: limit))
        #expect(replies.withLock { $0 } == [1, 1, 2])
        // Client 1 has used 1200 µs, and 200 µs of the budget remain. Each second, the used time falls by 150 µs and
        // the budget grows by 150 µs. Both are equal after 3.3 s.
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
        let reason = "a reload of the layout removed or replaced this plugin"
        #expect(refused(replies.withLock { $0.last })?.reason == reason)
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
            // Simulates the cost of a reply to a shared object: this callback encodes the reply as JSON.
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
}
