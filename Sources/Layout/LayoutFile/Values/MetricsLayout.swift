/// Address of the server that provides the Prometheus metrics.
public struct MetricsLayout: Equatable, Sendable {
    /// TCP port on the loopback interface.
    public var port = MetricsLayout.defaultPort

    public static let defaultPort = 9465

    public init() {}
}
