import Glibc
import HandlerEvents
import Platform
import PluginAPI
import Synchronization
import Testing

@testable import BuiltinCore
@testable import PluginWorkers

/// Tests that the plugin detaches a worker thread blocked in a name lookup.
struct NameLookUpTests {
    private let stage: PluginStage
    private let forward: Binding

    init() throws {
        stage = try PluginStage(TUIOPlugin.type, "{ port: 9 }", name: "table")
        forward = try stage.binding("forward")
    }

    private func link(_ lost: @escaping @Sendable (HandlerEvent, Binding, CallLoss) -> Void) throws -> PluginLink {
        let log = Logger(plugin: "table", clock: { 0 }, write: { _ in })
        let hostEnvironment = HostEnvironment(host: "kiosk-7")
        let context = PluginContext(
            name: "table",
            log: log,
            tree: NoTree(),
            hostEnvironment: hostEnvironment,
            lost: lost
        )
        return try PluginLink(context, capacity: 8)
    }

    @Test func `queued and held events are reported as dropped once, and the worker ends after the lookup`() throws {
        let dropped = Mutex<[Int32]>([])
        let link = try link { handlerEvent, _, loss in
            dropped.withLock { $0.append(loss == .dropped ? handlerEvent.stream : -1) }
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

    @Test func `outside a lookup the worker reports held events itself`() throws {
        let link = try link { _, _, _ in Issue.record("reported") }
        #expect(link.queue.push(touch(.touchesBegan, 1), for: forward).isAccepted)
        #expect(link.lookUp.abandon(link) == nil)
        link.lookUp.begin("nowhere")
        #expect(link.lookUp.end())
        #expect(link.lookUp.abandon(link) == nil)
        #expect(link.queue.waiting == 1)
    }

    /// A worker that blocks in a name lookup until interrupted. It reports pending events only after the stop's
    /// deadline.
    private final class LateWorker: WorkerPlugin {
        private let isInterrupted: Wakeup

        init(_ link: PluginLink, stopTime: TimeSpan) throws {
            let wakeup = try Wakeup()
            isInterrupted = wakeup
            super.init(link) { _ in
                {
                    link.lookUp.begin("nowhere")
                    wakeup.wait(until: nil)
                    let isNeeded = link.lookUp.end()
                    usleep(UInt32(stopTime.microseconds / 2))
                    if isNeeded { _ = link.dropAll([]) }
                }
            }
        }

        override func interrupt() -> String? {
            isInterrupted.signal()
            return "a name is being looked up"
        }
    }

    @Test func `a report after an abandoned lookup precedes the end of the stop`() throws {
        let dropped = Mutex(0)
        let link = try link { _, _, _ in dropped.withLock { $0 += 1 } }
        let time = TimeSpan(microseconds: 200_000)
        let plugin = try LateWorker(link, stopTime: time)
        try plugin.start()
        #expect(plugin.take(touch(.touchesBegan, 1), for: forward).isAccepted)
        // The lookup is interrupted after 175 ms. The plugin detaches the worker after 200 ms, 75 ms before the worker
        // reports.
        plugin.finishStopping(within: time)
        #expect(dropped.withLock { $0 } == 1)
    }
}
