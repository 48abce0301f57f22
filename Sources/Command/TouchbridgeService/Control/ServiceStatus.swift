internal import CommandSupport
internal import InputEvents
internal import JSON
internal import LayoutRuntime
internal import Metrics
internal import Platform
internal import PluginAPI

/// State of the service at one point in time, for `touchbridge status`.
struct ServiceStatus: Sendable {
    let layout: String
    /// Seconds since the start of the service.
    let uptime: Double
    let metrics: MetricsSnapshot
    let screens: [(screen: String, state: ScreenState)]
    let scripts: [(name: String, health: ScriptHealth)]
    /// The last error or warning of each plugin, by the name of the plugin.
    let errors: [String: LastErrors.Report]

    /// Creates the status of a service; `start` is the start time of the service in seconds since the epoch.
    init(
        of layout: String,
        since start: Double,
        _ metrics: MetricsSnapshot,
        _ screens: [(screen: String, state: ScreenState)],
        _ scripts: [(name: String, health: ScriptHealth)],
        _ errors: [String: LastErrors.Report]
    ) {
        (self.layout, uptime, self.metrics) = (layout, WallClock.sinceEpoch - start, metrics)
        (self.screens, self.scripts, self.errors) = (screens, scripts, errors)
    }

    var json: JSONValue {
        [
            "version": .text(programVersion), "layout": .text(layout), "uptime": .number(uptime.rounded()),
            "reloads": .number(Double(metrics.service.goodReloads)),
            "failedReloads": .number(Double(metrics.service.badReloads)),
            "screens": .list(screens.map { ["name": .text($0.screen), "state": .text($0.state.rawValue)] }),
            "panels": .list(metrics.panels.map(Self.json)),
            "plugins": .list(metrics.plugins.filter(\.isThere).map(json)),
            "scripts": .list(scripts.map(Self.json)),
        ]
    }

    private static func json(_ panel: PanelHealth) -> JSONValue {
        let metrics = panel.metrics
        return [
            "name": .text(panel.panel), "screen": .text(panel.screen), "state": .text(panel.state.rawValue),
            "contacts": .number(Double(metrics.contacts)), "touches": .number(Double(metrics.touches)),
            "filtered": .number(Double(metrics.filtered.total)), "ghost": .boolean(metrics.hasGhost),
            "reportRate": metrics.reportRate.map { .number($0.rounded()) } ?? .null,
            "lastTouch": metrics.lastTouch.map { .number($0) } ?? .null,
        ]
    }

    private func json(_ plugin: CounterAccumulator.Plugin) -> JSONValue {
        let (health, error) = (plugin.health, errors[plugin.name])
        return [
            "name": .text(plugin.name), "connected": health.isConnected.map { .boolean($0) } ?? .null,
            "waiting": .number(Double(health.waiting)), "accepted": .number(Double(health.accepted)),
            "delivered": .number(Double(health.delivered)), "dropped": .number(Double(health.dropped)),
            "failures": .number(Double(health.failures)), "restarts": .number(Double(health.restarts)),
            "lastError": error.map { Self.json($0.message, at: $0.time) } ?? .null,
        ]
    }

    private static func json(_ script: (name: String, health: ScriptHealth)) -> JSONValue {
        let health = script.health
        let error = health.lastFailure.map { failure in
            let age = Double(MonotonicClock.now - failure.time) / 1e6
            return json(failure.message, at: WallClock.sinceEpoch - age)
        }
        return [
            "name": .text(script.name), "calls": .number(Double(health.calls)),
            "failures": .number(Double(health.failures)), "lastError": error ?? .null,
        ]
    }

    private static func json(_ error: String, at time: Double) -> JSONValue {
        ["time": .number(time.rounded()), "message": .text(error)]
    }
}
