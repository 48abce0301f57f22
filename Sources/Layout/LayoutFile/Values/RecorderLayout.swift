/// Settings of the flight recorder and of its dumps.
public struct RecorderLayout: Equatable, Sendable {
    /// Whether the flight recorder is on and retains events and decisions in memory.
    public var isOn = true
    public var seconds = 60
    /// Size of the memory buffer, in megabytes.
    public var memory = 8
    /// Directory for dumps; nil means the state directory of the service.
    public var directory: String?
    /// Whether a dump is written when a plugin logs an error or warning, or rejects a call because of a full queue.
    public var onFailure = false

    public init() {}

    static var off: RecorderLayout {
        var layout = RecorderLayout()
        layout.isOn = false
        return layout
    }
}
