internal import JSON
internal import Schema
internal import YAML

extension MetricsLayout {
    static let table = Table<MetricsLayout>(
        "Metrics",
        "Where Prometheus finds what is counted of panels, plugins and the process, on this machine only.",
        of: MetricsLayout()
    ) {
        Key("port", .integer(1...65535), \.port, "The port of the loopback; 9465 unless given.")
    }
}
