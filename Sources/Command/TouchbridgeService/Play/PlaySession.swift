internal import Bridge
internal import CommandSupport
internal import InputHub
internal import Inspector
internal import LayoutPlans
internal import LiveInput
internal import Platform
internal import PluginAPI
internal import Schema
internal import Systemd
internal import Web

/// Runs a layout whose only input comes from fingers or the mouse on the inspector's web pages.
final class PlaySession {
    private let loop: EventLoop
    private let pipeline: Pipeline
    private let driver: LiveInputDriver
    private let panels: PagePanels
    private let inspector: InspectorServer
    private var layout: LayoutWatch
    private var watch: EventLoop.Watch?
    private var areRequestsWaiting = false
    private let wakeup: Wakeup

    /// Maximum time for plugins to stop.
    private static let stopLimit = TimeSpan(microseconds: 900_000)
    /// Maximum time for closing the connections to the inspector's pages.
    private static let closeLimit = TimeSpan(microseconds: 300_000)
    /// Time budget for plugin commands in each event-loop iteration.
    private static let requestLimit = TimeSpan(microseconds: 1_000)

    init(_ plan: LayoutPlan, at path: String, port: Int, _ play: InspectorServer.Play) throws {
        if let problem = WebServer.loadLibrary() { throw ServiceError("the page cannot be served: \(problem)") }
        loop = try EventLoop()
        try loop.takeEndSignals()
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        var options = Pipeline.Options()
        options.isDryRun = play == .dry
        options.host = Machine.host
        options.clock = { MonotonicClock.now }
        options.wallClock = { WallClock.sinceEpoch }
        options.processorTime = { ProcessorClock.ofThread }
        options.log = Self.log
        options.wake = { wakeup.signal() }
        pipeline = Pipeline(plan, options)
        layout = LayoutWatch(path, plan, at: MonotonicClock.now)
        driver = LiveInputDriver(pipeline.hub, clock: pipeline.hostEnvironment.inputClock)
        panels = PagePanels(pipeline, driver)
        var settings = InspectorServer.Settings()
        (settings.port, settings.play) = (port, play)
        settings.clock = { MonotonicClock.now }
        (settings.epoch, settings.version) = ({ .current }, programVersion)
        let log = Logger(plugin: "", clock: { MonotonicClock.now }, write: Self.log)
        inspector = try InspectorServer(settings, log) { wakeup.signal() }
        inspector.follow(pipeline)
    }

    /// Runs the layout until a termination signal such as SIGINT arrives.
    func run() throws {
        watch = try loop.watch(wakeup.descriptor, .requests) { [unowned self] in
            wakeup.clear()
            areRequestsWaiting = true
        }
        pipeline.start(at: MonotonicClock.now)
        defer { stop() }
        while true {
            try loop.turn(until: nextTurn)
            if loop.isEndRequested { return }
            if let plan = layout.newPlan(at: MonotonicClock.now) { reload(plan) }
            carryOutRequests()
            let now = MonotonicClock.now
            _ = try driver.turn(at: now, wait: now..<now)
        }
    }

    private static func log(_ entry: Logger.Entry) {
        guard entry.level <= .info else { return }
        Console.complain(entry.plugin.isEmpty ? entry.message : "plugin '\(entry.plugin)': \(entry.message)")
    }

    private var nextTurn: Int64? {
        [driver.nextTurn, pipeline.commandTime, layout.nextCheck].compactMap(\.self).min()
    }

    private func reload(_ plan: LayoutPlan) {
        panels.removeAll()
        _ = pipeline.reload(plan, at: MonotonicClock.now)
        Console.complain("\(layout.path): the layout was reloaded")
    }

    private func carryOutRequests() {
        if let due = pipeline.commandTime, due <= MonotonicClock.now { areRequestsWaiting = true }
        guard areRequestsWaiting else { return }
        areRequestsWaiting = false
        inspector.serve(pipeline)
        panels.take(inspector.takeTouches())
        if pipeline.carryOutCommands(at: driver.now, within: Self.requestLimit) { wakeup.signal() }
    }

    private func stop() {
        pipeline.beginStopping()
        pipeline.finishStopping(within: Self.stopLimit)
        inspector.stop(within: Self.closeLimit)
    }
}
