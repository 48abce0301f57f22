/// Where Prometheus finds what is counted.
public struct MetricsLayout: Equatable, Sendable {
    /// On the loopback.
    public var port = MetricsLayout.usualPort

    /// Where it is when nothing is said of the port.
    public static let usualPort = 9465

    public init() {}
}
