internal import Bridge
internal import CommandSupport
internal import Glibc
internal import Inspector
internal import LiveInput
internal import Platform
internal import PluginAPI
internal import Schema
internal import Systemd
internal import Web

/// Inspector of a replay: web pages that show the layout and the touches. Serves the pages until an end signal arrives,
/// even after the end of the replay.
final class ReplayInspection {
    private let inspector: InspectorServer
    private let wakeup: Wakeup
    private var pipeline: Pipeline?

    private static let stopLimit = TimeSpan(microseconds: 1_000_000)

    /// Starts the web server; throws if the library that the server needs is missing.
    ///
    /// `epoch` is the wall-clock time at time 0 of the recording's clock; nil if unknown.
    init(port: Int, _ epoch: EventEpoch?) throws(ServiceError) {
        if let problem = WebServer.loadLibrary() { throw ServiceError("the inspector cannot start: \(problem)") }
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        var settings = InspectorServer.Settings()
        (settings.port, settings.epoch, settings.version) = (port, { epoch }, programVersion)
        let log = Logger(plugin: "", clock: { MonotonicClock.now }, write: { Console.complain($0.message) })
        inspector = try InspectorServer(settings, log) { wakeup.signal() }
    }

    /// Makes the inspector retain the pipeline's trace and show it on its pages.
    func follow(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        inspector.follow(pipeline)
    }

    /// Serves pages in the event loop as long as the returned object is retained.
    func watch(on loop: EventLoop) throws(SystemError) -> EventLoop.Watch {
        try loop.watch(wakeup.descriptor, .requests) { [unowned self] in
            wakeup.clear()
            if let pipeline { inspector.serve(pipeline) }
        }
    }

    func stay() throws {
        let loop = try EventLoop()
        try loop.takeEndSignals()
        let watch = try watch(on: loop)
        defer { inspector.stop(within: Self.stopLimit) }
        Console.complain("the replay is complete; press Ctrl-C to stop the inspector")
        try withExtendedLifetime(watch) {
            while !loop.isEndRequested { try loop.turn(until: nil) }
        }
    }
}
