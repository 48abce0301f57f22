internal import JSON
internal import Schema
internal import YAML

extension MetricsLayout {
    static let table = Table<MetricsLayout>(
        "Metrics",
        "Metrics for Prometheus, on the loopback interface (docs/reference/metrics.md).",
        of: MetricsLayout()
    ) {
        Key("port", .integer(1...65535), \.port, "The TCP port. Default: 9465.")
    }
}
