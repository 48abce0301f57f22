internal import InputEvents
internal import Metrics
internal import PluginAPI

/// Values of all metrics at one point in time.
struct MetricsSnapshot: Sendable {
    var panels: [PanelHealth] = []
    var plugins: [CounterAccumulator.Plugin] = []
    var service = ServiceMetrics()

    /// Returns the complete Prometheus exposition.
    func text(_ process: ProcessMetrics) -> [UInt8] {
        var text = MetricsText()
        text.write([([], service)])
        text.write([([], process)])
        text.write(panels.map { ([("panel", $0.panel), ("screen", $0.screen)], $0.metrics) })
        text.write(plugins.map { ([("plugin", $0.name)], $0.health) })
        return text.bytes
    }
}
