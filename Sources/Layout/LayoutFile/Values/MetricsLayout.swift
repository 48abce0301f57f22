/// Address of the Prometheus metrics.
public struct MetricsLayout: Equatable, Sendable {
    /// TCP port on the loopback interface.
    public var port = MetricsLayout.usualPort

    /// The default port.
    public static let usualPort = 9465

    public init() {}
}
