public import InputEvents

/// Health of a touch panel. Counters never decrease while the service runs.
public struct PanelHealth: Equatable, Sendable {
    public enum State: String, Sendable {
        case plugged
        /// The device was unplugged, or no screen of a reloaded layout uses the device.
        case unplugged
        /// The device disappeared or became unreadable without being unplugged.
        case lost
    }

    /// Name that the device reports.
    public let panel: String
    public let screen: String
    public var state = State.plugged
    public var metrics = PanelMetrics()

    public init(panel: String, screen: String) { (self.panel, self.screen) = (panel, screen) }
}
