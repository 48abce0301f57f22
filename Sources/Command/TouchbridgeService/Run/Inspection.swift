internal import Bridge
internal import CommandSupport
internal import Inspector
internal import LayoutFile
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Schema
internal import TouchTrace

/// Inspector of a running layout: web pages that show its views and touches. The inspector's server runs only while the
/// layout enables the inspector.
final class Inspection {
    private let log: ServiceLog
    private let wake: @Sendable () -> Void
    private var inspector: InspectorServer?
    private var layout: InspectLayout?

    /// Maximum time for closing the connections of the web pages when the inspector stops.
    private static let stopLimit = TimeSpan(microseconds: 300_000)

    init(_ log: ServiceLog, wake: @escaping @Sendable () -> Void) { (self.log, self.wake) = (log, wake) }

    /// Starts, stops or reconfigures the inspector according to the pipeline's layout.
    func follow(_ pipeline: Pipeline) {
        let wanted = pipeline.plan.layout.inspect?.value
        guard wanted != layout else { return }
        stop()
        layout = wanted
        if let recorder = pipeline.recorder { (recorder.outlet, recorder.clock) = (nil, nil) }
        guard let wanted else { return pipeline.stopRecording(for: .inspector) }
        var settings = InspectorServer.Settings()
        settings.port = wanted.port
        settings.token = wanted.tokenFile.map { Secret(.file($0)) }
        settings.clock = { MonotonicClock.now }
        (settings.epoch, settings.version) = ({ .current }, programVersion)
        let log = log
        let said = Logger(plugin: "", clock: { MonotonicClock.now }, write: { log.take($0) })
        do throws(ServiceError) {
            let inspector = try InspectorServer(settings, said, wake: wake)
            inspector.follow(pipeline)
            self.inspector = inspector
        } catch {
            log.say(.error, "the inspector cannot start: \(error)")
            // Stops tracing, which the previous inspector may have started.
            pipeline.stopRecording(for: .inspector)
        }
    }

    /// Handles requests from the inspector's web pages; called between events.
    func serve(_ pipeline: Pipeline) { inspector?.serve(pipeline) }

    func stop() {
        inspector?.stop(within: Self.stopLimit)
        inspector = nil
    }
}
