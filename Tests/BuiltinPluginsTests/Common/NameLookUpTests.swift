import Occurrences
import Platform
import PluginAPI
import PluginWorkers
import Synchronization
import Testing

@testable import BuiltinCore

/// A worker that is left behind while it looks up a name.
struct NameLookUpTests {
    private let queue: OccurrenceQueue
    private let stage: PluginStage
    private let forward: Binding

    init() throws {
        queue = try OccurrenceQueue(capacity: 8)
        stage = try PluginStage(TUIOPlugin.type, "{ port: 9 }", name: "table")
        forward = try stage.binding("forward")
    }

    private func context(_ lost: @escaping @Sendable (Occurrence, Binding, CallLoss) -> Void) -> PluginContext {
        let log = Logger(plugin: "table", clock: { 0 }, write: { _ in })
        let surroundings = Surroundings(host: "kiosk-7")
        return PluginContext(name: "table", log: log, tree: NoTree(), surroundings: surroundings, lost: lost)
    }

    @Test func `what its queue and it hold is reported as dropped, once, and it ends after the look-up`() {
        let dropped = Mutex<[Int32]>([])
        let context = context { occurrence, _, loss in
            dropped.withLock { $0.append(loss == .dropped ? occurrence.stream : -1) }
        }
        for stream in [2, 3] as [Int32] {
            #expect(queue.push(touch(.touchesBegan, stream), for: forward).isAccepted)
        }
        let lookUp = NameLookUp()
        lookUp.begin(holding: [(touch(.touchesBegan, 1), forward)])
        #expect(lookUp.abandon(queue, context) == 3)
        #expect(dropped.withLock { $0 } == [1, 2, 3])
        #expect(lookUp.abandon(queue, context) == nil)
        #expect(!lookUp.end())
    }

    @Test func `outside of a look-up the worker reports what it holds by itself`() {
        let context = context { _, _, _ in Issue.record("reported") }
        #expect(queue.push(touch(.touchesBegan, 1), for: forward).isAccepted)
        let lookUp = NameLookUp()
        #expect(lookUp.abandon(queue, context) == nil)
        lookUp.begin()
        #expect(lookUp.end())
        #expect(lookUp.abandon(queue, context) == nil)
        #expect(queue.waiting == 1)
    }
}
