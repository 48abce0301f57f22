internal import Bridge
internal import CommandSupport
internal import Geometry
internal import InputHub
internal import JSON
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import LiveInput
internal import Platform
internal import PluginAPI
internal import Schema

extension Service {
    /// First log message: the path of the layout, its screens and its plugins.
    var summary: String {
        let screens = pipeline.plan.screens.map { screen in
            let size = screen.frame.size
            return "\(screen.name) (\(JSONValue.number(size.width))x\(JSONValue.number(size.height)))"
        }
        let plugins = pipeline.plugins.names
        return "running \(path); \(screens.count == 1 ? "screen" : "screens"): \(screens.joined(separator: ", ")); "
            + "plugins: \(plugins.isEmpty ? "none" : plugins.joined(separator: ", "))"
    }

    static let waitingMessage =
        "waiting for a touchscreen that matches a screen; 'touchbridge devices' lists the connected touchscreens"

    /// The answer to `touchbridge status`.
    var serviceStatus: ServiceStatus {
        ServiceStatus(
            of: path,
            since: start,
            snapshot(),
            pipeline.screenStates,
            pipeline.plugins.scriptHealth,
            lastErrors.all
        )
    }

    /// Status text for the service manager (`STATUS=`).
    var status: String {
        let panels = devices.values.filter { $0.number.flatMap { pipeline.hub.panel($0) } != nil }.count
        return "\(panels) panel\(panels == 1 ? "" : "s"), layout \(path), plugins: "
            + (pipeline.plugins.names.isEmpty ? "none" : pipeline.plugins.names.joined(separator: ", "))
    }

    /// Starts, stops or reconfigures the metrics server according to the layout.
    func serveMetrics() {
        let layout = pipeline.plan.layout.metrics?.value
        guard layout != metrics?.layout else { return }
        metrics = nil
        guard let layout else { return }
        do throws(ServiceError) {
            let (wakeup, log) = (wakeup, log)
            let words = Logger(plugin: "", clock: { MonotonicClock.now }, write: { log.take($0) })
            metrics = try MetricsServer(layout, start: start, log: words) { wakeup.signal() }
        } catch {
            log.say(.error, "the metrics server cannot start: \(error)")
        }
    }

    func snapshot() -> MetricsSnapshot {
        counters.credit(pipeline.plugins.health)
        return MetricsSnapshot(panels: pipeline.panelHealth, plugins: counters.plugins, service: counters.service)
    }
}
