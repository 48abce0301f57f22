public import Metrics

/// Health counters of a plugin, exported as metrics.
public struct PluginHealth: Measured {
    /// Whether the plugin is connected to its peer; nil if the plugin has no peer.
    public var isConnected: Bool?
    /// Number of events in the plugin's queues.
    public var waiting = 0
    /// Number of accepted events; counted by the service, not by the plugin.
    public var accepted = 0
    public var delivered = 0
    public var dropped = 0
    public var coalesced = 0
    public var failures = 0
    public var restarts = 0
    /// Number of refused commands to the view tree; counted by the service, not by the plugin.
    public var refusedCommands = 0
    /// Number of calls that the rate limit `atMost` dropped; counted by the service, not by the plugin.
    public var limited = 0

    public init() {}

    public static let prefix = "touchbridge_plugin_"

    public static let metrics: [Metric<PluginHealth>] = [
        .gauge("connected", \.isConnected, "1 while the plugin is connected to its peer, otherwise 0."),
        .gauge("queue_length", \.waiting, "Number of events in the queues of the plugin."),
        .counter("accepted", \.accepted, "Events that the plugin accepted."),
        .counter("delivered", \.delivered, "Events that the plugin delivered."),
        .counter(
            "dropped",
            \.dropped,
            "Events that were dropped: the queue was full, or the plugin could not be created or started."
        ),
        .counter("coalesced", \.coalesced, "Queued moves and values that were replaced by newer moves and values."),
        .counter(
            "failures",
            \.failures,
            "Failed operations of the plugin, such as requests, connections or program runs."
        ),
        .counter("restarts", \.restarts, "Restarts of the program of a `process` plugin."),
        .counter("refused_commands", \.refusedCommands, "Commands of the plugin to the view tree that were refused."),
        .counter("limited", \.limited, "Calls of the plugin that a rate limit of the layout (`atMost`) dropped."),
    ]
}
