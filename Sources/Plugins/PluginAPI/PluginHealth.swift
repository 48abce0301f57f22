/// How a plugin is, in numbers that only grow but for `waiting`.
public struct PluginHealth: Equatable, Sendable {
    /// Occurrences that wait in its queues.
    public var waiting = 0
    public var delivered = 0
    /// Moves that newer ones took the place of.
    public var coalesced = 0
    /// Occurrences that there was no room for.
    public var dropped = 0
    public var failures = 0
    public var restarts = 0
    /// Whether it reaches what it is for; nil when that is no question.
    public var isConnected: Bool?

    public init() {}

    /// A counter of Prometheus: `touchbridge_plugin_<name>_total`.
    public struct Counter: Sendable {
        public let name: String
        public let help: String
        public let path: any WritableKeyPath<PluginHealth, Int> & Sendable

        fileprivate init(
            _ name: String,
            _ help: String,
            _ path: any WritableKeyPath<PluginHealth, Int> & Sendable
        ) {
            (self.name, self.help, self.path) = (name, help, path)
        }
    }

    /// Every integer but `waiting`, in the order of the page.
    public static let counters = [
        Counter("delivered", "Occurrences that it has dealt with.", \.delivered),
        Counter("dropped", "Occurrences that there was no room for.", \.dropped),
        Counter("coalesced", "Moves and values that newer ones took the place of.", \.coalesced),
        Counter("failures", "What went wrong.", \.failures),
        Counter("restarts", "How often it was started anew.", \.restarts),
    ]

    /// Adds what was counted there and was not yet before; how things stand is as it is there.
    public mutating func add(_ now: PluginHealth, since before: PluginHealth) {
        (waiting, isConnected) = (now.waiting, now.isConnected)
        for counter in Self.counters {
            self[keyPath: counter.path] += now[keyPath: counter.path] - before[keyPath: counter.path]
        }
    }
}
