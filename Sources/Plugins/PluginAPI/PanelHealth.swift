public import InputEvents

/// How a panel is, as far as the bridge knows; counters only grow while the bridge runs.
public struct PanelHealth: Equatable, Sendable {
    public enum State: String, Sendable {
        case plugged
        /// It was pulled out, or another layout has no screen for it.
        case unplugged
        /// It is there no more, or cannot be read, without having been pulled out.
        case lost
    }

    /// The name that the device gives itself.
    public let panel: String
    public let screen: String
    public var state = State.plugged
    public var metrics = PanelMetrics()

    public init(panel: String, screen: String) { (self.panel, self.screen) = (panel, screen) }
}
