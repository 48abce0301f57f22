import Occurrences
import Platform
import PluginAPI
import Synchronization
import Testing

@testable import BuiltinCore
@testable import PluginWorkers

/// A worker that is left behind while it looks up a name.
struct NameLookUpTests {
    private let stage: PluginStage
    private let forward: Binding

    init() throws {
        stage = try PluginStage(TUIOPlugin.type, "{ port: 9 }", name: "table")
        forward = try stage.binding("forward")
    }

    private func link(_ lost: @escaping @Sendable (Occurrence, Binding, CallLoss) -> Void) throws -> PluginLink {
        let log = Logger(plugin: "table", clock: { 0 }, write: { _ in })
        let surroundings = Surroundings(host: "kiosk-7")
        let context = PluginContext(name: "table", log: log, tree: NoTree(), surroundings: surroundings, lost: lost)
        return try PluginLink(context, capacity: 8)
    }

    @Test func `what its queue and it hold is reported as dropped, once, and it ends after the look-up`() throws {
        let dropped = Mutex<[Int32]>([])
        let link = try link { occurrence, _, loss in
            dropped.withLock { $0.append(loss == .dropped ? occurrence.stream : -1) }
        }
        for stream in [2, 3] as [Int32] {
            #expect(link.queue.push(touch(.touchesBegan, stream), for: forward).isAccepted)
        }
        link.lookUp.begin("nowhere", holding: [(touch(.touchesBegan, 1), forward)])
        #expect(link.lookUp.abandon(link) == "nowhere")
        #expect(dropped.withLock { $0 } == [1, 2, 3])
        #expect(link.health.dropped == 3)
        #expect(link.lookUp.abandon(link) == nil)
        #expect(!link.lookUp.end())
    }

    @Test func `outside of a look-up the worker reports what it holds by itself`() throws {
        let link = try link { _, _, _ in Issue.record("reported") }
        #expect(link.queue.push(touch(.touchesBegan, 1), for: forward).isAccepted)
        #expect(link.lookUp.abandon(link) == nil)
        link.lookUp.begin("nowhere")
        #expect(link.lookUp.end())
        #expect(link.lookUp.abandon(link) == nil)
        #expect(link.queue.waiting == 1)
    }
}
