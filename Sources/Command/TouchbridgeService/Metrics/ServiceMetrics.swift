internal import CommandSupport
internal import Metrics

/// Metrics of the service itself.
struct ServiceMetrics: Measured {
    var build = 1
    var goodReloads = 0
    var badReloads = 0

    static let prefix = "touchbridge_"

    static let metrics: [Metric<ServiceMetrics>] = [
        .gauge("build_info", \.build, labels: [("version", programVersion)], "Always 1, with the version as a label."),
        .reloads("good", \.goodReloads),
        .reloads("bad", \.badReloads),
    ]
}

extension Metric where Source == ServiceMetrics {
    fileprivate static func reloads(
        _ result: String,
        _ path: any WritableKeyPath<ServiceMetrics, Int> & Sendable
    ) -> Metric {
        .counter(
            "layout_reloads",
            path,
            labels: [("result", result)],
            "Reloads of the layout; the result is `bad` if the new layout had errors."
        )
    }
}
