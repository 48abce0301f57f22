internal import Bridge
internal import CommandSupport
internal import Inspector
internal import LayoutFile
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Schema
internal import TouchTrace

/// The inspector of a layout at work, there as long as its layout asks for it.
final class Inspection {
    private let log: ServiceLog
    private let wake: @Sendable () -> Void
    private var inspector: InspectorServer?
    private var layout: InspectLayout?

    /// A page is told that it is over, and no stop waits longer for it.
    private static let stopLimit = TimeSpan(microseconds: 300_000)

    init(_ log: ServiceLog, wake: @escaping @Sendable () -> Void) { (self.log, self.wake) = (log, wake) }

    /// Begins, ends or changes as the pipeline's layout says.
    func follow(_ pipeline: Pipeline) {
        let wanted = pipeline.plan.layout.inspect
        guard wanted != layout else { return }
        stop()
        layout = wanted
        if let recorder = pipeline.recorder { (recorder.outlet, recorder.clock) = (nil, nil) }
        guard let wanted else { return pipeline.stopRecording(for: .inspector) }
        var settings = InspectorServer.Settings()
        settings.port = wanted.port
        settings.token = wanted.tokenFile.map { Secret(.file($0)) }
        settings.clock = { MonotonicClock.now }
        let log = log
        let said = Logger(plugin: "", clock: { MonotonicClock.now }, write: { log.take($0) })
        do throws(ServiceError) {
            let inspector = try InspectorServer(settings, said, wake: wake)
            inspector.follow(pipeline)
            self.inspector = inspector
        } catch {
            log.say(.error, "there is no inspector: \(error)")
            // The one before it may have had everything written down.
            pipeline.stopRecording(for: .inspector)
        }
    }

    /// Does what pages want of the pipeline, between events.
    func serve(_ pipeline: Pipeline) { inspector?.serve(pipeline) }

    func stop() {
        inspector?.stop(within: Self.stopLimit)
        inspector = nil
    }
}
